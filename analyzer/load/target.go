package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// target is one path that was asked for, absolute and clean.
type target struct {
	path string
	dir  bool
}

// targets resolves the arguments: a directory, a C file or header, or DIR/..., which is DIR. What does not exist here
// is looked for below the kernel root, if one was given.
func targets(paths []string, kernelRoot string, overlay map[string][]byte) ([]target, error) {
	if len(paths) == 0 {
		return nil, errors.New("no path given")
	}
	var list []target
	for _, arg := range paths {
		t, err := newTarget(arg, kernelRoot, overlay)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list, nil
}

func newTarget(arg, kernelRoot string, overlay map[string][]byte) (target, error) {
	path := arg
	if path == "..." {
		path = "."
	}
	path = strings.TrimSuffix(path, "/...")
	if path == "" {
		return target{}, fmt.Errorf("%q is no path", arg)
	}
	abs, info, err := stat(path, kernelRoot)
	if err != nil {
		if abs, e := filepath.Abs(path); e == nil && overlay[abs] != nil {
			return target{path: abs}, nil
		}
		return target{}, err
	}
	switch {
	case info.IsDir():
		return target{path: abs, dir: true}, nil
	case !info.Mode().IsRegular():
		return target{}, fmt.Errorf("%s is neither a file nor a directory", path)
	case !isSource(path):
		return target{}, fmt.Errorf("%s is no C file (.c or .h)", path)
	}
	return target{path: abs}, nil
}

func stat(path, kernelRoot string) (abs string, info fs.FileInfo, err error) {
	if abs, err = filepath.Abs(path); err != nil {
		return "", nil, err
	}
	info, err = os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && kernelRoot != "" && !filepath.IsAbs(path) {
		below := filepath.Join(kernelRoot, path)
		if info, e := os.Stat(below); e == nil {
			return below, info, nil
		}
	}
	return abs, info, explain(path, err)
}

// explain tells a missing file from a link that leads nowhere.
func explain(path string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if to, e := os.Readlink(path); e == nil {
		return fmt.Errorf("%s is a broken link to %s", path, to)
	}
	return fmt.Errorf("%s does not exist", path)
}

func isSource(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".c" || ext == ".h"
}

// base is the directory of the target.
func (t target) base() string {
	if t.dir {
		return t.path
	}
	return filepath.Dir(t.path)
}

// holds says whether a file was asked for by the target: it lies below it, or is it. A header speaks for the C files
// of its directory.
func (t target) holds(file string) bool {
	switch {
	case t.dir:
		return below(file, t.path)
	case filepath.Ext(t.path) == ".h":
		return filepath.Dir(file) == filepath.Dir(t.path)
	default:
		return file == t.path
	}
}

func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// sound walks what was asked for and fails if a source there cannot be read. The separator at the end of the path has a
// link to a directory followed.
func sound(list []target) error {
	for _, t := range list {
		if !t.dir {
			continue
		}
		err := filepath.WalkDir(t.path+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.Type()&fs.ModeSymlink == 0 || !isSource(path) {
				return err
			}
			_, err = os.Stat(path)
			return explain(path, err)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
