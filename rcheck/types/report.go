package types

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A journal holds what is reported, and counts what the work costs.
type journal struct {
	*Program
	watch *interrupt.Watch
	*diag.Reporter
	seen map[reported]bool

	nodes        int // expression nodes made so far, expansion included
	errors       int // diagnostics of that severity reported so far, by trials too
	inProperties int // how many of them are about properties
	trials       int // how many trials are going on, one within the other
	untried      int // how many diagnostics there were when the outermost of them began

	ranged    map[*ast.Quantifier]bool // the quantifiers of the property at hand, and whether they range over something
	readings  map[extent]*warned       // the warnings that others read an expression differently
	positions map[token.Pos]recipe.Position
}

// warned is a warning of the parser that an expression is read differently elsewhere.
type warned struct {
	diagnostic *diag.Diagnostic
	tried      bool
	dropped    bool
}

// extent is the range of an expression in a file of that name.
type extent struct {
	file       string
	start, end int
}

// report adds a diagnostic and returns it for additions. It returns nil, to which everything can be
// added, for one that is there already: replicas repeat what is wrong with their type.
func (c *journal) report(code diag.Code, at token.Span, format string, args ...any) *diag.Diagnostic {
	c.watch.Step()
	key := reported{code, at, fmt.Sprintf(format, args...)}
	if c.seen[key] {
		return nil
	}
	c.seen[key] = true
	d := c.Report(code, at, format, args...)
	if d.Severity == diag.Error {
		c.errors++
	}
	if c.errors > c.limits.Errors {
		c.List = c.List[:len(c.List)-1]
		if c.trials == 0 {
			c.giveUp(parser.TooManyErrors, at, "the checker stops after %d errors; correct these first", c.limits.Errors)
		}
	}
	return d
}

// hint adds a suggestion to a diagnostic that is going to be seen. To look for one can take long.
func (c *journal) hint(d *diag.Diagnostic, suggestion func() string) {
	if d != nil && c.trials == 0 {
		d.Suggest(suggestion())
	}
}

// abandoned is what giveUp panics with.
type abandoned struct{}

// giveUp reports an error after which nothing more is looked at, drops what trials that are going
// on have reported, and leaves the work, to where the caller of finish catches it.
func (c *journal) giveUp(code diag.Code, at token.Span, format string, args ...any) {
	if c.trials > 0 {
		c.List = c.List[:c.untried]
	}
	c.Report(code, at, format, args...)
	panic(abandoned{})
}

// finish runs work, and reports whether it was not given up.
func (c *journal) finish(work func()) (complete bool) {
	defer func() {
		if r := recover(); r != nil && r != (abandoned{}) {
			panic(r)
		}
	}()
	work()
	return true
}

func (c *journal) reportAt(code diag.Code, n ast.Node, format string, args ...any) *diag.Diagnostic {
	return c.report(code, ast.Span(n), format, args...)
}

// duplicate reports that a name is declared, or something done, a second time, and tells where the
// other one is.
func (c *journal) duplicate(at, other ast.Node, whichIs, format string, args ...any) {
	c.Relate(c.reportAt(DuplicateName, at, format, args...), ast.Span(other), "%s", whichIs)
}

// spend counts n expression nodes, or names, against the expansion limit. When there is no room for
// them, it says so at the node at hand and gives up.
func (c *journal) spend(n int, at ast.Node) {
	c.watch.Step()
	if c.nodes > c.limits.Expansion-n {
		c.giveUp(expansionLimit, ast.Span(at), "the model grows beyond %d expression nodes when guards, replicas and quantifiers are "+
			"written out", c.limits.Expansion)
	}
	c.nodes += n
}

// position resolves a place. Replicas ask for the same places again and again.
func (c *journal) position(p token.Pos) recipe.Position {
	if at, ok := c.positions[p]; ok {
		return at
	}
	q := c.Files.Position(p)
	at := recipe.Position{File: q.Filename, Line: q.Line, Column: q.Column}
	c.positions[p] = at
	return at
}

func (c *journal) text(n ast.Node) string { return c.Files.Text(ast.Span(n)) }

// shown is how a diagnostic quotes an expression: without its outer parentheses and not too long.
func (c *journal) shown(e ast.Expr) string {
	const longest = 60
	return token.Clip(c.text(ast.Unparen(e)), longest)
}

// suggestOrList suggests a name that is close, or else tells which names there are, as far as they
// can be taken in.
func suggestOrList(found string, candidates []string) string {
	const most = 8
	if hint := diag.DidYouMean(found, candidates); hint != "" {
		return hint
	}
	if len(candidates) == 0 {
		return "it has none"
	}
	list := "`" + strings.Join(candidates[:min(len(candidates), most)], "`, `") + "`"
	if len(candidates) > most {
		list += ", …"
	}
	return "it has " + list
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return strconv.Itoa(n) + suffix
}

func kindName(k recipe.Kind) string {
	return [...]string{recipe.Bool: "a truth value", recipe.Int: "a number", recipe.Enum: "a constant"}[k]
}

// trial is an elaboration that can be undone.
type trial struct {
	c            *journal
	list, errors int
	seen         map[reported]bool
}

func (c *journal) begin() *trial {
	if c.trials == 0 {
		c.untried = len(c.List)
	}
	c.trials++
	t := &trial{c, len(c.List), c.errors, c.seen}
	c.seen = map[reported]bool{}
	return t
}

// rollback undoes what was reported since the trial began, and returns the number of errors.
func (t *trial) rollback() int {
	errors := len(t.c.List[t.list:].Errors())
	t.c.List = t.c.List[:t.list]
	t.c.seen, t.c.errors = t.seen, t.errors
	t.c.trials--
	return errors
}

// broken reports whether something other than a property has an error.
func (c *journal) broken() bool { return c.file.Broken || c.errors > c.inProperties }
