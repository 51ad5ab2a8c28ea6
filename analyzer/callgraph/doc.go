// Package callgraph binds the names of a driver to what they can mean: functions, macros, variables, types, constants;
// and it says what the struct fields of a driver can hold.
//
// A Tree is what all drivers of one run share: indexed files and parsed declarations, safe for several goroutines.
// A Program is the code behind one ops variable: the .c files of its modules and the headers they include. Names follow
// C linkage over all configurations: a name means what its own file defines, in every #if branch, else what the
// included headers define, and for functions also what another file of the program defines without static, since a
// header's static inline is often only the stub for a disabled option.
//
// Field cells are one abstract cell for each (struct tag, field), joined over all stores: the value-flow graph of
// variable type analysis (Sundaresan et al., "Practical virtual method call resolution for Java", OOPSLA 2000), with
// constants and objects next to functions as what may flow. Its nodes are cells, parameters, locals, file-scope
// variables and results of functions; the answer for a cell is what can be reached from it. Nothing is computed before
// it is asked for, and a node's edges are computed once.
package callgraph
