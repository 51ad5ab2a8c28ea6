package absint

import (
	"sort"
	"strconv"
)

// collector gathers what one claim's interpretation finds, each thing once.
type collector struct {
	writes    map[string]*Write
	dmas      map[string]Write
	obstacles map[string]Obstacle
	assumed   map[string]Assumption
	apis      map[string]bool
	entries   map[string]Entry
	functions map[string]bool
}

func newCollector() *collector {
	return &collector{writes: map[string]*Write{}, dmas: map[string]Write{}, obstacles: map[string]Obstacle{},
		assumed: map[string]Assumption{}, apis: map[string]bool{}, entries: map[string]Entry{}, functions: map[string]bool{}}
}

func posKey(p Pos) string {
	if p.File == nil {
		return ""
	}
	return p.File.Path + ":" + strconv.Itoa(p.Start)
}

// write keeps the first witness of each kind of write at a place.
func (c *collector) write(w Write, t *trace) {
	k := posKey(w.Pos) + string(w.Region) + "|" + w.Guard + "|" + w.Frames + "|" + w.Function
	if old := c.writes[k]; old != nil && len(old.Trace) <= traceLen(t) {
		return
	}
	w.Trace = t.steps()
	c.writes[k] = &w
}

func traceLen(t *trace) int {
	if t == nil {
		return 0
	}
	return t.n
}

func (c *collector) dma(w Write)           { c.dmas[posKey(w.Pos)+w.Why] = w }
func (c *collector) obstacle(o Obstacle)   { c.obstacles[posKey(o.Pos)+o.Text] = o }
func (c *collector) assume(a Assumption)   { c.assumed[a.ID+posKey(a.Pos)] = a }
func (c *collector) api(name, file string) { c.apis[name+"() "+file] = true }

// sortedValues lists a map's values in the order of its keys.
func sortedValues[V any](m map[string]V) []V {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	out := make([]V, len(keys))
	for i, k := range keys {
		out[i] = m[k]
	}
	return out
}

func sortedKeys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// before orders places by file and offset.
func before(a, b Pos) bool {
	pa, pb := "", ""
	if a.File != nil {
		pa = a.File.Path
	}
	if b.File != nil {
		pb = b.File.Path
	}
	if pa != pb {
		return pa < pb
	}
	return a.Start < b.Start
}
