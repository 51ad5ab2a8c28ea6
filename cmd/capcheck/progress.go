package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/capcheck/capcheck/analyzer/driver"
	"github.com/capcheck/capcheck/analyzer/passes"
)

// patience is how long a run may take before it shows its progress.
const patience = time.Second

// progress shows on a terminal how many drivers are done, if the run is long. The function it gives ends that.
func progress(w io.Writer, run *passes.Run) (stop func()) {
	if !terminal(w) {
		return func() {}
	}
	var done atomic.Int32
	run.Done = func(*driver.Driver) { done.Add(1) }
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		show(w, quit, func() string { return fmt.Sprintf("capcheck: %d of %d drivers", done.Load(), run.Asked()) })
	}()
	return func() {
		close(quit)
		<-gone
	}
}

// show rewrites one line until quit is closed, and then removes it.
func show(w io.Writer, quit <-chan struct{}, line func() string) {
	select {
	case <-quit:
		return
	case <-time.After(patience):
	}
	tick := time.NewTicker(patience / 5)
	defer tick.Stop()
	for {
		fmt.Fprintf(w, "\r%s", line())
		select {
		case <-quit:
			fmt.Fprint(w, "\r\x1b[K")
			return
		case <-tick.C:
		}
	}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
