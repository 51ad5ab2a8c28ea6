package kbuild

// Module is one kernel module (or built-in composite object) with its sources over all configurations.
type Module struct {
	Name  string   // as kbuild names it: ath9k_hw
	Dir   string   // directory of the Makefile that defines it, cleaned
	Files []string // .c files, cleaned paths, sorted, unique
}
