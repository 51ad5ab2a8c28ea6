package kernel

import "os"

// RequireEnv names the environment variable that makes a missing tree a failure. make test sets it to 1.
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
	case os.Getenv(RequireEnv) == "1":
		tb.Fatalf("kernel sources are required here (%s=1): %v", RequireEnv, err)
	default:
		tb.Skipf("needs kernel sources: %v", err)
	}
	return ""
}
