package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/capcheck/capcheck/analyzer/lint"
)

const usage = `usage: capcheck [flags] PATH...

Proves or refutes that the mac80211 drivers below PATH never write payload or
tailroom of the frames they send, and recommends or validates the flag
SUPPORTS_CLONED_SKBS. PATH is a directory, a C file or DIR/... in a kernel
tree, or a driver of its own. Nothing is built and no .config is needed.

  -format text|json  the report's form (text)
  -diff              print the suggested changes as a patch, nothing else
  -fix               write the suggested changes into the files
  -explain NAME      print the proof for a module or ops variable, step by step
  -stats             count files, functions and syntax errors, nothing else
  -v                 verbose: reasons of notes, places of syntax errors
  -kernel DIR        root of the kernel tree (found from PATH)
  -fail-on LEVEL     error, warning, recommendation or never (error)
  -version           print the version
  -h                 print this

Exit status: 0 nothing found at LEVEL, 1 something found, 2 no valid run.
`

type options struct {
	format, explain, kernel string
	diff, fix, stats        bool
	verbose, version        bool
	failOn                  lint.Severity
	paths                   []string
}

// parse reads the command line. Flags may stand behind paths too.
func parse(args []string) (*options, error) {
	o := &options{failOn: lint.Error}
	fs := flag.NewFlagSet("capcheck", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	fs.StringVar(&o.format, "format", "text", "")
	fs.BoolVar(&o.diff, "diff", false, "")
	fs.BoolVar(&o.fix, "fix", false, "")
	fs.StringVar(&o.explain, "explain", "", "")
	fs.BoolVar(&o.stats, "stats", false, "")
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.StringVar(&o.kernel, "kernel", "", "")
	fs.BoolVar(&o.version, "version", false, "")
	fs.Func("fail-on", "", func(s string) (err error) {
		o.failOn, err = lint.ParseSeverity(s)
		return err
	})
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" { // only paths from here on
			o.paths = append(o.paths, rest...)
			break
		}
		if args = rest; len(args) > 0 {
			o.paths, args = append(o.paths, args[0]), args[1:]
		}
	}
	return o, o.check()
}

func (o *options) check() error {
	modes := 0
	for _, on := range []bool{o.diff, o.fix, o.stats, o.explain != "", o.format == "json"} {
		if on {
			modes++
		}
	}
	switch {
	case o.version:
		return nil
	case o.format != "text" && o.format != "json":
		return fmt.Errorf("unknown format %q: want text or json", o.format)
	case modes > 1 && !(modes == 2 && o.fix && o.format == "json"):
		return errors.New("only one of -diff, -fix, -explain, -stats and -format json can be had at a time")
	case len(o.paths) == 0:
		return errors.New("no PATH given; capcheck -h tells more")
	}
	return nil
}

// version is what the Go tool knows about the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "capcheck (unknown version)"
	}
	return "capcheck " + info.Main.Version
}
