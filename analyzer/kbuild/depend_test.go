package kbuild

import (
	"strings"
	"testing"
)

// world is a set of one-letter modules, each of one file called like the module, with what the file holds.
type world map[string]Symbols

func (w world) build(builtin string) (map[string]*Module, *Graph) {
	mods := map[string]*Module{}
	var list []*Module
	for name := range w {
		mods[name] = &Module{Name: name, Files: []string{name}, Builtin: strings.Contains(builtin, name)}
		list = append(list, mods[name])
	}
	return mods, Depend(list, func(file string) Symbols { return w[file] })
}

func names(mods []*Module) string {
	var out []string
	for _, m := range mods {
		out = append(out, m.Name)
	}
	return strings.Join(out, " ")
}

func syms(exports, defines, statics, mentions string) Symbols {
	return Symbols{strings.Fields(exports), strings.Fields(defines), strings.Fields(statics), strings.Fields(mentions)}
}

func TestUses(t *testing.T) {
	w := world{
		"lib":     syms("lib_tx lib_free ghost", "lib_tx lib_free lib_hidden", "", "lib_tx"),
		"user":    syms("", "user_init", "", "lib_tx user_init ghost"),
		"hidden":  syms("", "", "", "lib_hidden"),
		"static":  syms("", "", "lib_free", "lib_free"),
		"own":     syms("", "lib_free", "", "lib_free"),
		"builtin": syms("", "", "", "lib_hidden user_init core_init"),
		"core":    syms("", "core_init", "", ""),
	}
	mods, g := w.build("builtin core")
	for name, want := range map[string]string{
		"lib": "", "user": "lib", "hidden": "", "static": "", "own": "", "builtin": "core", "core": "",
	} {
		if got := names(g.Uses(mods[name])); got != want {
			t.Errorf("%s uses %q, want %q", name, got, want)
		}
	}
}

// A static helper in one file says nothing about another file of the module.
func TestUsesPerFile(t *testing.T) {
	a := &Module{Name: "a", Files: []string{"a1", "a2"}}
	b := &Module{Name: "b", Files: []string{"b"}}
	files := map[string]Symbols{
		"a1": syms("", "", "helper", "helper"), "a2": syms("", "", "", "helper"), "b": syms("helper", "helper", "", ""),
	}
	g := Depend([]*Module{a, b}, func(f string) Symbols { return files[f] })
	if got := names(g.Uses(a)); got != "b" {
		t.Errorf("a uses %q, want b", got)
	}
}

func TestProgram(t *testing.T) {
	w := world{
		"ops":    syms("ops_probe", "ops_probe", "", "common_tx"),
		"pci":    syms("", "", "", "ops_probe dma_map"),
		"usb":    syms("usb_x", "usb_x", "", "ops_probe urb_send"),
		"glue":   syms("", "", "", "usb_x"),
		"common": syms("common_tx", "common_tx", "", "base"),
		"base":   syms("base", "base", "", "common_tx"), // a circle
		"dma":    syms("dma_map", "dma_map", "", ""),
		"urb":    syms("urb_send", "urb_send", "", ""),
		"other":  syms("", "", "", "common_tx other_lib"), // a sibling driver on the same library
		"olib":   syms("other_lib", "other_lib", "", ""),
	}
	mods, g := w.build("")
	for name, want := range map[string]string{
		"ops":   "base common dma glue ops pci urb usb",
		"dma":   "base common dma ops pci",
		"other": "base common olib other",
	} {
		got := g.Program(mods[name])
		if names(got) != want {
			t.Errorf("program of %s is %q, want %q", name, names(got), want)
		}
	}
}
