package workbench

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A jointName is what a name of a model in ISPL means. The same value in several enumerations is one
// value, as the language has it.
type jointName struct {
	kind        kind
	name, owner string       // the agent of a variable or action
	decls       []token.Span // where it is declared: what is worth showing
}

// jointKinds are what the kinds of names are called in ISPL.
var jointKinds = map[kind]string{instance: "agent", local: "variable", enumValue: "value", label: "action", spec: "proposition", group: "group"}

// A jointUse is a place where a name stands.
type jointUse struct {
	start, end int
	name       *jointName
	declared   bool // here
}

// A scopeOf is what belongs to one agent.
type scopeOf struct{ vars, actions map[string]*jointName }

// jointIndex is what the names of a model in ISPL mean, as far as its text can be read.
type jointIndex struct {
	*Document
	tree *ispl.File
	uses []jointUse // in order of the text

	agents, values, propositions, groups map[string]*jointName
	of                                   map[string]*scopeOf // by agent
}

func newJointIndex(d *Document) *jointIndex {
	tree, _ := d.joint()
	x := &jointIndex{
		Document: d, tree: tree, agents: map[string]*jointName{}, values: map[string]*jointName{},
		propositions: map[string]*jointName{}, groups: map[string]*jointName{}, of: map[string]*scopeOf{},
	}
	for _, a := range tree.Agents {
		x.declareAgent(a)
	}
	for _, p := range items(tree.Evaluation) {
		x.declare(x.propositions, spec, "", p.Name, p.Span)
	}
	for _, g := range items(tree.Groups) {
		x.declare(x.groups, group, "", g.Name, g.Span)
	}
	for _, a := range tree.Agents {
		x.agent(a)
	}
	for _, p := range items(tree.Evaluation) {
		x.expr(p.When, "")
	}
	for _, f := range items(tree.InitStates) {
		x.expr(f.Expr, "")
	}
	for _, g := range items(tree.Groups) {
		x.list(x.agents, g.Members)
	}
	for _, f := range slices.Concat(items(tree.Fairness), items(tree.Formulae)) {
		x.formula(f.Expr)
	}
	sort.Slice(x.uses, func(i, j int) bool { return x.uses[i].start < x.uses[j].start })
	return x
}

func items[T any](s *ispl.Section[T]) []T {
	if s == nil {
		return nil
	}
	return s.Items
}

func (x *jointIndex) declare(table map[string]*jointName, k kind, owner string, at ispl.Ident, decl token.Span) {
	n := table[at.Name]
	if n == nil {
		n = &jointName{kind: k, name: at.Name, owner: owner}
		table[at.Name] = n
	}
	n.decls = append(n.decls, decl)
	x.use(n, at, true)
}

func (x *jointIndex) use(n *jointName, at ispl.Ident, declared bool) {
	if n != nil && at.Span.Start.IsValid() {
		f := x.tree.Source
		x.uses = append(x.uses, jointUse{f.Offset(at.Span.Start), f.Offset(at.Span.End), n, declared})
	}
}

func (x *jointIndex) list(table map[string]*jointName, names []ispl.Ident) {
	for _, n := range names {
		x.use(table[n.Name], n, false)
	}
}

func (x *jointIndex) declareAgent(a *ispl.Agent) {
	head := a.Name.Span
	head.Start = a.Span.Start
	x.declare(x.agents, instance, "", a.Name, head)
	if x.of[a.Name.Name] == nil {
		x.of[a.Name.Name] = &scopeOf{map[string]*jointName{}, map[string]*jointName{}}
	}
	s := x.of[a.Name.Name]
	for _, v := range slices.Concat(items(a.Obsvars), items(a.Vars)) {
		x.declare(s.vars, local, a.Name.Name, v.Name, v.Span)
		for _, value := range v.Values {
			x.declare(x.values, enumValue, "", value, v.Span)
		}
	}
	for _, n := range items(a.Actions) {
		x.declare(s.actions, label, a.Name.Name, n, n.Span)
	}
}

