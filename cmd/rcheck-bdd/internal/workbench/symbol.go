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

var kindNames = [...]string{
	"constant", "enumeration", "channel", "value", "agent", "data variable", "property identifier", "guard", "parameter",
	"agent type", "local variable", "label", "bound variable", "property", "group",
}

func (k kind) String() string { return kindNames[k] }

// A symbol is what a name means. Names that cannot be told apart everywhere are one symbol for
// whoever renames: see join.
type symbol struct {
	kind  kind
	name  string
	owner string // the agent type of a local or label, the guard of a parameter; in ISPL the agent of a variable or action
	// family tells that the name is that of a family such as `client[1..N]`; its members are spelled with
	// a number behind the name.
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

// scoped reports whether the name means the symbol in a part of the model only, or only in the lists of properties.
func (s *symbol) scoped() bool {
	return s.kind == spec || s.kind == local || s.kind == label || s.kind == parameter || s.kind == bound
}

// values are the kinds of names that are one namespace, by their spelling.
var values = []kind{channel, enumValue, instance}

// declares reports whether one more declaration of a name declares the same symbol.
func (s *symbol) declares(k kind, owner, name string, family bool) bool {
	same := s.kind == k && k != bound && k != spec || slices.Contains(values, s.kind) && slices.Contains(values, k)
	return same && s.owner == owner && s.name == name && s.family == family
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
func newIndex(s *syntax, references []token.Reference) *index {
	x := &index{file: s.file, declared: map[token.Pos]*symbol{}, spelled: map[string][]*symbol{}}
	for _, d := range s.tree.Decls {
		x.declare(d)
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

// declare enters what a declaration declares.
func (x *index) declare(d ast.Decl) {
	owner := ""
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ConstDecl:
			x.add(constant, "", n.Name, n)
		case *ast.ChannelsDecl:
			x.addNames(channel, n.Names)
		case *ast.EnumDecl:
			x.add(enumeration, "", n.Name, n)
			x.addNames(enumValue, n.Values)
		case *ast.MessageDecl:
			x.addFields(datum, "", n.Fields)
		case *ast.PropertyDecl:
			x.addFields(property, "", n.Fields)
		case *ast.GuardDecl:
			x.add(guard, "", n.Name, n)
			x.addFields(parameter, n.Name.Name, n.Params)
		case *ast.AgentDecl:
			owner = n.Name.Name
			x.add(agentType, "", n.Name, n)
		case *ast.LocalSection:
			x.addFields(local, owner, n.Fields)
		case *ast.Command:
			x.add(label, owner, n.Label, n)
		case *ast.GroupDecl:
			x.add(group, "", n.Name, n)
		case *ast.Instance:
			if s := x.addName(instance, n.Name, n); s != nil {
				s.types = append(s.types, n.Type.Name)
			}
			x.add(bound, "", n.Name.Var, n)
		case *ast.SpecDecl:
			x.add(spec, "", n.Name, n)
		case *ast.Quantifier:
			for _, v := range n.Vars {
				if s := x.add(bound, "", v, n); s != nil {
					for _, t := range n.Types {
						s.types = append(s.types, t.Name)
					}
				}
			}
		}
		return true
	})
}

// add declares a name, which may be declared before.
func (x *index) add(k kind, owner string, name *ast.Ident, decl ast.Node) *symbol {
	return x.addSymbol(k, owner, name, decl, false)
}

func (x *index) addSymbol(k kind, owner string, name *ast.Ident, decl ast.Node, family bool) *symbol {
	if name == nil || name.Name == "" || !name.Pos().IsValid() || x.declared[name.Pos()] != nil {
		return nil
	}
	var s *symbol
	for _, o := range x.spelled[name.Name] {
		if o.declares(k, owner, name.Name, family) {
			s = o
		}
	}
	if s == nil {
		s = &symbol{kind: k, name: name.Name, owner: owner, family: family}
		x.symbols = append(x.symbols, s)
		x.spelled[s.name] = append(x.spelled[s.name], s)
	}
	s.decls = append(s.decls, decl)
	x.declared[name.Pos()] = s
	x.occur(name.Pos(), s, true)
	return s
}

// addName declares a value, which may be a family.
func (x *index) addName(k kind, n *ast.DeclName, decl ast.Node) *symbol {
	return x.addSymbol(k, "", n.Name, decl, n.Replicated())
}

func (x *index) addNames(k kind, names []*ast.DeclName) {
	for _, n := range names {
		x.addName(k, n, n)
	}
}

func (x *index) addFields(k kind, owner string, fields []*ast.Field) {
	for _, f := range fields {
		x.add(k, owner, f.Name, f)
	}
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
