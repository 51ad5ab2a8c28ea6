// Package passes holds the base analyzers that rules require: Drivers (what a package's drivers declare) and Flow (what
// becomes of their transmit skbs).
//
// go/analysis knows packages; C knows modules, and a driver is an ops table with every module whose code it can run, so
// its analysis spans packages both ways: a bus front end imports the core, and the core calls back into the front end.
// Facts flow one way only. The analysis itself therefore lives in a Run that all packages of one load share; the
// analyzers here are thin: they pick the drivers that belong to their package and ask the Run for the claims, which are
// computed once, on few threads at a time. A package carries its Unit, and so the Run, as an object of its types.Scope:
// there is no global state and two runs in one process do not meet.
package passes
