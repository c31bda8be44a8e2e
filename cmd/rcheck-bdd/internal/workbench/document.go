package workbench

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// A Document is one version of the text of a model. It is safe for concurrent use.
type Document struct {
	URI     string
	Version int
	Text    string
	// ISPL tells that the text is a model in ISPL.
	ISPL bool

	lines  lines
	syntax func() *syntax
	index  func() *index
	joints func() *jointIndex // of a model in ISPL

	mu      sync.Mutex
	meaning *meaning
}

// syntax is what the text alone tells of a model in R-CHECK's language.
type syntax struct {
	files    *token.FileSet
	file     *token.File
	tree     *ast.File
	tokens   []token.Token // words and signs, at least the end of the file
	comments []token.Token
}

// meaning is what reading a document gave. One of the programs is there unless the list has errors.
type meaning struct {
	program *rcheck.Program
	joint   *ispl.Program
	list    diag.List // as `vet` prints it
	remarks remark.Set
}

// NewDocument returns a version of a text. Documents whose URI ends in `.ispl`, or whose language is
// ispl, are models in ISPL.
func NewDocument(uri, language string, version int, text string) *Document {
	d := &Document{
		URI: uri, Version: version, Text: text,
		ISPL:  language == "ispl" || strings.EqualFold(path.Ext(uri), ".ispl"),
		lines: newLines(text),
	}
	d.syntax = sync.OnceValue(d.parse)
	d.joints = sync.OnceValue(func() *jointIndex { return newJointIndex(d) })
	d.index = sync.OnceValue(func() *index {
		if d.ISPL {
			return d.joints().names
		}
		s := d.syntax()
		return newIndex(s, types.References(nil, s.files, s.tree, types.Options{}))
	})
	return d
}

// Name is the last part of the document's URI, which diagnostics and traces give as the file.
func (d *Document) Name() string { return path.Base(d.URI) }

func (d *Document) parse() *syntax {
	s := &syntax{files: token.NewFileSet()}
	s.tree, _ = parser.ParseFile(s.files, d.Name(), []byte(d.Text), parser.Options{})
	s.file = s.tree.Source
	s.tokens, s.comments = scanner.Scan(s.file, &diag.Reporter{Files: s.files}, nil)
	return s
}

// read reads the document, once, unless ctx ends before; the error then says so.
func (d *Document) read(ctx context.Context) (*meaning, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.meaning != nil {
		return d.meaning, nil
	}
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
	d.meaning = m
	return m, nil
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
func (d *Document) source() (*token.File, []token.Token) {
	if d.ISPL {
		tree := d.joints().tree
		return tree.Source, tree.Comments
	}
	s := d.syntax()
	return s.file, s.comments
}

// comments are where the comments begin and end, in order.
func (d *Document) comments() (out [][2]int) {
	file, comments := d.source()
	for _, c := range comments {
		out = append(out, [2]int{file.Offset(c.Pos), file.Offset(c.End())})
	}
	return out
}

// commented reports whether a byte belongs to a comment, or follows it.
func (d *Document) commented(offset int) bool {
	return slices.ContainsFunc(d.comments(), func(c [2]int) bool { return c[0] < offset && offset <= c[1] })
}
