package load

import "slices"

// circles groups nodes that reach each other (strongly connected components, Tarjan 1972), in the order in which their
// first members stand in nodes; members too keep that order. Edges to nodes that are not listed are ignored.
func circles[N comparable](nodes []N, edges func(N) []N) [][]N {
	t := &tarjan[N]{edges: edges, order: make(map[N]int), index: make(map[N]int), low: make(map[N]int), onStack: make(map[N]bool)}
	for i, n := range nodes {
		t.order[n] = i
	}
	for _, n := range nodes {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	byOrder := func(a, b N) int { return t.order[a] - t.order[b] }
	for _, g := range t.groups {
		slices.SortFunc(g, byOrder)
	}
	slices.SortFunc(t.groups, func(a, b []N) int { return byOrder(a[0], b[0]) })
	return t.groups
}

type tarjan[N comparable] struct {
	edges      func(N) []N
	order      map[N]int // place in the input
	index, low map[N]int // from 1 in order of visit
	stack      []N
	onStack    map[N]bool
	groups     [][]N
}

func (t *tarjan[N]) visit(n N) {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	t.onStack[n] = true
	for _, m := range t.edges(n) {
		if _, listed := t.order[m]; !listed {
			continue
		}
		if t.index[m] == 0 {
			t.visit(m)
			t.low[n] = min(t.low[n], t.low[m])
		} else if t.onStack[m] {
			t.low[n] = min(t.low[n], t.index[m])
		}
	}
	if t.low[n] == t.index[n] {
		t.pop(n)
	}
}

// pop takes the group whose first visited member is n off the stack.
func (t *tarjan[N]) pop(n N) {
	i := slices.Index(t.stack, n)
	group := slices.Clone(t.stack[i:])
	t.stack = t.stack[:i]
	for _, m := range group {
		t.onStack[m] = false
	}
	t.groups = append(t.groups, group)
}
