package ispl

import (
	"context"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Options control Parse. The zero value is right for a model.
type Options struct {
	Vet Thresholds
}

// Parse reads a model. The program is nil if the list has errors.
func Parse(name string, src []byte, opts Options) (*Program, diag.List) {
	return parse(nil, name, src, opts)
}

// ParseContext is [Parse] with a context. If ctx ends first, the error is an [interrupt.Error] that
// names the phase, and there are no other results.
func ParseContext(ctx context.Context, name string, src []byte, opts Options) (p *Program, list diag.List, err error) {
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "parsing")
	watch.Phase("parsing")
	p, list = parse(watch, name, src, opts)
	return p, list, nil
}

func parse(watch *interrupt.Watch, name string, src []byte, opts Options) (*Program, diag.List) {
	files := token.NewFileSet()
	f, list := ParseFile(watch, files, name, src)
	if list.HasErrors() {
		return nil, list
	}
	return resolve(watch, files, f, opts)
}

// resolve checks the names and types of a tree without errors and makes a program of it, which is
// nil if the list has errors.
func resolve(watch *interrupt.Watch, files *token.FileSet, f *File, opts Options) (*Program, diag.List) {
	r := &resolver{
		naming: naming{
			Reporter: &diag.Reporter{Files: files, MaxErrors: MaxErrors},
			sys:      &interpreted.System{Single: f.Semantics != nil && f.Semantics.Single},
			agents:   map[string]int{}, symbols: map[string]recipe.Value{}, reported: map[string]bool{},
		},
		watch: watch, file: f,
		props: map[string]int{}, groups: map[string][]int{},
		usedProps: map[int]bool{}, usedGroups: map[string]bool{},
	}
	r.program = &Program{File: f, System: r.sys, names: r}
	r.declare()
	for i, a := range f.Agents {
		r.agent(i, a)
	}
	r.global()
	if !r.List.HasErrors() {
		r.vet(opts.Vet)
	}
	r.watch = nil // conditions are read later, without it
	list := r.Finish(f.Source, tooManyErrors)
	if list.HasErrors() {
		return nil, list
	}
	return r.program, list
}

// declare numbers agents, variables, values and actions.
func (r *resolver) declare() {
	seen := map[string]token.Span{}
	for i, a := range r.file.Agents {
		if r.first(seen, a.Name, "the agent") {
			r.agents[a.Name.Name] = i
		}
		if a.IsEnvironment() && i > 0 {
			r.Report(misplacedSection, a.Name.Span, "the environment comes after other agents").Suggest("it is the first agent")
		}
		r.vars = append(r.vars, map[string]int{})
		r.actions = append(r.actions, map[string]int{})
		r.sys.Agents = append(r.sys.Agents, interpreted.Agent{Name: a.Name.Name, Pos: r.position(a.Name.Span)})
		r.declareAgent(i, a)
	}
}

func (r *resolver) declareAgent(i int, a *Agent) {
	agent := &r.sys.Agents[i]
	seen := map[string]token.Span{}
	for _, v := range slices.Concat(a.Obsvars.List(), a.Vars.List()) {
		if t := r.typeOf(v); r.first(seen, v.Name, "the variable") {
			r.vars[i][v.Name.Name] = len(r.sys.Vars)
			agent.Sees = append(agent.Sees, len(r.sys.Vars))
			r.sys.Vars = append(r.sys.Vars, interpreted.Variable{Name: v.Name.Name, Agent: i, Type: t, Pos: r.position(v.Name.Span)})
		}
	}
	seen = map[string]token.Span{}
	for _, x := range a.Actions.Items {
		if r.first(seen, x, "the action") {
			r.actions[i][x.Name] = len(agent.Actions)
			agent.Actions = append(agent.Actions, x.Name)
		}
	}
	if !a.IsEnvironment() {
		r.needed(a.Vars.Span, "Vars", len(a.Vars.Items))
		r.needed(a.Actions.Span, "Actions", len(a.Actions.Items))
		r.needed(a.Evolution.Span, "Evolution", len(a.Evolution.Items))
	}
	if len(a.Actions.Items) > 0 {
		r.needed(a.Protocol.Span, "Protocol", len(a.Protocol.Items))
	}
}

// typeOf makes the type of a declared variable. A type with a mistake has some values all the same,
// so that the mistake is reported once.
func (r *resolver) typeOf(v *Variable) *recipe.Type {
	switch v.Kind {
	case Boolean:
		return recipe.BoolType
	case Range:
		switch {
		case v.Lo > v.Hi:
			r.Report(emptyType, v.Type, "the range %d..%d has no values", v.Lo, v.Hi).Suggest("write the smaller number first")
		case v.Hi-v.Lo >= MaxNumber:
			r.Report(emptyType, v.Type, "the range %d..%d has more than %d values", v.Lo, v.Hi, MaxNumber)
		}
		return recipe.IntType(min(v.Lo, v.Hi), max(v.Lo, v.Hi))
	}
	seen := map[string]token.Span{}
	var values []recipe.Value
	for _, c := range v.Values {
		if !r.first(seen, c, "the value") {
			continue
		}
		s, known := memo.Number(r.symbols, c.Name)
		if !known {
			r.sys.Symbols = append(r.sys.Symbols, c.Name)
		}
		values = append(values, s)
	}
	if len(values) == 0 {
		r.Report(emptyType, v.Type, "the variable `%s` has no values", v.Name.Name).Suggest("list at least one, as in `{a}`")
		return recipe.BoolType
	}
	return recipe.EnumType("{"+joinNames(v.Values)+"}", values...)
}

