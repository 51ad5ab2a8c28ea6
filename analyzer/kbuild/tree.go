package kbuild

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// walked is a directory of the tree below a given path.
type walked struct {
	dir    string   // absolute
	files  []string // its .c files, as spelled in modules
	builds bool     // it or a directory above it, within the given path, has a makefile that builds something
}

// tree adds the modules of a directory and of all directories below it, whether the makefiles name them or not:
// an out-of-tree repository may have several drivers that no common makefile knows.
func (r *reader) tree(top string) error {
	if _, err := os.ReadDir(top); err != nil {
		return err
	}
	dirs := r.walk(top, false, nil)
	below := r.name(top) + string(filepath.Separator)
	r.takeAbove(top, func(f string) bool { return r.name(top) == "." || strings.HasPrefix(f, below) })
	for _, w := range dirs {
		r.take(w.dir)
	}
	for _, w := range dirs {
		r.rest(w, top)
	}
	return nil
}

// walk lists the directories below dir. It follows no symbolic links to directories, so that it ends.
func (r *reader) walk(dir string, builds bool, out []walked) []walked {
	files, subdirs := r.list(dir)
	builds = builds || r.eval(dir).builds()
	out = append(out, walked{dir: dir, files: files, builds: builds})
	for _, sub := range subdirs {
		out = r.walk(sub, builds, out)
	}
	return out
}

// list gives the .c files and the directories in dir. What cannot be read becomes a problem.
func (r *reader) list(dir string) (files, subdirs []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		r.problems = append(r.problems, Problem{Path: r.name(dir), Text: err.Error()})
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			subdirs = append(subdirs, path)
		case filepath.Ext(path) == ".c" && !strings.HasSuffix(path, ".mod.c") && r.set.Exists(r.name(path)):
			files = append(files, r.name(path)) // *.mod.c is what modpost leaves behind
		}
	}
	return files, subdirs
}

// rest deals with the files of a directory that no makefile named: they are unowned where makefiles rule,
// and one module where there are none.
func (r *reader) rest(w walked, top string) {
	isOwned := func(f string) bool { return r.owned[f] }
	ruled := slices.ContainsFunc(w.files, isOwned) || w.builds && w.dir != top || r.eval(w.dir).builds()
	if !ruled && len(w.files) > 0 {
		r.addDirectory(w.dir, w.files)
		return
	}
	for _, f := range w.files {
		if !isOwned(f) {
			r.unowned = append(r.unowned, f)
		}
	}
}
