// Package load goes from paths on a command line to packages that go/analysis can check.
//
// The way: paths -> kernel root -> scope -> modules -> drivers -> packages. The scope is what has to be read to resolve
// the symbols of what was asked for: a driver's directory alone does not hold the library it shares with its siblings,
// so the scope is widened to the enclosing directory of related drivers. Reports are about the drivers that run code
// below the given paths, and about no others.
//
// A package is one module, or several that call each other in a circle. Its OtherFiles are the C files; the headers
// beside them are IgnoredFiles, so that passes may read both. Imports follow the exported symbols.
package load
