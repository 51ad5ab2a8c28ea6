package fix

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// Apply writes the changed files. Each is written beside the old one and renamed over it, so that no reader ever sees
// half a file; nothing is renamed unless all could be written. A file that changed since it was read is an error, and
// nothing is written then.
func (p *Patch) Apply() (err error) {
	var ready []pending
	defer func() {
		for _, r := range ready {
			os.Remove(r.temp) // what was renamed is gone: nothing to remove
		}
	}()
	for _, f := range p.Files {
		next, err := f.stage()
		if err != nil {
			return fmt.Errorf("fixing %s: %w", f.Path, err)
		}
		ready = append(ready, next)
	}
	for _, r := range ready {
		if err := os.Rename(r.temp, r.path); err != nil {
			return fmt.Errorf("fixing %s: %w", r.path, err)
		}
	}
	return nil
}

type pending struct{ temp, path string }

// stage writes the new content to a temporary file in the directory of the old one.
func (f *File) stage() (next pending, err error) {
	if next.path, err = filepath.EvalSymlinks(f.Path); err != nil {
		return next, err
	}
	now, err := os.ReadFile(next.path)
	if err != nil {
		return next, err
	}
	if !bytes.Equal(now, f.Old) {
		return next, fmt.Errorf("the file changed while it was analysed")
	}
	info, err := os.Stat(next.path)
	if err != nil {
		return next, err
	}
	next.temp, err = writeTemp(next.path, f.New, info.Mode().Perm())
	return next, err
}

func writeTemp(path string, content []byte, mode os.FileMode) (string, error) {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", err
	}
	_, err = temp.Write(content)
	if err == nil {
		err = temp.Chmod(mode)
	}
	if e := temp.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(temp.Name())
		return "", err
	}
	return temp.Name(), nil
}
