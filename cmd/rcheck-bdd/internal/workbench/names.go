package workbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// A Hover tells what stands at a place.
type Hover struct {
	Contents Markup `json:"contents"`
	Range    Range  `json:"range"`
}

// Markup is text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) Markup { return Markup{"markdown", text} }

// Hover tells what the name or word at a place means; nil if there is none. If the document is a
// model without errors, that includes what only the model tells: values of constants, control
// states.
func (d *Document) Hover(ctx context.Context, p Position) (*Hover, error) {
	start, end := wordAround(d.Text, d.lines.offset(p))
	at := d.lines.span(start, end)
	if o := d.occurrence(p); o != nil && d.ISPL {
		return &Hover{markdown(d.text().joints.describe(o.symbol)), at}, nil
	} else if o != nil {
		m, err := d.read(ctx)
		if err != nil {
			return nil, err
		}
		return &Hover{markdown(d.describe(o.symbol, m)), at}, nil
	}
	text, key := d.wordText(start, d.Text[start:end])
	if text == "" || d.commented(start) {
		return nil, nil
	}
	return &Hover{markdown("`" + key + "`: " + text), at}, nil
}

// wordText is what a word of the language, at a byte, means. Words such as `message-structure` are
// several tokens.
func (d *Document) wordText(start int, word string) (text, key string) {
	if d.ISPL {
		return jointWords[word], word
	}
	from, to := start, start
	for from > 0 && (d.Text[from-1] == '-' || isWordByte(d.Text[from-1])) {
		from--
	}
	for to < len(d.Text) && (d.Text[to] == '-' || isWordByte(d.Text[to])) {
		to++
	}
	for _, key := range composed {
		if i := strings.Index(d.Text[from:to], key); i >= 0 && from+i <= start && start < from+i+len(key) {
			return words[key], key
		}
	}
	return words[word], word
}

var composed = strings.Fields("message-structure communication-variables property-variables receive-guard automaton-state")

