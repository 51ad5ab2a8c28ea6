package load

import (
	"io/fs"
	"path/filepath"
)

// Asked lists the C files and headers below the paths, in order.
func (s *Sources) Asked() ([]string, error) {
	var files []string
	for _, t := range s.targets {
		if !t.dir {
			files = append(files, t.path)
			continue
		}
		err := filepath.WalkDir(t.path+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isSource(path) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return sortedUnique(files), nil
}
