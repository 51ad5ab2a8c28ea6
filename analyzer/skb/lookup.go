package skb

import (
	"path"
	"sort"
	"sync"
)

// Table maps the names of kernel functions and function-like macros to their effects. The zero value is empty and ready.
type Table struct {
	once     sync.Once
	rows     func() []Effect
	families func() []Effect

	byName   map[string]*Effect
	patterns []Effect // Name is a path.Match pattern
}

// NewTable makes a table of rows by exact name and families by path.Match pattern. Both are called once, when needed.
func NewTable(rows, families func() []Effect) *Table {
	return &Table{rows: rows, families: families}
}

// Kernel makes the table of the Linux kernel's own functions.
func Kernel() *Table { return NewTable(kernelRows, kernelFamilies) }

func (t *Table) build() {
	rows := t.rows()
	t.byName = make(map[string]*Effect, len(rows))
	for i := range rows {
		t.byName[rows[i].Name] = &rows[i]
	}
	t.patterns = t.families()
}

// Lookup returns the effect of the kernel function or macro of that name: an exact row first, then the first family
// whose pattern the name fits. The result is shared and not to be changed.
func (t *Table) Lookup(name string) (*Effect, bool) {
	t.once.Do(t.build)
	if e, ok := t.byName[name]; ok {
		return e, true
	}
	for i := range t.patterns {
		if ok, err := path.Match(t.patterns[i].Name, name); ok && err == nil {
			return &t.patterns[i], true
		}
	}
	return nil, false
}

// Names returns the names of all exact rows, sorted.
func (t *Table) Names() []string {
	t.once.Do(t.build)
	names := make([]string, 0, len(t.byName))
	for name := range t.byName {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Families returns the patterns of all families, in the order in which they are tried.
func (t *Table) Families() []string {
	t.once.Do(t.build)
	var patterns []string
	for _, e := range t.patterns {
		patterns = append(patterns, e.Name)
	}
	return patterns
}

func kernelRows() []Effect {
	var rows []Effect
	for _, subsystem := range []func() []Effect{
		skbuffEffects, skbuffFamilies, skbuffPointers, queueEffects, memEffects, mac80211Effects, dmaEffects, usbEffects,
		storeEffects, deferEffects, sdioSpiEffects, ioEffects, cryptoEffects,
		cfg80211Effects, netEffects, miscEffects,
	} {
		rows = append(rows, subsystem()...)
	}
	return rows
}
