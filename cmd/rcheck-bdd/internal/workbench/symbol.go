package workbench

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// kind says what a name stands for.
type kind uint8

const (
	constant kind = iota
	enumeration
	channel
	enumValue
	instance
	datum
	property
	guard
	parameter
	agentType
	local
	label
	bound
	spec
	group
)

// readonly is a bit of modifiers, by the places in [TokenModifiers].
const readonly = 2

// kindFacts say, kind by kind, what messages call it, its type of token with modifiers, and the
// protocol's numbers of completions and of symbols in an outline, 0 where it is not shown.
var kindFacts = [...]struct {
	name, token                   string
	modifiers, completion, symbol int
}{
	{"constant", "variable", readonly, 21, 14},
	{"enumeration", "enum", 0, 13, 10},
	{"channel", "event", 0, 23, 24},
	{"value", "enumMember", 0, 20, 22},
	{"agent", "variable", readonly, 6, 19},
	{"data variable", "property", 0, 5, 8},
	{"property identifier", "decorator", 0, 10, 7},
	{"guard", "function", 0, 3, 12},
	{"parameter", "parameter", 0, 6, 26},
	{"agent type", "class", 0, 7, 5},
	{"local variable", "variable", 0, 6, 13},
	{"label", "method", 0, 2, 6},
	{"bound variable", "parameter", 0, 6, 0},
	{"property", "function", 0, 3, 16},
	{"group", "type", 0, 13, 10},
}

func (k kind) String() string { return kindFacts[k].name }

// A symbol is what a name means. Names that cannot be distinguished everywhere are one symbol, so
// that they are renamed together: see join.
type symbol struct {
	kind  kind
	name  string
	owner string // the agent type of a local or label, the guard of a parameter; in ISPL the agent of a variable or action
	// family tells that the name is that of a family such as `client[1..N]`; its members are spelled
	// with a number behind the name.
	family bool
	decls  []ast.Node // where it is declared: nodes whose range is worth showing
	types  []string   // the agent types of an instance, or those a bound variable ranges over
	joined *symbol
}

// root is the same for all symbols that were joined.
func (s *symbol) root() *symbol {
	for s.joined != nil {
		s = s.joined
	}
	return s
}

// scoped reports whether the name means the symbol in a part of the model only, or only in the
// lists of properties.
func (s *symbol) scoped() bool {
	return s.kind == spec || s.kind == local || s.kind == label || s.kind == parameter || s.kind == bound
}

// values are the kinds of names that are one namespace, by their spelling.
var values = []kind{channel, enumValue, instance}

// declares reports whether one more declaration of the symbol's name declares it, too.
func (s *symbol) declares(n declared) bool {
	same := s.kind == n.kind && n.kind != bound && n.kind != spec || slices.Contains(values, s.kind) && slices.Contains(values, n.kind)
	return same && s.owner == n.owner && s.family == n.family
}

func join(a, b *symbol) {
	if a, b = a.root(), b.root(); a != b {
		b.joined = a
	}
}

// An occurrence is a place where a symbol is named. Of a member of a family only the family's name
// belongs to it.
type occurrence struct {
	start, end int
	symbol     *symbol
	declared   bool // here
}

// index is what the names of a document mean.
type index struct {
	file        *token.File
	occurrences []occurrence // in order of the text, which do not overlap
	symbols     []*symbol
	declared    map[token.Pos]*symbol // by the place of the name
	spelled     map[string][]*symbol
}

// newIndex finds what a model declares; the references say where that is named.
func newIndex(file *token.File, tree *ast.File, references []token.Reference) *index {
	x := &index{file: file, declared: map[token.Pos]*symbol{}, spelled: map[string][]*symbol{}}
	for _, d := range tree.Decls {
		eachDeclared(d, x.add)
	}
	last := token.NoPos
	for _, r := range references {
		s := x.declared[r.Declared]
		switch {
		case s == nil || x.declared[r.At] != nil:
		case r.At == last: // these have to keep one name
			join(x.occurrences[len(x.occurrences)-1].symbol, s)
		default:
			last = r.At
			x.occur(r.At, s, false)
		}
	}
	x.sort()
	return x
}

func (x *index) sort() {
	slices.SortFunc(x.occurrences, func(a, b occurrence) int { return cmp.Compare(a.start, b.start) })
}

func (x *index) occur(at token.Pos, s *symbol, declared bool) {
	start := x.file.Offset(at)
	x.occurrences = append(x.occurrences, occurrence{start, start + len(s.name), s, declared})
}

// A declared is a name where it is declared.
type declared struct {
	kind   kind
	owner  string
	name   *ast.Ident
	node   ast.Node
	family bool
	types  []string
}

