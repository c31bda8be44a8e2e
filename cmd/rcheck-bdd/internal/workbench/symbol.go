package workbench

import (
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
	owner string // the agent type of a local or label, the guard of a parameter
	// family tells that the name is that of a family such as `client[1..N]`; its members are spelled with
	// a number behind the name.
	family bool
	decls  []ast.Node // where it is declared: nodes whose range is worth showing
	names  []*ast.Ident
	types  []string // of a bound variable, the agent types it ranges over
	typ    string   // of an instance, its agent type
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
	syntax      *syntax
	occurrences []occurrence // in order of the text, which do not overlap
	symbols     []*symbol

	// By name.
	constants, enums, values, families, data, properties, guards, groups map[string]*symbol
	agents                                                               map[string]*agent
	agentOrder                                                           []*agent

	seen map[int]bool // offsets of occurrences
}

// agent is what belongs to an agent type.
type agent struct {
	symbol         *symbol
	decl           *ast.AgentDecl
	locals, labels map[string]*symbol
}

// newIndex finds out what names mean. The order in which meanings are tried is that of package rcheck
// (LANGUAGE: names); what it does not know is types.
func newIndex(s *syntax) *index {
	x := &index{
		syntax: s, seen: map[int]bool{}, agents: map[string]*agent{},
		constants: map[string]*symbol{}, enums: map[string]*symbol{}, values: map[string]*symbol{}, families: map[string]*symbol{},
		data: map[string]*symbol{}, properties: map[string]*symbol{}, guards: map[string]*symbol{}, groups: map[string]*symbol{},
	}
	for _, d := range s.tree.Decls {
		x.declare(d)
	}
	for _, d := range s.tree.Decls {
		x.resolve(d)
	}
	sort.Slice(x.occurrences, func(i, j int) bool { return x.occurrences[i].start < x.occurrences[j].start })
	return x
}

// add declares a name in a table, where it may be declared before.
func (x *index) add(table map[string]*symbol, k kind, owner string, name *ast.Ident, decl ast.Node) *symbol {
	if name == nil || name.Name == "" {
		return nil
	}
	s := table[name.Name]
	if s == nil {
		s = &symbol{kind: k, name: name.Name, owner: owner}
		table[name.Name] = s
		x.symbols = append(x.symbols, s)
	}
	s.decls, s.names = append(s.decls, decl), append(s.names, name)
	x.occur(name, s, true)
	return s
}

// addNames declares values, each of which may be a family.
func (x *index) addNames(k kind, names []*ast.DeclName, decl ast.Node) {
	for _, n := range names {
		x.addName(k, n, decl)
	}
}

func (x *index) addName(k kind, n *ast.DeclName, decl ast.Node) *symbol {
	if n == nil {
		return nil
	}
	if decl == nil {
		decl = n
	}
	if !n.Replicated() {
		return x.add(x.values, k, "", n.Name, decl)
	}
	s := x.add(x.families, k, "", n.Name, decl)
	if s != nil {
		s.family = true
	}
	return s
}

func (x *index) addFields(table map[string]*symbol, k kind, owner string, fields []*ast.Field) {
	for _, f := range fields {
		x.add(table, k, owner, f.Name, f)
	}
}

// occur notes that a symbol is named, in the first bytes of an identifier.
func (x *index) occur(name *ast.Ident, s *symbol, declared bool) {
	start := x.syntax.file.Offset(name.Pos())
	if x.seen[start] || !name.Pos().IsValid() {
		return
	}
	x.seen[start] = true
	x.occurrences = append(x.occurrences, occurrence{start, start + len(s.name), s, declared})
}

// at is the occurrence in the word that holds a byte, or ends there.
func (x *index) at(offset int) *occurrence {
	w := x.wordAt(offset)
	if w == nil {
		return nil
	}
	start := x.syntax.file.Offset(w.Pos)
	i := sort.Search(len(x.occurrences), func(i int) bool { return x.occurrences[i].start >= start })
	if i == len(x.occurrences) || x.occurrences[i].start != start {
		return nil
	}
	return &x.occurrences[i]
}

// wordAt is the word that holds a byte, or ends there.
func (x *index) wordAt(offset int) *token.Token {
	f := x.syntax.file
	tokens := x.syntax.tokens
	i := sort.Search(len(tokens), func(i int) bool { return f.Offset(tokens[i].End()) >= offset })
	for ; i < len(tokens) && f.Offset(tokens[i].Pos) <= offset; i++ {
		if t := &tokens[i]; t.Kind == token.Word {
			return t
		}
	}
	return nil
}

// same lists the occurrences of what the symbol cannot be told apart from, in order.
func (x *index) same(s *symbol) []occurrence {
	var out []occurrence
	for _, o := range x.occurrences {
		if o.symbol.root() == s.root() {
			out = append(out, o)
		}
	}
	return out
}

// value finds a channel, a constant of an enumeration or an instance by its spelling, members of
// families included.
func (x *index) value(name string) *symbol {
	if s := x.values[name]; s != nil {
		return s
	}
	if base, ok := cutNumber(name); ok {
		return x.families[base]
	}
	return nil
}

// cutNumber cuts the number off the name of a family's member.
func cutNumber(name string) (base string, ok bool) {
	base = strings.TrimRight(name, "0123456789")
	number := name[len(base):]
	return base, number == "0" || number != "" && number[0] != '0'
}

// locals lists the local variables of a name, of all agent types.
func (x *index) everyLocal(name string) []*symbol {
	var out []*symbol
	for _, a := range x.agentOrder {
		if s := a.locals[name]; s != nil {
			out = append(out, s)
		}
	}
	return out
}

// typesOf lists the agent types that the left side of `k-x` may have.
func (x *index) typesOf(s *symbol) []string {
	switch {
	case s == nil:
		return nil
	case s.kind == bound:
		if slices.Contains(s.types, "Agent") && x.agents["Agent"] == nil {
			var all []string
			for _, a := range x.agentOrder {
				all = append(all, a.symbol.name)
			}
			return all
		}
		return s.types
	case s.typ != "":
		return []string{s.typ}
	}
	return nil
}
