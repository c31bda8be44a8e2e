package workbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// ErrRename is wrapped by errors that say why something cannot be renamed.
var ErrRename = errors.New("cannot rename")

// A Renaming is a name that can be given another.
type Renaming struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// PrepareRename is the name, if it can be renamed.
func (p *Place) PrepareRename() (*Renaming, error) {
	o := p.named
	if o == nil || p.ISPL && o.symbol.name == ispl.EnvironmentName {
		return nil, fmt.Errorf("%w: no name that the model declares stands here", ErrRename)
	}
	return &Renaming{p.lines.span(o.start, o.end), o.symbol.name}, nil
}

// isName reports whether a text has the form of a name: letters, digits and underscores, not only
// digits.
func isName(text string) bool {
	return strings.Trim(text, "0123456789") != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > 127 || !isWordByte(byte(r)) })
}

// Rename is the edit that gives what the name means another name, everywhere. It is refused if the
// name is taken, or if the diagnostics would not be the same afterwards.
func (p *Place) Rename(ctx context.Context, name string) (*WorkspaceEdit, error) {
	if _, err := p.PrepareRename(); err != nil {
		return nil, err
	}
	o := p.named
	if err := p.free(name); err != nil {
		return nil, err
	}
	if line := p.unresolved(); line > 0 {
		return nil, fmt.Errorf("%w `%s`: on line %d the name stands where nothing says what it means", ErrRename, o.symbol.name, line)
	}
	var edits []TextEdit
	var text strings.Builder
	last := 0
	for _, x := range p.text().index.same(o) {
		edits = append(edits, TextEdit{p.lines.span(x.start, x.end), name})
		text.WriteString(p.Text[last:x.start] + name)
		last = x.end
	}
	text.WriteString(p.Text[last:])
	before, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	if p.ISPL && before.joint == nil {
		return nil, fmt.Errorf("%w `%s`: %w", ErrRename, o.symbol.name, ErrNoModel)
	}
	renamed := p.with(p.Version, text.String())
	after, err := renamed.read(ctx)
	if err == nil {
		err = renamed.Parse(ctx)
	}
	if err != nil {
		return nil, err
	}
	if !slices.Equal(codes(before.list), codes(after.list)) || !sameNames(p.text().index, renamed.text().index) {
		return nil, fmt.Errorf("%w `%s` to `%s`: the model would not mean the same", ErrRename, o.symbol.name, name)
	}
	edit := editsOf(p.Document, edits...)
	return &edit, nil
}

// unresolved is the line, from 1, of a word that may be the name, although no reference
// says so; 0 if there is none. Such words stand where there are mistakes, and in quantifiers over
// nothing.
func (p *Place) unresolved() int {
	if p.ISPL {
		return 0
	}
	s := p.named.symbol
	f := p.text().syntax.file
	for _, t := range p.text().syntax.tokens.All() {
		base, number := cutNumber(t.Text)
		named := t.Text == s.name || s.family && number && base == s.name
		if text, _ := p.wordText(f.Offset(t.Pos), t.Text); t.Kind == token.Word && named && text == "" && p.text().index.occurrence(f.Offset(t.Pos)) == nil {
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

// free says why what the name means cannot have another name.
func (p *Place) free(name string) error {
	s := p.named.symbol
	_, word := words[name]
	switch {
	case p.ISPL && (!isName(name) || '0' <= name[0] && name[0] <= '9'):
		return fmt.Errorf("%w: `%s` is no name; names are letters, digits and `_`, and begin with no digit", ErrRename, name)
	case p.ISPL:
		return nil
	case !isName(name):
		return fmt.Errorf("%w: `%s` is no name; names are letters, digits and `_`, and not digits alone", ErrRename, name)
	case word && len(name) > 1 && !slices.Contains(alsoNames, name): // single letters are common names
		return fmt.Errorf("%w: `%s` is a word of the language", ErrRename, name)
	}
	x := p.text().index
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