// agent finds what an agent mentions.
func (x *jointIndex) agent(a *ispl.Agent) {
	name, s := a.Name.Name, x.of[a.Name.Name]
	if e := x.of[ispl.EnvironmentName]; e != nil {
		x.list(e.vars, items(a.Lobsvars))
	}
	for _, f := range items(a.RedStates) {
		x.expr(f.Expr, name)
	}
	for _, l := range items(a.Protocol) {
		x.expr(l.When, name)
		x.list(s.actions, l.Actions)
	}
	for _, l := range items(a.Evolution) {
		for _, as := range l.Assign {
			x.use(s.vars[as.Variable.Name], as.Variable, false)
			x.expr(as.Value, name)
		}
		x.expr(l.When, name)
	}
}

// expr finds what a condition or value of an agent mentions, or, without an agent, one that mentions all.
func (x *jointIndex) expr(e *ispl.Expr, agent string) {
	if e == nil {
		return
	}
	switch e.Op {
	case ispl.OpName:
		x.variable(e, agent)
		return
	case ispl.OpAction, ispl.OpRed, ispl.OpGreen:
		x.use(x.agents[e.Agent.Name], e.Agent, false)
		return
	case ispl.OpEq, ispl.OpNeq:
		if left, right := ispl.Unparen(e.Args[0]), ispl.Unparen(e.Args[1]); left.Op == ispl.OpAction && right.Op == ispl.OpName {
			x.expr(left, agent)
			if left.Agent.Name != "" {
				agent = left.Agent.Name
			}
			if s := x.of[agent]; s != nil {
				x.use(s.actions[right.Name.Name], right.Name, false)
			}
			return
		}
	}
	for _, a := range e.Args {
		x.expr(a, agent)
	}
}

// variable finds a variable, or else a value.
func (x *jointIndex) variable(e *ispl.Expr, agent string) {
	if e.Agent.Name != "" {
		x.use(x.agents[e.Agent.Name], e.Agent, false)
		agent = e.Agent.Name
	}
	if s := x.of[agent]; s != nil && s.vars[e.Name.Name] != nil {
		x.use(s.vars[e.Name.Name], e.Name, false)
	} else if e.Agent.Name == "" {
		x.use(x.values[e.Name.Name], e.Name, false)
	}
}

// formula finds what a formula mentions.
func (x *jointIndex) formula(e *ispl.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case ispl.OpName:
		x.use(x.propositions[e.Name.Name], e.Name, false)
	case ispl.OpRed, ispl.OpGreen:
		x.use(x.agents[e.Agent.Name], e.Agent, false)
	case ispl.OpKnows, ispl.OpObliged:
		x.use(x.agents[e.Name.Name], e.Name, false)
	default:
		x.use(x.groups[e.Name.Name], e.Name, false)
	}
	for _, a := range e.Args {
		x.formula(a)
	}
}

// formulae are the places of the properties.
func (x *jointIndex) formulae() (out []Range) {
	f := x.tree.Source
	for _, p := range items(x.tree.Formulae) {
		out = append(out, x.lines.span(f.Offset(p.Span.Start), f.Offset(p.Span.End)))
	}
	return out
}

// at is the use of a name that holds a byte, or ends there.
func (x *jointIndex) at(p Position) *jointUse {
	offset := x.lines.offset(p)
	i := sort.Search(len(x.uses), func(i int) bool { return x.uses[i].end >= offset })
	if i == len(x.uses) || x.uses[i].start > offset {
		return nil
	}
	return &x.uses[i]
}

// same are the uses of the name at a place, in order.
func (x *jointIndex) same(p Position) (out []jointUse) {
	u := x.at(p)
	for _, y := range x.uses {
		if u != nil && y.name == u.name {
			out = append(out, y)
		}
	}
	return out
}

// locations are the places of the uses of the name at a place that are wanted.
func (x *jointIndex) locations(p Position, wanted func(jointUse) bool) []Location {
	out := []Location{}
	for _, u := range x.same(p) {
		if wanted(u) {
			out = append(out, Location{x.URI, x.lines.span(u.start, u.end)})
		}
	}
	return out
}

func (x *jointIndex) highlights(p Position) []Highlight {
	out := []Highlight{}
	for _, u := range x.same(p) {
		k := 2
		if u.declared {
			k = 3
		}
		out = append(out, Highlight{x.lines.span(u.start, u.end), k})
	}
	return out
}

