package absint

import (
	"sort"
	"strconv"
	"strings"
)

// canon names the buffers of a state by the locations that hold them, so that states in which a variable holds a TX
// skb from one source or from another, in the same condition, are the same state.
func (x *interp) canon(st *State) {
	if len(st.objs) == 0 {
		return
	}
	for k, sl := range st.mem {
		if sl.many && len(sl.v) > maxOfMany {
			x.summarise(st, k)
		}
	}
	keys := make([]string, 0, len(st.mem))
	for k, sl := range st.mem {
		for _, v := range sl.v {
			if v.Obj != 0 && v.Obj != locObj(k) {
				keys = append(keys, k)
				break
			}
		}
	}
	sort.Slice(keys, func(i, j int) bool {
		li, lj := strings.HasPrefix(keys[i], "L"), strings.HasPrefix(keys[j], "L")
		if li != lj {
			return li
		}
		return keys[i] < keys[j]
	})
	to := map[int]int{}
	for _, k := range keys {
		for i, v := range st.mem[k].v {
			if v.Obj != 0 && to[v.Obj] == 0 {
				to[v.Obj] = x.objID("at " + k + "#" + strconv.Itoa(i))
			}
		}
	}
	x.renameAll(st, to)
}

// renameAll renames buffers at once: names may be handed round.
func (x *interp) renameAll(st *State, to map[int]int) {
	var from []int
	taken := map[int]bool{}
	for id, n := range to {
		if id != n && st.objs[id] != nil {
			from = append(from, id)
			taken[n] = true
		}
	}
	if len(from) == 0 {
		return
	}
	sort.Ints(from)
	for id := range st.objs {
		if taken[id] && to[id] == 0 {
			return // held only by itself: leave the state alone
		}
	}
	for i, id := range from {
		st.renameObj(id, -100-i)
	}
	for i, id := range from {
		st.renameObj(-100-i, to[id])
	}
}

// maxOfMany is the number of buffers in one queue that are told apart.
const maxOfMany = 2

// summarise lets one buffer stand for all those in a queue beyond the first few.
func (x *interp) summarise(st *State, key string) {
	var ids []int
	for _, v := range st.mem[key].v {
		if v.Kind == Skb && st.objs[v.Obj] != nil {
			ids = append(ids, v.Obj)
		}
	}
	sort.Ints(ids)
	for len(ids) > maxOfMany {
		last := ids[len(ids)-1]
		ids = ids[:len(ids)-1]
		x.mergeObj(st, last, ids[len(ids)-1])
	}
}