// describe says what a symbol is: its declaration, what that is, and the comment above it.
func (d *Document) describe(s *symbol, m *meaning) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```rcp\n%s\n```\n", strings.ReplaceAll(d.declaration(s), "```", "'''"))
	switch {
	case s.kind == local || s.kind == label:
		fmt.Fprintf(&b, "%s of agent type `%s`", s.kind, s.owner)
	case s.kind == parameter:
		fmt.Fprintf(&b, "parameter of guard `%s`", s.owner)
	case s.family:
		fmt.Fprintf(&b, "family of %ss", s.kind)
	default:
		b.WriteString(s.kind.String())
	}
	if more := fromProgram(s, m); more != "" {
		b.WriteString(more)
	}
	if c := d.commentAbove(s.decls[0]); c != "" {
		b.WriteString("\n\n" + plain.Replace(c))
	}
	return b.String()
}

// plain keeps a text from being HTML or links where Markdown is shown: it comes from models, which
// anybody may have written.
var plain = strings.NewReplacer("<", `\<`, "[", `\[`)

// fromProgram is what only a model without errors tells about a symbol.
func fromProgram(s *symbol, m *meaning) string {
	if m == nil || m.program == nil {
		return ""
	}
	sys := m.program.System
	switch s.kind {
	case constant:
		if m.program.CountsAgents(s.name) {
			return ", which only counts agents: `check --all " + s.name + "` decides properties for all its values"
		}
	case label:
		for i := range sys.Commands {
			c := &sys.Commands[i]
			if c.Label == s.name && sys.Agents[c.Agent].TypeName == s.owner {
				return fmt.Sprintf(", from control state %d to %d", c.From, c.To)
			}
		}
	case agentType:
		var names []string
		for i := range sys.Agents {
			if sys.Agents[i].TypeName == s.name {
				names = append(names, "`"+sys.Agents[i].Name+"`")
			}
		}
		if len(names) > 8 {
			names = append(names[:7], fmt.Sprintf("… (%d in all)", len(names)))
		}
		return ": " + strings.Join(names, ", ")
	}
	return ""
}

// declarationLength is how much of a declaration is shown.
const declarationLength = 300

// declaration is the text of a symbol's first declaration, of a long one its beginning.
func (d *Document) declaration(s *symbol) string {
	f := d.text().syntax.file
	n := s.decls[0]
	start, end := f.Offset(n.Pos()), f.Offset(n.End())
	switch n := n.(type) {
	case *ast.AgentDecl:
		end = f.Offset(n.Name.End())
	case *ast.Quantifier:
		end = f.Offset(n.X.Pos())
	case *ast.DeclName:
		if s.kind == channel {
			return "channel " + d.Text[start:end]
		}
	}
	return beginning(strings.TrimSpace(d.Text[start:max(start, end)]))
}

// beginning is a declaration as far as it is shown.
func beginning(text string) string {
	if len(text) > declarationLength {
		text = strings.ToValidUTF8(text[:declarationLength], "") + " …"
	}
	return text
}

// commentAbove is the text of the comments that stand alone on the lines before a node.
func (d *Document) commentAbove(n ast.Node) string {
	s := d.text().syntax
	next := d.lines.position(s.file.Offset(n.Pos())).Line
	var out []string
	for i := len(s.comments) - 1; i >= 0; i-- {
		c := s.comments[i]
		if c.Pos >= n.Pos() {
			continue
		}
		offset := s.file.Offset(c.Pos)
		first, last := d.lines.position(offset).Line, d.lines.position(s.file.Offset(c.End())).Line
		start, line := d.lines.line(first)
		if last != next-1 || strings.TrimSpace(line[:offset-start]) != "" {
			break
		}
		text := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
		out = append(out, strings.TrimSpace(strings.TrimPrefix(text, "//")))
		next = first
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// Definition is where the name at a place is declared.
func (d *Document) Definition(p Position) []Location {
	return d.locations(p, func(at, x *occurrence) bool {
		return x.declared && (x.symbol == at.symbol || at.symbol.joined != nil || x.symbol.joined != nil)
	})
}

// References are the places that name what the name at a place means.
func (d *Document) References(p Position, declarations bool) []Location {
	return d.locations(p, func(_, x *occurrence) bool { return declarations || !x.declared })
}

// locations are the wanted ones among the places that name what the name at a place means.
func (d *Document) locations(p Position, wanted func(at, x *occurrence) bool) []Location {
	out := []Location{}
	at := d.occurrence(p)
	for _, x := range d.text().index.same(at) {
		if wanted(at, &x) {
			out = append(out, Location{d.URI, d.lines.span(x.start, x.end)})
		}
	}
	return out
}

// occurrence is the one in the word that holds the place, or ends there.
func (d *Document) occurrence(p Position) *occurrence {
	start, _ := wordAround(d.Text, d.lines.offset(p))
	return d.text().index.occurrence(start)
}

// A Highlight is a place to mark: read (2) or declared (3).
type Highlight struct {
	Range Range `json:"range"`
	Kind  int   `json:"kind"`
}

// Highlights are the references of the name at a place, and its declarations, to be marked.
func (d *Document) Highlights(p Position) []Highlight {
	out := []Highlight{}
	for _, x := range d.text().index.same(d.occurrence(p)) {
		k := 2
		if x.declared {
			k = 3
		}
		out = append(out, Highlight{d.lines.span(x.start, x.end), k})
	}
	return out
}

// ErrRename is wrapped by errors that say why something cannot be renamed.
var ErrRename = errors.New("cannot rename")

// A Renaming is the name at a place that can be given another.
type Renaming struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// PrepareRename is the name at a place, if it can be renamed.
func (d *Document) PrepareRename(p Position) (*Renaming, error) {
	o := d.occurrence(p)
	if o == nil || d.ISPL && o.symbol.name == ispl.EnvironmentName {
		return nil, fmt.Errorf("%w: no name that the model declares stands here", ErrRename)
	}
	return &Renaming{d.lines.span(o.start, o.end), o.symbol.name}, nil
}

// isName reports whether a text has the form of a name: letters, digits and underscores, not only
// digits.
func isName(text string) bool {
	return strings.Trim(text, "0123456789") != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > 127 || !isWordByte(byte(r)) })
}

// Rename is the edit that gives what is named at a place another name, everywhere. It is refused if
// the name is taken, or if the diagnostics would not be the same afterwards.
func (d *Document) Rename(ctx context.Context, p Position, name string) (*WorkspaceEdit, error) {
	if _, err := d.PrepareRename(p); err != nil {
		return nil, err
	}
	o := d.occurrence(p)
	if err := d.free(o.symbol, name); err != nil {
		return nil, err
	}
	if line := d.unresolved(o.symbol); line > 0 {
		return nil, fmt.Errorf("%w `%s`: on line %d the name stands where nothing says what it means", ErrRename, o.symbol.name, line)
	}
	var edits []TextEdit
	var text strings.Builder
	last := 0
	for _, x := range d.text().index.same(o) {
		edits = append(edits, TextEdit{d.lines.span(x.start, x.end), name})
		text.WriteString(d.Text[last:x.start] + name)
		last = x.end
	}
	text.WriteString(d.Text[last:])
	before, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	if d.ISPL && before.joint == nil {
		return nil, fmt.Errorf("%w `%s`: %w", ErrRename, o.symbol.name, ErrNoModel)
	}
	renamed := d.with(d.Version, text.String())
	after, err := renamed.read(ctx)
	if err == nil {
		err = renamed.Parse(ctx)
	}
	if err != nil {
		return nil, err
	}
	if !slices.Equal(codes(before.list), codes(after.list)) || !sameNames(d.text().index, renamed.text().index) {
		return nil, fmt.Errorf("%w `%s` to `%s`: the model would not mean the same", ErrRename, o.symbol.name, name)
	}
	edit := d.edits(edits...)
	return &edit, nil
}

// unresolved is the line, from 1, of a word that may be the symbol's name, although no reference
// says so; 0 if there is none. Such words stand where there are mistakes, and in quantifiers over
// nothing.
func (d *Document) unresolved(s *symbol) int {
	if d.ISPL {
		return 0
	}
	f := d.text().syntax.file
	for _, t := range d.text().syntax.tokens {
		base, number := cutNumber(t.Text)
		named := t.Text == s.name || s.family && number && base == s.name
		if text, _ := d.wordText(f.Offset(t.Pos), t.Text); t.Kind == token.Word && named && text == "" && d.text().index.occurrence(f.Offset(t.Pos)) == nil {
			return f.Position(t.Pos).Line
		}
	}
	return 0
}

// sameNames reports whether the same places name the same in two texts, whatever they call it.
func sameNames(x, y *index) bool {
	there, back := map[*symbol]*symbol{}, map[*symbol]*symbol{}
	return slices.EqualFunc(x.occurrences, y.occurrences, func(p, q occurrence) bool {
		a, b := p.symbol.root(), q.symbol.root()
		if there[a] == nil && back[b] == nil {
			there[a], back[b] = b, a
		}
		return there[a] == b && back[b] == a && p.declared == q.declared
	})
}

// codes are the codes of diagnostics, sorted, without those about names that hide others: such
// warnings may come and go with a name.
func codes(list diag.List) []string {
	var out []string
	for _, x := range list {
		if x.Code != types.ShadowedName {
			out = append(out, string(x.Code))
		}
	}
	slices.Sort(out)
	return out
}

// free says why a symbol cannot have a name.
func (d *Document) free(s *symbol, name string) error {
	_, word := words[name]
	switch {
	case d.ISPL && (!isName(name) || '0' <= name[0] && name[0] <= '9'):
		return fmt.Errorf("%w: `%s` is no name; names are letters, digits and `_`, and begin with no digit", ErrRename, name)
	case d.ISPL:
		return nil
	case !isName(name):
		return fmt.Errorf("%w: `%s` is no name; names are letters, digits and `_`, and not digits alone", ErrRename, name)
	case word && len(name) > 1 && !slices.Contains(alsoNames, name): // single letters are common names
		return fmt.Errorf("%w: `%s` is a word of the language", ErrRename, name)
	}
	x := d.text().index
	for _, o := range x.symbols {
		_, number := cutNumber(o.name)
		same := o.name == name || s.family && number && strings.HasPrefix(o.name, name)
		if same && o.root() != s.root() && !(o.scoped() && s.scoped()) {
			return fmt.Errorf("%w: the name `%s` is taken", ErrRename, o.name)
		}
	}
	if f := x.value(name); f != nil && f != s {
		return fmt.Errorf("%w: the name `%s` is taken", ErrRename, name)
	}
	return nil
}