// agent resolves what an agent sees and does.
func (r *resolver) agent(i int, a *Agent) {
	agent := &r.sys.Agents[i]
	if i > 0 && len(r.file.Agents) > 0 && r.file.Agents[0].IsEnvironment() && !a.IsEnvironment() {
		r.sees(i, a)
	} else if len(a.Lobsvars.List()) > 0 && !a.IsEnvironment() {
		r.Report(unknownName, a.Lobsvars.Span, "there is no environment whose variables the agent `%s` could see", a.Name.Name).
			Suggest("declare `Agent Environment`, or leave out `Lobsvars`")
	}
	for n, red := range a.RedStates.List() {
		if n > 0 {
			r.Report(misplaced, red.Span, "the section `RedStates` has a second condition").Suggest("join them by `or`")
		}
		agent.Red = r.condition(red.Expr, scope{agent: i})
	}
	for n, l := range a.Protocol.Items {
		r.protocolLine(i, l, n == len(a.Protocol.Items)-1)
	}
	for _, l := range a.Evolution.Items {
		r.evolutionLine(i, l)
	}
}

// sees finds the variables of the environment that an agent observes.
func (r *resolver) sees(i int, a *Agent) {
	agent := &r.sys.Agents[i]
	for _, v := range r.file.Agents[0].Obsvars.List() {
		if at, ok := r.vars[0][v.Name.Name]; ok {
			agent.Sees = append(agent.Sees, at)
		}
	}
	seen := map[string]token.Span{}
	for _, n := range a.Lobsvars.List() {
		if v, ok := r.find(r.vars[0], n, "the environment has no variable `%s`", n.Name); ok && r.first(seen, n, "the observed variable") {
			agent.Sees = append(agent.Sees, v)
		}
	}
	slices.Sort(agent.Sees)
	agent.Sees = slices.Compact(agent.Sees)
}

func (r *resolver) protocolLine(i int, l *ProtocolLine, last bool) {
	agent := &r.sys.Agents[i]
	var actions []int
	for _, n := range l.Actions {
		if x, ok := r.action(i, n); ok {
			actions = append(actions, x)
		}
	}
	if len(l.Actions) == 0 {
		r.Report(emptySection, l.Span, "the line allows no action").Suggest("name at least one; where no line applies, the system stops")
	}
	if l.When == nil {
		if !last {
			r.Report(misplaced, l.Span, "`Other` is not the last line of the protocol").Suggest("move it to the end")
		}
		agent.Other = actions
		return
	}
	when := r.condition(l.When, scope{agent: i})
	agent.Protocol = append(agent.Protocol, interpreted.ProtocolLine{When: when, Actions: actions, Pos: r.position(l.Span)})
}

func (r *resolver) evolutionLine(i int, l *EvolutionLine) {
	local := scope{agent: i}
	line := interpreted.EvolutionLine{Pos: r.position(l.Span)}
	seen := map[int]bool{}
	for n, as := range l.Assign {
		if n == 1 && r.sys.Single {
			r.Report(severalAssignments, as.Variable.Span, "under SingleAssignment a line assigns one variable").
				Suggest("write one line for each variable, or `Semantics = MultiAssignment;`")
		}
		v, ok := r.find(r.vars[i], as.Variable, "the agent `%s` has no variable `%s`", r.sys.Agents[i].Name, as.Variable.Name)
		if ok && seen[v] {
			r.Report(severalAssignments, as.Variable.Span, "the line assigns `%s` twice", as.Variable.Name)
		}
		seen[v] = seen[v] || ok
		if value := r.assigned(as, v, ok, local); value != nil {
			line.Assign = append(line.Assign, interpreted.Assignment{Var: v, Value: value})
		}
	}
	local.actions = true
	line.When = r.condition(l.When, local)
	r.sys.Agents[i].Evolution = append(r.sys.Agents[i].Evolution, line)
}

// assigned resolves the value that an assignment gives to variable v, if that is known.
func (r *resolver) assigned(as Assignment, v int, known bool, s scope) *interpreted.Expr {
	x := r.value(as.Value, s)
	if x.kind == noKind || !known {
		return nil
	}
	t := r.sys.Vars[v].Type
	if !r.fits(typed{kind: kindOf(t), values: t}, x) {
		if x.symbol != "" && t.Kind == recipe.Enum {
			r.Report(outOfRange, as.Value.Span, "`%s` is not a value of `%s`, which has %s", x.symbol, as.Variable.Name, t.Name).
				Suggest(diag.DidYouMean(x.symbol, r.valueNames(t)))
			return nil
		}
		r.Report(typeMismatch, as.Value.Span, "`%s` is %s and cannot be given %s", as.Variable.Name, describeType(t), x.describe())
		return nil
	}
	if value, constant := constantOf(x.expr); constant && !t.Contains(value) {
		r.Report(outOfRange, as.Value.Span, "the value %d is out of the range %s of `%s`", int(value), t.Name, as.Variable.Name).
			Suggest("extend the range or mend the value; at run time the step would be impossible")
	}
	return x.expr
}

// constantOf evaluates an expression that mentions no variable.
func constantOf(x *interpreted.Expr) (recipe.Value, bool) {
	constant := true
	x.Inspect(func(y *interpreted.Expr) { constant = constant && y.Op != interpreted.OpVar })
	if !constant {
		return 0, false
	}
	return x.Eval(nil, nil)
}

func joinNames(list []Ident) string {
	var names []string
	for _, n := range list {
		names = append(names, n.Name)
	}
	return strings.Join(names, ", ")
}