func (x *jointIndex) hover(p Position) *Hover {
	if u := x.at(p); u != nil {
		return &Hover{markdown(x.describe(u.name)), x.lines.span(u.start, u.end)}
	}
	start, end := wordAround(x.Text, x.lines.offset(p))
	if text := jointWords[x.Text[start:end]]; text != "" && !x.commented(start) {
		return &Hover{markdown("`" + x.Text[start:end] + "`: " + text), x.lines.span(start, end)}
	}
	return nil
}

// describe says what a name is: its declaration, what that is, and the comment behind it.
func (x *jointIndex) describe(n *jointName) string {
	f := x.tree.Source
	start, end := f.Offset(n.decls[0].Start), f.Offset(n.decls[0].End)
	text := x.Text[start:end]
	if len(text) > declarationLength {
		text = strings.ToValidUTF8(text[:declarationLength], "") + " …"
	}
	out := fmt.Sprintf("```ispl\n%s\n```\n%s", text, jointKinds[n.kind])
	if n.owner != "" {
		out += " of agent `" + n.owner + "`"
	}
	if end >= 0 {
		line := x.lines.position(end).Line
		for _, c := range x.tree.Comments {
			if at := f.Offset(c.Pos); at >= end && x.lines.position(at).Line == line {
				out += "\n\n" + plain.Replace(strings.TrimSpace(strings.TrimPrefix(c.Text, "--")))
			}
		}
	}
	return out
}

// commented reports whether a byte belongs to a comment.
func (x *jointIndex) commented(offset int) bool {
	return slices.ContainsFunc(x.tree.Comments, func(c ispl.Comment) bool {
		start := x.tree.Source.Offset(c.Pos)
		return start < offset && offset <= start+len(c.Text)
	})
}

// wordAround is the word that holds a byte, or ends there.
func wordAround(text string, offset int) (start, end int) {
	start, end = offset, offset
	for start > 0 && isWordByte(text[start-1]) {
		start--
	}
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	return start, end
}

func (x *jointIndex) prepareRename(p Position) (*Renaming, error) {
	u := x.at(p)
	if u == nil || u.name.name == ispl.EnvironmentName {
		return nil, fmt.Errorf("%w: no name that the model declares stands here", ErrRename)
	}
	return &Renaming{x.lines.span(u.start, u.end), u.name.name}, nil
}

// rename is refused if the diagnostics, or what names mean, would not be the same afterwards.
func (x *jointIndex) rename(ctx context.Context, p Position, name string) (*WorkspaceEdit, error) {
	if _, err := x.prepareRename(p); err != nil {
		return nil, err
	}
	var edits []TextEdit
	var text strings.Builder
	last := 0
	for _, u := range x.same(p) {
		edits = append(edits, TextEdit{x.lines.span(u.start, u.end), name})
		text.WriteString(x.Text[last:u.start] + name)
		last = u.end
	}
	text.WriteString(x.Text[last:])
	before, err := x.read(ctx)
	if err != nil {
		return nil, err
	}
	if before.joint == nil {
		return nil, fmt.Errorf("%w `%s`: %w", ErrRename, x.at(p).name.name, ErrNoModel)
	}
	renamed := NewDocument(x.URI, "ispl", x.Version, text.String())
	after, err := renamed.read(ctx)
	if err != nil {
		return nil, err
	}
	if y := renamed.joints(); !slices.Equal(codes(before.list), codes(after.list)) || !x.meansAs(y) {
		return nil, fmt.Errorf("%w `%s` to `%s`: the model would not mean the same", ErrRename, x.at(p).name.name, name)
	}
	edit := x.edits(edits...)
	return &edit, nil
}

// meansAs reports whether the same places name the same in two texts, whatever they call it.
func (x *jointIndex) meansAs(y *jointIndex) bool {
	there, back := map[*jointName]*jointName{}, map[*jointName]*jointName{}
	return slices.EqualFunc(x.uses, y.uses, func(a, b jointUse) bool {
		if there[a.name] == nil && back[b.name] == nil {
			there[a.name], back[b.name] = b.name, a.name
		}
		return there[a.name] == b.name && back[b.name] == a.name && a.declared == b.declared
	})
}
