package workbench

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Document is one version of the text of a model. It is safe for concurrent use.
type Document struct {
	URI     string
	Version int
	Text    string
	// ISPL tells that the text is a model in ISPL.
	ISPL bool

	lines   lines
	parsed  once[parsed]
	meaning once[*meaning]
}

// parsed is what the text alone tells: its tree, and what its names mean as far as it can be read.
type parsed struct {
	syntax *syntax     // of a model in R-CHECK's language
	joints *jointIndex // of a model in ISPL
	index  *index
}

// syntax is the tree and the tokens of a model in R-CHECK's language.
type syntax struct {
	files    *token.FileSet
	file     *token.File
	tree     *ast.File
	tokens   token.Sequence // words and signs, at least the end of the file
	comments []token.Token
}

// meaning is what reading a document gave. One of the programs is there unless the list has errors.
type meaning struct {
	program *rcheck.Program
	joint   *ispl.Program
	list    diag.List // as `vet` prints it
	remarks remark.Set
}

// NewDocument returns a version of a text. Documents whose URI ends in `.ispl`, or whose language
// is ispl, are models in ISPL.
func NewDocument(uri, language string, version int, text string) *Document {
	return &Document{
		URI: uri, Version: version, Text: text,
		ISPL:  language == "ispl" || strings.EqualFold(path.Ext(uri), ".ispl"),
		lines: newLines(text), parsed: newOnce[parsed](), meaning: newOnce[*meaning](),
	}
}

// Name is the last part of the document's URI, which diagnostics and traces give as the file.
func (d *Document) Name() string { return path.Base(d.URI) }

// Parse parses the text, once. What is asked without a context is answered from what is parsed, and
// parses the text itself if Parse has not. A large text takes a while, so a server calls Parse first.
// The error says that ctx ended.
func (d *Document) Parse(ctx context.Context) error {
	_, err := d.parsed.get(ctx, func() (p parsed, err error) {
		defer interrupt.Catch(&err)
		watch := interrupt.New(ctx, "parsing")
		watch.Phase("parsing")
		if d.ISPL {
			tree, _ := ispl.ParseFile(watch, token.NewFileSet(), d.Name(), []byte(d.Text))
			p.joints = newJointIndex(tree)
			p.index = p.joints.names
			return p, nil
		}
		s := &syntax{files: token.NewFileSet()}
		s.tree, _ = parser.ParseFile(s.files, d.Name(), []byte(d.Text), parser.Options{Watch: watch})
		s.file = s.tree.Source
		s.tokens, s.comments = scanner.Scan(s.file, &diag.Reporter{Files: s.files}, watch)
		watch.Phase("looking for the meaning of names")
		p.syntax, p.index = s, newIndex(s.file, s.tree, types.References(watch, s.files, s.tree, types.Options{}))
		return p, nil
	})
	return err
}

// text is what Parse has made.
func (d *Document) text() parsed {
	if err := d.Parse(context.Background()); err != nil {
		panic(err) // only a context that ends is an error
	}
	return d.parsed.value
}

// read reads the document, once, unless ctx ends before; the error then says so.
func (d *Document) read(ctx context.Context) (*meaning, error) {
	return d.meaning.get(ctx, func() (*meaning, error) {
		m := &meaning{}
		var err error
		if d.ISPL {
			if m.joint, m.list, err = ispl.ParseContext(ctx, d.Name(), []byte(d.Text), ispl.Options{}); err != nil {
				return nil, err
			}
			if m.joint != nil {
				m.list = append(m.list, m.remarks.ReadISPL(m.joint.File, WarningCodes)...)
			}
		} else {
			m.program, m.list, err = rcheck.ParseContext(ctx, d.Name(), []byte(d.Text), rcheck.Options{})
			if err != nil {
				return nil, err
			}
			if m.program != nil {
				m.list = append(m.list, m.remarks.Read(m.program.File, WarningCodes)...)
			}
		}
		m.list = m.remarks.Filter(m.list)
		return m, nil
	})
}

// ErrNoModel is the error of questions about a model whose text has errors.
var ErrNoModel = errors.New("the text has errors, so that it is no model; mend them first")

// ErrISPL is the error of questions that only models in R-CHECK's language can answer.
var ErrISPL = errors.New("the model is written in ISPL, whose properties are explained, not shown by traces")

// program is the document as a model, which all questions about it share.
func (d *Document) program(ctx context.Context) (*rcheck.Program, error) {
	if d.ISPL {
		return nil, ErrISPL
	}
	m, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	if m.program == nil {
		return nil, ErrNoModel
	}
	return m.program, nil
}

// jointProgram is a document in ISPL as a model.
func (d *Document) jointProgram(ctx context.Context) (*ispl.Program, error) {
	m, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	if m.joint == nil {
		return nil, ErrNoModel
	}
	return m.joint, nil
}

// A Change replaces a range of a text, or all of it if there is no range.
type Change struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// Apply returns the document after changes, each of which is about the text that the ones before it
// leave.
func (d *Document) Apply(version int, changes []Change) *Document {
	text := d.Text
	for _, c := range changes {
		if c.Range == nil {
			text = c.Text
			continue
		}
		l := newLines(text)
		start, end := l.offset(c.Range.Start), l.offset(c.Range.End)
		text = text[:start] + c.Text + text[max(start, end):]
	}
	return d.with(version, text)
}

// with is another version of the document.
func (d *Document) with(version int, text string) *Document {
	language := ""
	if d.ISPL {
		language = "ispl"
	}
	return NewDocument(d.URI, language, version, text)
}

// source is the text as the file that its nodes lie in, and its comments.
func (p parsed) source() (*token.File, []token.Token) {
	if p.joints != nil {
		return p.joints.tree.Source, p.joints.tree.Comments
	}
	return p.syntax.file, p.syntax.comments
}

// comments are where the comments begin and end, in order.
func (d *Document) comments() (out [][2]int) {
	file, comments := d.text().source()
	for _, c := range comments {
		out = append(out, [2]int{file.Offset(c.Pos), file.Offset(c.End())})
	}
	return out
}

// commented reports whether a byte belongs to a comment, or follows it.
func (d *Document) commented(offset int) bool {
	return slices.ContainsFunc(d.comments(), func(c [2]int) bool { return c[0] < offset && offset <= c[1] })
}

// wordAt is the word at a position of a model.
func (d *Document) wordAt(p recipe.Position) Range {
	start := 0
	if p.Line > 0 && p.Line <= len(d.lines.starts) {
		first, line := d.lines.line(p.Line - 1)
		start = first
		for i := range line { // columns count characters
			if p.Column--; p.Column == 0 {
				start = first + i
			}
		}
	}
	_, end := wordAround(d.Text, start)
	return d.lines.span(start, end)
}

// at is the range of a node of the syntax.
func (d *Document) at(n ast.Node) Range { return d.lines.span(d.offsets(n)) }

// offsets are the bytes where a node begins and ends.
func (d *Document) offsets(n ast.Node) (start, end int) {
	f, _ := d.text().source()
	return f.Offset(n.Pos()), f.Offset(n.End())
}
