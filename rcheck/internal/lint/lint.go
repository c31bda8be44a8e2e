// Package lint finds common traps in a model without errors: text that has a meaning, but hardly
// the intended one. It looks only at the syntax tree.
package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// File adds its warnings about a file without errors to the list.
func File(files *token.FileSet, f *ast.File, list diag.List) diag.List {
	l := linter{rep: &diag.Reporter{Files: files, List: list}, single: map[string]bool{}, agents: map[string]*ast.AgentDecl{}}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.ChannelsDecl:
			for _, n := range d.Names {
				l.single[n.Name.Name] = !n.Replicated()
			}
		case *ast.AgentDecl:
			l.agents[d.Name.Name] = d
			if d.Repeat != nil {
				l.unreached(d.Repeat.Body)
			}
		}
	}
	for _, d := range f.Decls {
		if system, ok := d.(*ast.SystemDecl); ok {
			l.blockers(system, f.Dialect)
		}
	}
	return l.rep.List
}

type linter struct {
	rep    *diag.Reporter
	single map[string]bool // whether the name is that of one channel
	agents map[string]*ast.AgentDecl
}

// unreached warns about what follows a repetition, which never ends.
func (l *linter) unreached(body ast.Process) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.Sequence)
		if !ok {
			return true
		}
		for i, step := range s.Steps[:len(s.Steps)-1] {
			if rep := endless(step); rep != nil {
				l.unreachedAfter(rep, s.Steps[i+1])
				break
			}
		}
		return true
	})
}

// endless is the repetition that a process cannot leave; nil if it can end.
func endless(x ast.Process) *ast.Repetition {
	switch x := x.(type) {
	case *ast.Repetition:
		return x
	case *ast.ParenProcess:
		return endless(x.X)
	case *ast.Sequence:
		for _, step := range x.Steps {
			if rep := endless(step); rep != nil {
				return rep
			}
		}
	case *ast.Choice:
		var first *ast.Repetition
		for _, a := range x.Alternatives {
			rep := endless(a)
			if rep == nil {
				return nil
			}
			if first == nil {
				first = rep
			}
		}
		return first
	}
	return nil
}

func (l *linter) unreachedAfter(rep *ast.Repetition, next ast.Process) {
	at := token.Span{Start: rep.Rep, End: rep.Rep + 3}
	start := l.rep.Files.Position(rep.Rep)
	reported := slices.ContainsFunc(l.rep.List, func(d *diag.Diagnostic) bool {
		return d.Code == parser.RepetitionDiffers && d.Start == start
	})
	if reported { // what is meant is open
		return
	}
	w := l.rep.Report(Unreached, at, "`rep` repeats for ever: what follows it is never reached").
		Suggest("`repeat` already repeats everything; to leave `rep`, make what follows a choice in it: `rep (P + Q)`")
	l.rep.Relate(w, ast.Span(next), "never reached")
}

// blockers warns about agents that listen to channels on which they never receive, because they
// have no receive guard: a sender on such a channel waits for them forever.
func (l *linter) blockers(system *ast.SystemDecl, dialect ast.Dialect) {
	var used []string // types, in the order of the system
	many := map[string]bool{}
	for _, inst := range system.Instances {
		name := inst.Type.Name
		many[name] = slices.Contains(used, name) || inst.Name != nil && inst.Name.Replicated()
		used = append(used, name)
	}
	for i, name := range used {
		d := l.agents[name]
		if d == nil || d.ReceiveGuard != nil || slices.Contains(used[:i], name) {
			continue
		}
		_, received, all := l.channels(d)
		if all {
			continue
		}
		var blocked, senders []string
		for _, other := range used {
			if other == name && !many[name] || l.agents[other] == nil {
				continue
			}
			sent, _, _ := l.channels(l.agents[other])
			for _, c := range sent {
				if !slices.Contains(received, c) && !slices.Contains(blocked, c) {
					blocked = append(blocked, c)
				}
				if !slices.Contains(received, c) && !slices.Contains(senders, other) {
					senders = append(senders, other)
				}
			}
		}
		if len(blocked) > 0 {
			l.blocker(d, blocked, senders, dialect)
		}
	}
}

func (l *linter) blocker(d *ast.AgentDecl, blocked, senders []string, dialect ast.Dialect) {
	channel := "chan"
	if dialect == ast.Classic {
		channel = "channel"
	}
	var guards []string
	for _, c := range blocked {
		guards = append(guards, fmt.Sprintf("%s != %s", channel, c))
	}
	l.rep.Report(Blocker, ast.Span(d.Name),
		"agents of type `%s` have no receive guard, so they listen to every channel, but they never receive on %s: sends of %s there are blocked for ever",
		d.Name.Name, quoted(blocked), quoted(senders)).
		Suggest("say which channels they listen to, such as `receive-guard: " + strings.Join(guards, " & ") + "`")
}

func quoted(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// channels are those that agents of a type name in sends, but for the broadcast channel, and those
// on which they receive, or all if that depends on their state.
func (l *linter) channels(d *ast.AgentDecl) (sent, received []string, all bool) {
	if d.Repeat == nil {
		return nil, nil, false
	}
	ast.Inspect(d.Repeat, func(n ast.Node) bool {
		switch a := n.(type) {
		case *ast.Send:
			if name, fixed := l.channel(d, a.Chan); fixed && name != "*" {
				sent = append(sent, name)
			}
		case *ast.Receive:
			name, fixed := l.channel(d, a.Chan)
			received, all = append(received, name), all || !fixed
		}
		return true
	})
	return sent, received, all
}

// channel is the channel that an expression always is; it is not fixed if it is a variable or a
// member of a family.
func (l *linter) channel(d *ast.AgentDecl, e ast.Expr) (name string, fixed bool) {
	switch e := e.(type) {
	case *ast.Star:
		return "*", true
	case *ast.Ident:
		local := d.Local != nil && slices.ContainsFunc(d.Local.Fields, func(f *ast.Field) bool { return f.Name.Name == e.Name })
		return e.Name, l.single[e.Name] && !local
	}
	return "", false
}

// The codes of this package.
const (
	Unreached diag.Code = "RC0570"
	Blocker   diag.Code = "RC0571"
)
