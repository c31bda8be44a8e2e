package ispl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// The limits of the parser.
const (
	// MaxDepth is how deep brackets, prefix operators and chains of operators but `and` and `or` may nest.
	MaxDepth = 1000
	// MaxErrors is how many errors one call reports; when there are more, one more says so.
	MaxErrors = 200
	// MaxNumber is the largest absolute value of a number.
	MaxNumber = 1 << 30
)

// ParseFile parses a model, which is added to the file set under the given name. The tree is complete if the list has no errors;
// it is never nil.
func ParseFile(files *token.FileSet, name string, src []byte) (*File, diag.List) {
	p := &parser{source: files.Add(name, src), rep: &diag.Reporter{Files: files, MaxErrors: MaxErrors}}
	var comments []Comment
	p.items, comments = scan(p.source, p.rep)
	f := p.file()
	f.Comments = comments
	finish(p.rep, p.source)
	return f, p.rep.List
}

// finish sorts the diagnostics and says if there were more errors than are kept.
func finish(rep *diag.Reporter, source *token.File) {
	if n := rep.Dropped; n > 0 {
		rep.MaxErrors, rep.Dropped = 0, 0
		end := source.Pos(source.Size())
		rep.Report(TooManyErrors, token.Span{Start: end, End: end}, "%d more errors are not shown", n)
	}
	rep.List.Sort()
}

type parser struct {
	source *token.File
	rep    *diag.Reporter
	items  []item
	pos    int
	depth  int
}

// A syntaxError is what the parser panics with to leave the declaration in which it found a mistake; try turns it into a
// diagnostic. No other panic is recovered.
type syntaxError struct{ *diag.Diagnostic }

func (p *parser) fail(code diag.Code, at token.Span, suggestion, format string, args ...any) {
	r := diag.Reporter{Files: p.rep.Files}
	panic(syntaxError{r.Report(code, at, format, args...).Suggest(suggestion)})
}

// failExpected leaves the declaration because the next item is not what it should be.
func (p *parser) failExpected(what string) {
	t := p.peek()
	suggestion := ""
	switch {
	case t.kind == word && strings.Contains(what, "name"):
		suggestion = "a word of the language cannot be a name; choose another one"
	case t.text == "=" && p.pos > 0 && p.items[p.pos-1].text == "=":
		suggestion = "equality is written `=`"
	case t.text == "&" || t.text == "|":
		suggestion = "conditions are joined by `and` and `or`"
	}
	p.fail(UnexpectedText, t.span(), suggestion, "expected %s, found %s", what, t.describe())
}

// try runs f and reports its mistake, if any. It returns whether there was none.
func (p *parser) try(f func()) (ok bool) {
	depth := p.depth
	defer func() {
		if r := recover(); r != nil {
			err, mine := r.(syntaxError)
			if !mine {
				panic(r)
			}
			p.depth, ok = depth, false
			p.rep.Add(err.Diagnostic)
		}
	}()
	f()
	return true
}

func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		p.fail(NestedTooDeeply, p.peek().span(), "divide it", "brackets and operators nest more than %d deep here", MaxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) peek() item { return p.items[p.pos] }

// peekAt is the item n places on, or the end of file.
func (p *parser) peekAt(n int) item { return p.items[min(p.pos+n, len(p.items)-1)] }

func (p *parser) advance() item {
	t := p.peek()
	if t.kind != endOfFile {
		p.pos++
	}
	return t
}

