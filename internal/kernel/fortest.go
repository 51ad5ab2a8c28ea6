package kernel

import (
	"os"
	"slices"
	"strings"
)

// RequireEnv names the environment variable that makes a missing tree a failure: 1 for any version, or the versions
// that have to be there. make test sets it to those that it fetched.
const RequireEnv = "CAPCHECK_REQUIRE_KERNEL"

// TB is the part of testing.TB that ForTest needs; programs need not link the testing package for it.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// ForTest returns the root of a kernel tree. A test that needs one is skipped where there is none, unless the
// environment demands that it runs.
func ForTest(tb TB, version string) string {
	tb.Helper()
	dir, err := Cached(version)
	switch {
	case err == nil:
		return dir
	case required(version):
		tb.Fatalf("kernel sources are required here (%s=%s): %v", RequireEnv, os.Getenv(RequireEnv), err)
	default:
		tb.Skipf("needs kernel sources: %v", err)
	}
	return ""
}

func required(version string) bool {
	list := strings.Fields(os.Getenv(RequireEnv))
	return slices.Contains(list, "1") || slices.Contains(list, version)
}
