// Package kernel finds Linux source trees: the one that a file lies in, and those that scripts/kernel.sh unpacked.
package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// TreeEnv names the environment variable that holds the root of a tree to use instead of an unpacked one.
const TreeEnv = "CAPCHECK_KERNEL"

// Find walks up from path to the root of the kernel tree that holds it.
func Find(path string) (root string, ok bool) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	for {
		if IsRoot(dir) {
			return dir, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

// IsRoot reports whether dir is the root of a kernel tree: include/linux and Kbuild or MAINTAINERS are there.
func IsRoot(dir string) bool {
	if info, err := os.Stat(filepath.Join(dir, "include", "linux")); err != nil || !info.IsDir() {
		return false
	}
	for _, name := range []string{"Kbuild", "MAINTAINERS"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// Cached returns the root of a tree of a version, such as "6.12": the one that CAPCHECK_KERNEL names, if it is not of
// another version, or else the one that scripts/kernel.sh unpacked.
func Cached(version string) (string, error) {
	if dir := os.Getenv(TreeEnv); dir != "" {
		if !IsRoot(dir) {
			return "", fmt.Errorf("%s=%s is not the root of a kernel tree", TreeEnv, dir)
		}
		if has := Version(dir); has == "" || has == version {
			return filepath.Abs(dir)
		}
	}
	cache, err := cacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache of kernel sources: %w", err)
	}
	dir := filepath.Join(cache, "capcheck", "linux-source-"+version)
	if !IsRoot(dir) {
		return "", fmt.Errorf("no kernel tree at %s; run scripts/kernel.sh %s", dir, version)
	}
	return dir, nil
}

// versionLine matches the assignments at the head of a kernel's Makefile.
var versionLine = regexp.MustCompile(`(?m)^(VERSION|PATCHLEVEL) = (\d+)$`)

// Version returns "6.12" for any 6.12.y tree, or "" if the tree's Makefile does not say.
func Version(root string) string {
	content, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return ""
	}
	found := map[string]string{}
	for _, m := range versionLine.FindAllStringSubmatch(string(content), -1) {
		found[m[1]] = m[2]
	}
	if found["VERSION"] == "" || found["PATCHLEVEL"] == "" {
		return ""
	}
	return found["VERSION"] + "." + found["PATCHLEVEL"]
}

// cacheDir follows the XDG base directory specification, as scripts/kernel.sh does.
func cacheDir() (string, error) {
	if dir := os.Getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".cache"), err
}
