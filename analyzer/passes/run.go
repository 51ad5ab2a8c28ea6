package passes

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
)

// The flags that are claims: promises about what a driver does to transmit skbs.
const (
	ClonedSKBs   = "SUPPORTS_CLONED_SKBS"
	EncapOffload = "SUPPORTS_TX_ENCAP_OFFLOAD"
)

// Claimer prepares a driver for analysis and gives the function that analyses one promise of it. It may be called from
// several goroutines; what it gives is called by one.
type Claimer func(*driver.Driver) (func(flag string) *absint.Claim, error)

// Run is the analysis that all packages of one load share. Each claim is computed once.
type Run struct {
	// Done, if set before the first analysis, is called after each driver; from any goroutine.
	Done func(*driver.Driver)

	all     []*driver.Driver
	asked   map[*driver.Driver]bool
	claimer Claimer
	slots   chan struct{} // as many as drivers are analysed at one time

	mu   sync.Mutex
	memo map[*driver.Driver]*cell
}

type cell struct {
	once   sync.Once
	driver *Driver
}

// NewRun makes a run over all drivers in reach; asked are those that reports are about.
func NewRun(claimer Claimer, all, asked []*driver.Driver) *Run {
	r := &Run{
		all:     all,
		asked:   make(map[*driver.Driver]bool, len(asked)),
		claimer: claimer,
		slots:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		memo:    make(map[*driver.Driver]*cell),
	}
	for _, d := range asked {
		r.asked[d] = true
	}
	return r
}

// Asked is the number of drivers that reports are about.
func (r *Run) Asked() int { return len(r.asked) }

func (r *Run) driver(d *driver.Driver) *Driver {
	r.mu.Lock()
	c := r.memo[d]
	if c == nil {
		c = new(cell)
		r.memo[d] = c
	}
	r.mu.Unlock()
	c.once.Do(func() {
		r.slots <- struct{}{}
		defer func() { <-r.slots }()
		c.driver = r.analyse(d)
		if r.Done != nil {
			r.Done(d)
		}
	})
	return c.driver
}

func (r *Run) analyse(d *driver.Driver) *Driver {
	claim := r.prepare(d)
	result := &Driver{Driver: d, Claims: []*absint.Claim{try(d, ClonedSKBs, claim)}}
	if Declares(d, EncapOffload) {
		result.Claims = append(result.Claims, try(d, EncapOffload, claim))
	}
	return result
}

// prepare calls the claimer. Where that fails all claims are unproven, for that reason.
func (r *Run) prepare(d *driver.Driver) (claim func(string) *absint.Claim) {
	defer func() {
		if p := recover(); p != nil {
			claim = func(flag string) *absint.Claim { return crashed(d, flag, p) }
		}
	}()
	claim, err := r.claimer(d)
	if err != nil {
		return func(flag string) *absint.Claim { return undecided(d, flag, err.Error()) }
	}
	return claim
}

// try analyses one promise. A panic is a bug of capcheck and no statement about the driver: the verdict is unproven.
func try(d *driver.Driver, flag string, analyse func(string) *absint.Claim) (claim *absint.Claim) {
	defer func() {
		if p := recover(); p != nil {
			claim = crashed(d, flag, p)
		}
		claim.Declared = Declares(d, flag)
		claim.Obstacles = once(claim.Obstacles)
	}()
	return analyse(flag)
}

// once drops obstacles that say the same of the same place, as those met on two paths do.
func once(list []absint.Obstacle) []absint.Obstacle {
	seen := make(map[absint.Obstacle]bool, len(list))
	return slices.DeleteFunc(list, func(o absint.Obstacle) bool {
		before := seen[o]
		seen[o] = true
		return before
	})
}

func crashed(d *driver.Driver, flag string, reason any) *absint.Claim {
	return undecided(d, flag, fmt.Sprintf("internal error of the analysis: %v; a fix of capcheck would lift it", reason))
}

func undecided(d *driver.Driver, flag, obstacle string) *absint.Claim {
	return &absint.Claim{
		Flag: flag, Verdict: absint.Unproven,
		Obstacles: []absint.Obstacle{{Pos: Pos(d.Pos), Text: obstacle}},
	}
}

// Declares says whether the driver sets the flag anywhere, conditionally or not.
func Declares(d *driver.Driver, flag string) bool {
	_, ok := Declaration(d, flag)
	return ok
}

// Declaration is the place where the driver sets the flag: an unconditional one if there is one.
func Declaration(d *driver.Driver, flag string) (driver.Flag, bool) {
	var found driver.Flag
	ok := false
	for _, f := range d.Flags {
		if f.Name == flag && (!ok || found.Conditional && !f.Conditional) {
			found, ok = f, true
		}
	}
	return found, ok
}
