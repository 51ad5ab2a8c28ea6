package passes

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/capcheck/capcheck/analyzer/absint"
	"github.com/capcheck/capcheck/analyzer/driver"
)

// The flags that are claims: promises about what a driver does to transmit skbs.
const (
	ClonedSKBs   = "SUPPORTS_CLONED_SKBS"
	EncapOffload = "SUPPORTS_TX_ENCAP_OFFLOAD"
)

// Claimer analyses one promise of one driver. It may be called from several goroutines.
type Claimer interface {
	Claim(d *driver.Driver, flag string) *absint.Claim
}

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
	result := &Driver{Driver: d, Claims: []*absint.Claim{r.claim(d, ClonedSKBs)}}
	if Declares(d, EncapOffload) {
		result.Claims = append(result.Claims, r.claim(d, EncapOffload))
	}
	return result
}

// claim asks the claimer. A panic there is a bug of capcheck and no statement about the driver: the verdict is unproven.
func (r *Run) claim(d *driver.Driver, flag string) (claim *absint.Claim) {
	defer func() {
		if p := recover(); p != nil {
			claim = &absint.Claim{
				Flag:      flag,
				Verdict:   absint.Unproven,
				Obstacles: []absint.Obstacle{{Pos: Pos(d.Pos), Text: fmt.Sprintf("internal error of the analysis: %v; a fix of capcheck would lift it", p)}},
			}
		}
		claim.Declared = Declares(d, flag)
	}()
	return r.claimer.Claim(d, flag)
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