// at reports whether the next item is the given word or sign.
func (p *parser) at(text string) bool {
	t := p.peek()
	return (t.kind == word || t.kind == sign) && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.at(text) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(text string) item {
	if !p.at(text) {
		p.failExpected("`" + text + "`")
	}
	return p.advance()
}

func (p *parser) ident(what string) Ident {
	t := p.peek()
	if t.kind != name {
		p.failExpected(what)
	}
	p.pos++
	return Ident{t.text, t.span()}
}

// agentName is a name or the word Environment.
func (p *parser) agentName() Ident {
	if p.at(EnvironmentName) {
		t := p.advance()
		return Ident{t.text, t.span()}
	}
	return p.ident("the name of an agent")
}

// spanFrom is what has been read since start.
func (p *parser) spanFrom(start token.Pos) token.Span {
	if p.pos == 0 || p.items[p.pos-1].span().End < start {
		return token.Span{Start: start, End: start}
	}
	return token.Span{Start: start, End: p.items[p.pos-1].span().End}
}

// fileSections are the words that begin a part of a file, in the order in which the parts stand.
var fileSections = []string{"Semantics", "Agent", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"}

// agentSections are those of an agent.
var agentSections = []string{"Obsvars", "Lobsvars", "Vars", "RedStates", "Actions", "Protocol", "Evolution"}

func (p *parser) file() *File {
	f := &File{Source: p.source}
	last, seen := 0, map[string]token.Span{}
	for p.peek().kind != endOfFile {
		t := p.peek()
		rank := slices.Index(fileSections, t.text)
		if t.kind != word || rank < 0 {
			p.try(func() {
				p.fail(UnexpectedText, t.span(), diag.DidYouMean(t.text, fileSections),
					"expected %s, found %s", oneOf(fileSections[last:]), t.describe())
			})
			p.advance()
			p.skipToFileSection()
			continue
		}
		p.order(t, &last, rank, fileSections, seen, t.text == "Agent")
		if !p.try(func() { p.fileSection(f, t.text) }) {
			p.skipToFileSection()
		}
	}
	p.missing(f)
	return f
}

func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// order reports a section that is out of place or there twice.
func (p *parser) order(t item, last *int, rank int, sections []string, seen map[string]token.Span, repeats bool) {
	if before, twice := seen[t.text]; twice && !repeats {
		d := p.rep.Report(MisplacedSection, t.span(), "there is a section `%s` already", t.text)
		p.rep.Relate(d, before, "the first one")
		return
	}
	seen[t.text] = t.span()
	if rank < *last {
		p.rep.Report(MisplacedSection, t.span(), "the section `%s` stands after `%s`", t.text, sections[*last]).
			Suggest("the order is " + strings.Join(sections, ", "))
	}
	*last = max(*last, rank)
}

// missing reports the sections that every file has.
func (p *parser) missing(f *File) {
	end := p.peek().span()
	report := func(absent bool, what string) {
		if absent && !p.rep.List.HasErrors() {
			p.rep.Report(MissingSection, end, "the model has no section `%s`", what).Suggest("every model needs one")
		}
	}
	report(!slices.ContainsFunc(f.Agents, func(a *Agent) bool { return !a.IsEnvironment() }), "Agent")
	report(f.Evaluation == nil, "Evaluation")
	report(f.InitStates == nil, "InitStates")
	report(f.Formulae == nil, "Formulae")
}

// skipToFileSection goes on where a part of a file begins, if anywhere.
func (p *parser) skipToFileSection() {
	for p.peek().kind != endOfFile && !p.atFileSection() {
		p.pos++
	}
}

func (p *parser) atFileSection() bool {
	return p.atSection() && slices.Contains(fileSections, p.peek().text)
}

func (p *parser) fileSection(f *File, what string) {
	switch what {
	case "Semantics":
		f.Semantics = p.semantics()
	case "Agent":
		f.Agents = append(f.Agents, p.agent())
	case "Evaluation":
		f.Evaluation = section(p, what, "", func() *Proposition {
			start := p.peek().pos
			n := p.ident("a name of a proposition")
			p.expect("if")
			when := p.condition()
			p.expect(";")
			return &Proposition{p.spanFrom(start), n, when}
		})
	case "InitStates":
		f.InitStates = section(p, what, "", func() *Formula { return p.formulaItem(p.condition) })
	case "Groups":
		f.Groups = section(p, what, "", func() *Group {
			start := p.peek().pos
			n := p.ident("a name of a group")
			p.expect("=")
			members := p.list(p.agentName)
			p.expect(";")
			return &Group{p.spanFrom(start), n, members}
		})
	case "Fairness":
		f.Fairness = section(p, what, "", func() *Formula { return p.formulaItem(p.stateFormula) })
	case "Formulae":
		f.Formulae = section(p, what, "", func() *Formula { return p.formulaItem(p.property) })
	}
}

func (p *parser) formulaItem(parse func() *Expr) *Formula {
	start := p.peek().pos
	x := parse()
	p.expect(";")
	return &Formula{p.spanFrom(start), x}
}

func (p *parser) semantics() *Semantics {
	start := p.advance().pos
	p.expect("=")
	t := p.peek()
	s := &Semantics{Single: t.text == "SA" || t.text == "SingleAssignment"}
	if !s.Single && t.text != "MA" && t.text != "MultiAssignment" {
		p.failExpected("`MultiAssignment` or `SingleAssignment`")
	}
	p.advance()
	p.expect(";")
	s.Span = p.spanFrom(start)
	return s
}

// section reads `What … end What`, where colon is what follows the first word. A mistake in one declaration is reported, and
// reading goes on after its semicolon.
func section[T any](p *parser, what, colon string, parse func() T) *Section[T] {
	start := p.expect(what).pos
	s := &Section[T]{}
	if colon != "" {
		p.try(func() { p.expect(colon) })
	}
	for !p.at("end") && p.peek().kind != endOfFile && !p.atSection() {
		before := p.pos
		if !p.try(func() { s.Items = append(s.Items, parse()) }) {
			p.recover(before)
		}
	}
	if p.expect("end"); !p.accept(what) {
		if t := p.peek(); t.kind == word || t.kind == name {
			p.pos++
			p.rep.Report(UnexpectedText, t.span(), "the section `%s` is ended by `end %s`", what, t.text).
				Suggest("write `end " + what + "`")
		} else {
			p.failExpected("`" + what + "`")
		}
	}
	s.Span = p.spanFrom(start)
	return s
}

// atSection reports whether a section begins here: the one before it lacks its end.
func (p *parser) atSection() bool {
	t := p.peek()
	if t.kind != word || p.pos > 0 && (p.items[p.pos-1].text == "." || p.items[p.pos-1].text == "end") {
		return false
	}
	return slices.Contains(fileSections, t.text) || slices.Contains(agentSections, t.text)
}

// recover skips to behind the semicolon of the declaration that began at item before, or to what ends the section.
func (p *parser) recover(before int) {
	for !p.at(";") && !p.at("end") && p.peek().kind != endOfFile && !p.atSection() {
		p.pos++
	}
	if !p.accept(";") && p.pos == before && p.peek().kind != endOfFile && !p.at("end") {
		p.pos++
	}
}

// list reads `{ a, b }`.
func (p *parser) list(parse func() Ident) []Ident {
	p.expect("{")
	var out []Ident
	if p.accept("}") {
		return out
	}
	for {
		out = append(out, parse())
		if p.accept("}") {
			return out
		}
		if !p.accept(",") {
			p.failExpected("`,` or `}`")
		}
	}
}

// integer reads a number with an optional minus.
func (p *parser) integer() int {
	minus := p.accept("-")
	t := p.peek()
	if t.kind != number {
		p.failExpected("a number")
	}
	n := p.numeral(p.advance())
	if minus {
		return -n
	}
	return n
}

func (p *parser) numeral(t item) int {
	n, err := strconv.Atoi(t.text)
	if err != nil || n > MaxNumber {
		p.fail(NumberTooLarge, t.span(), "", "the number %s is larger than %d", clip(t.text), MaxNumber)
	}
	return n
}

func clip(s string) string {
	if len(s) > 30 {
		return fmt.Sprintf("%s… (%d digits)", s[:30], len(s))
	}
	return s
}
