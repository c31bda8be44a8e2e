package bdd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// dumpHeader is the first line of a dump.
const dumpHeader = "bdd 1"

// Dump writes roots, in a form Load reads back, into the same manager or another one whose layout
// has variables of the same names and sizes. The form is text, one item a line:
//
//	bdd 1
//	var "NAME" SIZE          for each variable the roots depend on; they count from 0
//	node VAR COPY BIT LO HI  nodes count from 2 and come after their children; COPY is 0 or 1, BIT 0 the most significant
//	root NODE                0 is False, 1 is True
//	end
//
// The same functions in the same order of bits give the same bytes.
func (m *Manager) Dump(w io.Writer, roots ...Node) error {
	err := m.usable()
	if err == nil {
		err = m.writable(w, roots)
	}
	if err != nil {
		return fail("dump", err)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, dumpHeader)
	number := make([]int, m.layout.Len())
	for i := range number {
		number[i] = -1
	}
	next := 0
	for _, b := range m.supportOf(roots) {
		if number[b.Var] < 0 {
			number[b.Var] = next
			next++
			fmt.Fprintf(out, "var %s %d\n", strconv.Quote(m.layout.Name(b.Var)), m.layout.Size(b.Var))
		}
	}
	owner := m.owners()
	nodes, places := m.eng.Export(refs(roots)...)
	for _, x := range nodes[2:] {
		b := owner[m.eng.VarAt(int(x.Level))]
		fmt.Fprintf(out, "node %d %d %d %d %d\n", number[b.Var], b.Copy, b.Index, x.Low, x.High)
	}
	for _, n := range places {
		fmt.Fprintf(out, "root %d\n", n)
	}
	fmt.Fprintln(out, "end")
	return out.Flush()
}

// Load reads what Dump wrote and returns its roots in their order, held by the scope. Bits may be
// ordered differently in the two managers. An error says which line is wrong, or is an operation's.
func (s *Scope) Load(r io.Reader) ([]Node, error) {
	if r == nil {
		return nil, fail("loading", misuse("there is no reader"))
	}
	c := &Calculator{s: s.temporary()}
	defer c.s.done()
	l := loader{c: c, nodes: []Node{False, True}}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		if err := l.line(lines.Text(), number); err != nil {
			if isLimit(err) {
				return nil, err
			}
			return nil, fmt.Errorf("bdd: dump, line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("bdd: reading a dump: %w", err)
	}
	if !l.ended {
		return nil, errors.New("bdd: the dump ends before its last line")
	}
	for _, n := range l.roots {
		c.s.Return(n)
	}
	return l.roots, nil
}

// isLimit says whether err is an operation's rather than about the text of a dump.
func isLimit(err error) bool {
	limits := []error{ErrMisuse, ErrNodeLimit, ErrMemoryLimit, context.Canceled, context.DeadlineExceeded}
	return slices.ContainsFunc(limits, func(limit error) bool { return errors.Is(err, limit) })
}

// loader is the state of reading a dump.
type loader struct {
	c     *Calculator
	vars  []VarID
	nodes []Node
	roots []Node
	ended bool
}

func (l *loader) line(text string, number int) error {
	kind, rest, _ := strings.Cut(text, " ")
	switch {
	case l.ended:
		return errors.New("there is more after the end")
	case number == 1:
		if text != dumpHeader {
			return fmt.Errorf("found %q, expected %q", text, dumpHeader)
		}
		return nil
	case kind == "var":
		return l.variable(rest)
	case kind == "node":
		return l.node(rest)
	case kind == "root":
		var i int
		if err := l.numbers(rest, &i); err != nil {
			return err
		}
		if i < 0 || i >= len(l.nodes) {
			return fmt.Errorf("node %d is not known yet", i)
		}
		l.roots = append(l.roots, l.nodes[i])
		return nil
	case text == "end":
		l.ended = true
		return nil
	}
	return fmt.Errorf("found %q, expected var, node, root or end", kind)
}

func (l *loader) variable(rest string) error {
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return fmt.Errorf("the name of the variable is not quoted: %w", err)
	}
	name, err := strconv.Unquote(quoted)
	if err != nil {
		return fmt.Errorf("the name of the variable: %w", err)
	}
	var size int
	if err := l.numbers(strings.TrimPrefix(rest[len(quoted):], " "), &size); err != nil {
		return err
	}
	v, ok := l.c.s.m.layout.Lookup(name)
	if !ok {
		return fmt.Errorf("the layout has no variable %q", name)
	}
	if have := l.c.s.m.layout.Size(v); have != size {
		return fmt.Errorf("variable %q has %d values, expected %d", name, have, size)
	}
	l.vars = append(l.vars, v)
	return nil
}

func (l *loader) node(rest string) error {
	var v, c, bit, lo, hi int
	if err := l.numbers(rest, &v, &c, &bit, &lo, &hi); err != nil {
		return err
	}
	if v < 0 || v >= len(l.vars) {
		return fmt.Errorf("variable %d is not known", v)
	}
	if lo < 0 || lo >= len(l.nodes) || hi < 0 || hi >= len(l.nodes) {
		return fmt.Errorf("node %d is not known yet", max(lo, hi))
	}
	x := &l.c.s.m.layout.vars[l.vars[v]]
	if c < 0 || c > 1 || bit < 0 || bit >= len(x.copies[c]) {
		return fmt.Errorf("variable %q has no bit %d of copy %d", x.name, bit, c)
	}
	n := l.c.Ite(literal(l.c, x.copies[c][bit]), l.nodes[hi], l.nodes[lo])
	l.nodes = append(l.nodes, n)
	return l.c.err
}

// numbers reads as many numbers as asked for, separated by single spaces.
func (l *loader) numbers(text string, into ...*int) error {
	fields := strings.Split(text, " ")
	if len(fields) != len(into) {
		return fmt.Errorf("found %d numbers, expected %d", len(fields), len(into))
	}
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil {
			return fmt.Errorf("found %q, expected a number", field)
		}
		*into[i] = n
	}
	return nil
}
