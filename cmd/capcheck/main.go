// Capcheck proves or refutes what Linux wireless drivers promise about transmit skbs, and suggests or validates the
// capability flags that go with it.
package main

import "os"

func main() {
	os.Exit(command{os.Stdout, os.Stderr}.run(os.Args[1:]))
}
