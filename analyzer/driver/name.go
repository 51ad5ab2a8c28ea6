package driver

import (
	"path/filepath"
	"strings"

	"github.com/capcheck/capcheck/analyzer/kbuild"
)

// busSuffixes are what a module's name may have behind its directory's and still mean that driver: kbuild asks for a
// name per module, people only for one per driver.
var busSuffixes = [...]string{"core", "common", "lib", "mac", "stage", "drv", "mod", "pci", "pcie", "usb", "sdio", "spi", "mmio", "e", "u", "s"}

// coreSuffixes are the ones that no other driver's name is made with.
var coreSuffixes = [...]string{"_core", "-core", "_common", "-common", "common"}

// name is what people call the driver whose table is in m: the directory's name where the module's just adds what part
// of it or which bus it is, else the module's without "core" or "common".
func name(m *kbuild.Module) string {
	dir := filepath.Base(m.Dir)
	if rest, ok := strings.CutPrefix(m.Name, dir); ok {
		for _, s := range busSuffixes {
			if strings.TrimLeft(rest, "_-") == s {
				return dir
			}
		}
		return m.Name
	}
	for _, s := range coreSuffixes {
		if short, ok := strings.CutSuffix(m.Name, s); ok && short != "" {
			return short
		}
	}
	return m.Name
}

// uniqueNames gives drivers of different modules different names: where the short one is taken twice, each has its
// module's.
func uniqueNames(all []*Driver) {
	modules := make(map[string]map[string]bool)
	for _, d := range all {
		if modules[d.Name] == nil {
			modules[d.Name] = make(map[string]bool)
		}
		modules[d.Name][d.Modules[0]] = true
	}
	for _, d := range all {
		if len(modules[d.Name]) > 1 {
			d.Name = d.Modules[0]
		}
	}
}
