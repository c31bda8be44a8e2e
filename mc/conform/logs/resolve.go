package logs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Binder makes entries of the records of one log, or of several that belong together. It is not
// safe for concurrent use.
type Binder struct {
	m      *Map
	sys    *recipe.System
	agents map[string]int
	rules  map[string]*rule
	skip   map[string]bool
	// renamed is the index in m.renames of each field whose values are open names.
	renamed map[string]int
	names   map[string]int // by type and name
	open    [][]int        // the agents that each open name may stand for
	control []*recipe.Type // by agent
	known   map[string]*bound
	// conditions are those that some record had, by their words, which say all about them.
	conditions map[string]conform.Condition
	key        []byte
	// applied are the rules that some record had, filled the fields of the map that had a value in
	// one.
	applied map[*rule]bool
	filled  map[string]bool
	said    bool // some fact applied to some record
}

// A bound is what records with the same event and values say.
type bound struct {
	names   []int
	observe func(agents []int) conform.Observation
}

func (m *Map) fault(at word, format string, args ...any) error {
	return &Error{File: m.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
}

// ofType lists the agents of a type; "Agent" is every type.
func (b *Binder) ofType(name string) (out []int) {
	for a := range b.sys.Agents {
		if name == "Agent" || b.sys.Agents[a].TypeName == name {
			out = append(out, a)
		}
	}
	return out
}

// A resolved word is what a word of the map means in a record.
type resolved struct {
	text   string
	kind   Kind
	list   []resolved
	agent  int // of an open name; else -1
	column int
	field  string // where it came from; empty if the map says it
	at     word
}

// resolve finds the value of a word in a record.
func (b *Binder) resolve(w word, r *Record, stand func(int) int) resolved {
	out := resolved{text: w.text, agent: -1, at: w}
	if !w.field {
		return out
	}
	f := r.Field(w.text)
	out.field, out.column = w.text, f.Column
	i, open := b.renamed[w.text]
	of := func(v Value) resolved {
		one := out
		one.text, one.kind = v.Text, v.Kind
		if open {
			one.agent = stand(b.names[b.m.renames[i].typ.text+"\x00"+v.Text])
			one.text = b.sys.Agents[one.agent].Name
		} else if m, ok := b.m.values[v.Text]; ok {
			one.text, one.kind = m.text, Text
		}
		return one
	}
	if f.Value.Kind == List {
		out.kind = List
		for _, v := range f.Value.List {
			out.list = append(out.list, of(v))
		}
		return out
	}
	return of(f.Value)
}

// fault is an error about a resolved word: in the record if a field has it, else in the map.
func (b *Binder) fault(v resolved, r *Record, format string, args ...any) error {
	if v.field == "" {
		return b.m.fault(v.at, format, args...)
	}
	return r.fault(v.column, "field %q: %s", v.field, fmt.Sprintf(format, args...))
}

// agent is the agent that a resolved word names.
func (b *Binder) agent(v resolved, r *Record) (int, error) {
	if v.agent >= 0 {
		return v.agent, nil
	}
	if a, ok := b.agents[v.text]; ok {
		return a, nil
	}
	if v.kind == List {
		return 0, b.fault(v, r, "it is a list, but one agent was expected")
	}
	return 0, b.fault(v, r, "the model has no agent %q; it has %s", v.text, some(b.sys.Agents, func(a recipe.Agent) string { return a.Name }))
}

// some lists the names of a few things.
func some[T any](list []T, name func(T) string) string {
	var out []string
	for i := range list {
		if i == 8 {
			out = append(out, fmt.Sprintf("and %d more", len(list)-8))
			break
		}
		out = append(out, name(list[i]))
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// commands are those that a word such as client1-get, Client-get, $who-get or * names.
func (b *Binder) commands(w word, r *Record, stand func(int) int) (out []int, err error) {
	agent, label, ok := w.of()
	if !ok {
		if w.text != "*" || w.field {
			return nil, b.m.fault(w, "expected a command as AGENT-LABEL, such as client1-get, or *")
		}
		agent, label = w, w
	}
	agents := b.ofType(agent.text)
	v := b.resolve(agent, r, stand)
	switch {
	case !agent.field && agent.text == "*":
		agents = b.ofType("Agent")
	case agent.field || len(agents) == 0:
		a, err := b.agent(v, r)
		if err != nil {
			return nil, err
		}
		agents = []int{a}
	}
	what := b.resolve(label, r, stand)
	for _, a := range agents {
		for id := range b.sys.Agents[a].Commands.All() {
			if l := b.sys.Commands[id].Label; l == what.text || !label.field && label.text == "*" {
				out = append(out, id)
			}
		}
	}
	if len(out) == 0 {
		return nil, b.fault(what, r, "%s has no command with the label %q; it has %s", v.text, what.text, b.labels(agents))
	}
	return out, nil
}

func (b *Binder) labels(agents []int) string {
	var all []string
	for _, a := range agents {
		for id := range b.sys.Agents[a].Commands.All() {
			if l := b.sys.Commands[id].Label; l != "" && !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	return some(all, func(s string) string { return s })
}

// target is the leaf that a fact gives a value.
func (b *Binder) target(f *mapFact, r *Record, stand func(int) int) (*recipe.Expr, error) {
	if f.kind == factData {
		for i, d := range b.sys.Data {
			if d.Name == f.target.text {
				return &recipe.Expr{Op: recipe.OpData, Type: d.Type, Index: i}, nil
			}
		}
		return nil, b.m.fault(f.target, "the messages of the model have no data %s; they have %s", f.target.text,
			some(b.sys.Data, func(d recipe.DataVar) string { return d.Name }))
	}
	agent, local, ok := f.target.of()
	if !ok {
		return nil, b.m.fault(f.target, "expected a local as AGENT-NAME, such as client1-held")
	}
	a, err := b.agent(b.resolve(agent, r, stand), r)
	if err != nil {
		return nil, err
	}
	name := b.resolve(local, r, stand)
	vars := b.sys.Agents[a].Vars
	for v := range vars.All() {
		if b.sys.Vars[v].Name == name.text {
			return &recipe.Expr{Op: recipe.OpLocal, Type: b.sys.Vars[v].Type, Index: v}, nil
		}
	}
	if name.text == controlName {
		return &recipe.Expr{Op: recipe.OpControl, Type: b.control[a], Index: a}, nil
	}
	return nil, b.fault(name, r, "%s has no local %s; it has %s", b.sys.Agents[a].Name, name.text,
		some(b.sys.Vars[vars.Start:vars.End], func(v recipe.Var) string { return v.Name }))
}

// controlName is how an agent's control state is called among its locals.
const controlName = "automaton-state"

// is compares a leaf with a value. A number beyond the bounds of the leaf is a value that it never
// has.
func (b *Binder) is(leaf *recipe.Expr, v resolved, r *Record) (*recipe.Expr, error) {
	t := leaf.Type
	wrong := func() error {
		if v.field != "" {
			return b.fault(v, r, "the value %q is none of type %s; the map can say `value %q = NAME`", v.text, t, v.text)
		}
		return b.fault(v, r, "the value %q is none of type %s", v.text, t)
	}
	if v.kind == List {
		return nil, b.fault(v, r, "it is a list, but one value of type %s was expected", t)
	}
	switch t.Kind {
	case recipe.Bool:
		if v.text != "true" && v.text != "false" || v.kind == Number {
			return nil, wrong()
		}
		return recipe.Eq(leaf, recipe.Const(t, recipe.BoolValue(v.text == "true"))), nil
	case recipe.Int:
		n, err := strconv.Atoi(v.text)
		if errors.Is(err, strconv.ErrRange) {
			return recipe.FalseExpr, nil
		}
		if err != nil || v.kind == Bool {
			return nil, wrong()
		}
		if n < t.Lo || n > t.Hi {
			return recipe.FalseExpr, nil
		}
		return recipe.Eq(leaf, recipe.Const(t, recipe.Value(n))), nil
	}
	if v.agent >= 0 {
		return recipe.Eq(leaf, recipe.Const(t, b.sys.Agents[v.agent].Location)), nil
	}
	symbol, ok := b.sys.SymbolOf(v.text)
	if !ok || !t.Contains(symbol) {
		return nil, wrong()
	}
	return recipe.Eq(leaf, recipe.Const(t, symbol)), nil
}

// leafName spells a local, a control state or a data variable.
func (b *Binder) leafName(leaf *recipe.Expr) string {
	switch leaf.Op {
	case recipe.OpData:
		return b.sys.Data[leaf.Index].Name
	case recipe.OpControl:
		return b.sys.Agents[leaf.Index].Name + "-" + controlName
	}
	return b.sys.VariableName(b.sys.Vars[leaf.Index].Agent, leaf.Index)
}

// executed is the proposition that a step executes one of some commands; nil without any.
func executed(commands []int) *recipe.Expr {
	slices.Sort(commands)
	if commands = slices.Compact(commands); len(commands) == 0 {
		return nil
	}
	return &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: commands}
}
