package driver

import (
	"regexp"
	"strings"

	"github.com/capcheck/capcheck/analyzer/syntax"
)

// Where a driver gives up there is no registered hw, so what it skips on that way is still unconditional. These are
// the kernel's habits to tell a failure from an early success (Documentation/process/coding-style.rst, sections 7, 16).

var (
	failureName    = regexp.MustCompile(`(?i)^(err|error|errno|ret|retval|retcode|rc|rv|res|result|status|stat)$`)
	failureLabel   = regexp.MustCompile(`(?i)err|fail|free|bad|abort|undo|unwind|clean|release|unmap|unreg|disable|destroy|remove|deinit|exit_`)
	failureCall    = regexp.MustCompile(`^(ERR_PTR|ERR_CAST|PTR_ERR|dev_err_probe)$`)
	failureMessage = regexp.MustCompile(`(?i)err(or)?($|_)`) // dev_err, pr_err_once, wiphyerr
	failureConst   = regexp.MustCompile(`^E[A-Z0-9]+$|^NULL$|^false$|_FAIL(ED|URE)?$|_ERR(OR)?$|^FALSE$`)
)

// failure says whether returning x tells the caller that it did not work out.
func (w *walker) failure(x syntax.Expr, before []syntax.Stmt) bool {
	switch x := x.(type) {
	case nil:
		return complains(before)
	case *syntax.Number:
		return !x.OK || x.Value != 0
	case *syntax.Unary:
		return x.Op == "-" || w.failure(x.X, before)
	case *syntax.Cast:
		return w.failure(x.X, before)
	case *syntax.Cond:
		return x.T != nil && w.failure(x.T, before) || w.failure(x.F, before)
	case *syntax.Call:
		f, ok := x.Fun.(*syntax.Ident)
		return ok && failureCall.MatchString(f.Name)
	case *syntax.Ident:
		return failureConst.MatchString(x.Name) || w.failureVar(x.Name, before)
	}
	return false
}

// failureVar says whether the variable holds an error here: it was just given one, or it was tested.
func (w *walker) failureVar(name string, before []syntax.Stmt) bool {
	if v := lastAssigned(name, before); v != nil {
		if n, ok := v.(*syntax.Number); ok {
			return n.Value != 0
		}
		return true
	}
	for _, c := range w.conds {
		if mentions(c, name) {
			return true
		}
	}
	return len(w.conds) > 0 && failureName.MatchString(name)
}

// failureJump says whether the jump goes to the clean-up after an error.
func (w *walker) failureJump(g *syntax.Goto, before []syntax.Stmt) bool {
	if failureLabel.MatchString(g.Label) || g.Pos < w.registers && w.registers < w.labels[g.Label] || complains(before) {
		return true
	}
	for _, c := range w.conds {
		if testsFailure(c) {
			return true
		}
	}
	switch x := w.returnBehind(g.Label).(type) {
	case nil:
		return false
	case *syntax.Ident:
		return failureConst.MatchString(x.Name) || lastAssigned(x.Name, before) != nil && w.failureVar(x.Name, before)
	default:
		return w.failure(x, before)
	}
}

// returnBehind is what the function returns behind the label, nil if nothing.
func (w *walker) returnBehind(label string) (x syntax.Expr) {
	seen, done := false, false
	syntax.Walk(w.fn.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Label:
			seen = seen || n.Name == label
		case *syntax.Return:
			if seen && !done {
				x, done = n.X, true
			}
		}
		return !done
	})
	return x
}

// testsFailure recognises if (err), if (ret < 0), if (IS_ERR(p)).
func testsFailure(c syntax.Expr) (found bool) {
	syntax.Walk(c, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			found = found || failureName.MatchString(id.Name) || strings.HasPrefix(id.Name, "IS_ERR")
		}
		return !found
	})
	return found
}

// lastAssigned is the value that the last of the statements to do so gives the variable.
func lastAssigned(name string, stmts []syntax.Stmt) (value syntax.Expr) {
	for i := len(stmts) - 1; i >= 0 && value == nil; i-- {
		s, ok := stmts[i].(*syntax.ExprStmt)
		if !ok {
			continue
		}
		if a, ok := s.X.(*syntax.Assign); ok && a.Op == "=" && isIdent(a.X, name) {
			value = a.Y
		}
	}
	return value
}

// complains recognises a message about an error in front of a return without a value.
func complains(before []syntax.Stmt) bool {
	for _, s := range before {
		e, ok := s.(*syntax.ExprStmt)
		if !ok {
			continue
		}
		if c, ok := e.X.(*syntax.Call); ok {
			if f, ok := c.Fun.(*syntax.Ident); ok && failureMessage.MatchString(f.Name) {
				return true
			}
		}
	}
	return false
}

func isIdent(x syntax.Expr, name string) bool {
	id, ok := x.(*syntax.Ident)
	return ok && id.Name == name
}

func mentions(x syntax.Node, name string) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}