// eachDeclared visits the names that a declaration declares, in order of the text.
func eachDeclared(d ast.Decl, visit func(declared)) {
	owner := ""
	add := func(k kind, owner string, name *ast.Ident, node ast.Node, types ...string) {
		visit(declared{kind: k, owner: owner, name: name, node: node, types: types})
	}
	addName := func(k kind, n *ast.DeclName, node ast.Node, types ...string) {
		visit(declared{kind: k, name: n.Name, node: node, family: n.Replicated(), types: types})
	}
	addNames := func(k kind, names []*ast.DeclName) {
		for _, n := range names {
			addName(k, n, n)
		}
	}
	addFields := func(k kind, owner string, fields []*ast.Field) {
		for _, f := range fields {
			add(k, owner, f.Name, f)
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ConstDecl:
			add(constant, "", n.Name, n)
		case *ast.ChannelsDecl:
			addNames(channel, n.Names)
		case *ast.EnumDecl:
			add(enumeration, "", n.Name, n)
			addNames(enumValue, n.Values)
		case *ast.MessageDecl:
			addFields(datum, "", n.Fields)
		case *ast.PropertyDecl:
			addFields(property, "", n.Fields)
		case *ast.GuardDecl:
			add(guard, "", n.Name, n)
			addFields(parameter, n.Name.Name, n.Params)
		case *ast.AgentDecl:
			owner = n.Name.Name
			add(agentType, "", n.Name, n)
		case *ast.LocalSection:
			addFields(local, owner, n.Fields)
		case *ast.Command:
			add(label, owner, n.Label, n)
		case *ast.GroupDecl:
			add(group, "", n.Name, n)
		case *ast.Instance:
			addName(instance, n.Name, n, n.Type.Name)
			add(bound, "", n.Name.Var, n)
		case *ast.SpecDecl:
			add(spec, "", n.Name, n)
		case *ast.AssumeDecl:
			add(spec, "", n.Name, n)
		case *ast.ContractDecl:
			add(bound, "", n.Var, n, n.Type.Name)
		case *ast.Quantifier:
			var types []string
			for _, t := range n.Types {
				types = append(types, t.Name)
			}
			for _, v := range n.Vars {
				add(bound, "", v, n, types...)
			}
		}
		return true
	})
}

// add enters a name, which may be declared before.
func (x *index) add(n declared) {
	if n.name == nil || n.name.Name == "" || !n.name.Pos().IsValid() || x.declared[n.name.Pos()] != nil {
		return
	}
	var s *symbol
	for _, o := range x.spelled[n.name.Name] {
		if o.declares(n) {
			s = o
		}
	}
	if s == nil {
		s = &symbol{kind: n.kind, name: n.name.Name, owner: n.owner, family: n.family}
		x.symbols = append(x.symbols, s)
		x.spelled[s.name] = append(x.spelled[s.name], s)
	}
	s.decls, s.types = append(s.decls, n.node), append(s.types, n.types...)
	x.declared[n.name.Pos()] = s
	x.occur(n.name.Pos(), s, true)
}

// occurrence is the one that begins at a byte, nil if there is none.
func (x *index) occurrence(start int) *occurrence {
	i := sort.Search(len(x.occurrences), func(i int) bool { return x.occurrences[i].start >= start })
	if i == len(x.occurrences) || x.occurrences[i].start != start {
		return nil
	}
	return &x.occurrences[i]
}

// same lists the occurrences of what cannot be told apart from one, in order; none for nil.
func (x *index) same(at *occurrence) []occurrence {
	var out []occurrence
	for _, o := range x.occurrences {
		if at != nil && o.symbol.root() == at.symbol.root() {
			out = append(out, o)
		}
	}
	return out
}

// named lists the symbols of some kinds that belong to an owner, by name.
func (x *index) named(owner string, kinds ...kind) []*symbol {
	var out []*symbol
	for _, s := range x.symbols {
		if s.owner == owner && slices.Contains(kinds, s.kind) {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *symbol) int { return strings.Compare(a.name, b.name) })
	return out
}

// value finds a channel, a constant of an enumeration or an instance by its spelling, members of
// families included.
func (x *index) value(name string) *symbol {
	base, number := cutNumber(name)
	for _, s := range x.named("", values...) {
		if !s.family && s.name == name || s.family && number && s.name == base {
			return s
		}
	}
	return nil
}

// cutNumber cuts the number off the name of a family's member.
func cutNumber(name string) (base string, ok bool) {
	base = strings.TrimRight(name, "0123456789")
	number := name[len(base):]
	return base, number == "0" || number != "" && number[0] != '0'
}
