// Package kbuild reads Kbuild makefiles and says which C files make up which kernel module.
//
// It follows Documentation/kbuild/makefiles.rst and modules.rst, but for one thing: the answer covers every
// configuration. Both branches of a conditional are taken, $(CONFIG_X) stands for any value, and a variable that was
// set in several branches keeps all its values. So a module's file list is the union over all configurations, which
// is what a claim about the driver needs.
//
// Nothing is run: $(shell ...) is unknown (but for pwd), and a word that depends on something unknown names nothing.
package kbuild

import (
	"fmt"

	"github.com/capcheck/capcheck/analyzer/source"
)

// Reader gives the content of makefiles and says which files exist; *source.Set is one.
type Reader interface {
	Read(path string) (*source.File, error)
	Exists(path string) bool
}

// Module is one kernel module (or built-in composite object) with its sources over all configurations.
type Module struct {
	Name    string   // as the makefile spells it, without directory: ath9k_hw
	Aliases []string // further names for the same files: the makefile chooses one by configuration
	Dir     string   // directory of the Makefile that defines it, cleaned
	Files   []string // .c files, cleaned paths, sorted, unique
	Missing []string // objects that the makefile names without doubt but that have no source here, sorted
	// Builtin says that the object is only ever linked into the kernel (obj-y, lib-y), so that it shares the
	// symbols of other built-in objects without EXPORT_SYMBOL.
	Builtin     bool
	IncludeDirs []string // -I directories its files are compiled with, in order
}

// Result is what the makefiles below some directories say. All lists are sorted, so that equal trees give equal results.
type Result struct {
	Root        string              // root of the kernel tree that holds the first path; "" out of tree
	Modules     []*Module           // by Dir, then Name
	Unowned     []string            // .c files below the given directories that no module names
	IncludeDirs map[string][]string // directory of a source file -> -I directories of the modules with files there
	Problems    []Problem           // what could not be read or understood
}

// Problem is something that keeps the result from being complete.
type Problem struct {
	Path string
	Line int // 0 if it concerns the whole file or directory
	Text string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Path, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Text)
}
