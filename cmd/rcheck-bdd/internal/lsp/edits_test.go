package lsp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
)

// place counts the place of a byte as the protocol says, by turning the text before it into UTF-16.
func place(text string, offset int) workbench.Position {
	before := text[:min(offset, len(text))]
	line, column := 0, 0
	for _, u := range utf16.Encode([]rune(before)) {
		if column++; u == '\n' {
			line, column = line+1, 0
		}
	}
	return workbench.Position{Line: line, Character: column}
}

// vet is what the command prints about a text, with places as the protocol counts.
func vet(uri, text string) []workbench.Diagnostic {
	var list diag.List
	if path.Ext(uri) == ".ispl" {
		_, list = ispl.Parse(path.Base(uri), []byte(text), ispl.Options{})
	} else {
		var p *rcheck.Program
		p, list = rcheck.Parse(path.Base(uri), []byte(text), rcheck.Options{})
		var remarks remark.Set
		if p != nil {
			list = append(list, remarks.Read(p.File, workbench.WarningCodes)...)
		}
		list = remarks.Filter(list)
	}
	span := func(from, to int) workbench.Range {
		return workbench.Range{Start: place(text, from), End: place(text, to)}
	}
	out := []workbench.Diagnostic{}
	for _, x := range list {
		d := workbench.Diagnostic{Range: span(x.Start.Offset, x.End.Offset), Severity: 1, Code: string(x.Code), Source: "rcheck-bdd", Message: x.Message()}
		if x.Severity == diag.Warning {
			d.Severity = 2
		}
		for _, r := range x.Related {
			d.Related = append(d.Related, workbench.Related{
				Location: workbench.Location{URI: uri, Range: span(r.Start.Offset, r.End.Offset)}, Message: r.Message,
			})
		}
		out = append(out, d)
	}
	return out
}

// edit is a random edit: words and signs are inserted, doubled, dropped or replaced, characters
// outside of ASCII and of the first plane among them.
func edit(r *rand.Rand, text string) (from, to int, with string) {
	pieces := []string{
		"", "x", " ", "\n", "{", "}", "(", ")", "*!", ";", "//rcheck: allow RC0201\n", "//rcheck: alow", "client1", "𝒰", "é⋆", "𝒲 ∧", "/*", "*/", "//", "SPEC G ", "-", "0", "agent A", "\t", "init:",
	}
	runes := []rune(text)
	bytes := func(n int) int { return len(string(runes[:n])) }
	a := r.IntN(len(runes) + 1)
	b := min(len(runes), a+r.IntN(6)*r.IntN(6))
	with = pieces[r.IntN(len(pieces))]
	switch r.IntN(4) {
	case 0:
		with = string(runes[a:b]) + with // doubled
		b = a
	case 1:
		b = a
	}
	return bytes(a), bytes(b), with
}

// questions are the requests that can be asked at any place.
var questions = []string{
	"hover", "definition", "references", "documentHighlight", "documentSymbol", "foldingRange", "codeLens", "completion", "semanticTokens/full",
	"formatting", "codeAction", "prepareRename", "rename",
}

// spent is the processor time of this process, where that is known.
var spent = func() time.Duration { return 0 }

// After any edits the diagnostics are those of the command on the same text, and no question fails
// but with an answer for the user. LSP_EDITS says how many edits there are in all; the processor
// time that each takes until its diagnostics are there is told with -v.
func TestRandomEdits(t *testing.T) {
	total := 300
	if n, err := strconv.Atoi(os.Getenv("LSP_EDITS")); err == nil {
		total = n
	}
	texts := models(t)
	var names []string
	for name := range texts {
		if len(texts[name]) < 12_000 {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	r := rand.New(rand.NewPCG(1, 2))
	const perDocument = 20
	c := connect(t)
	errors := 0
	var took []time.Duration
	for n := 0; n < total; {
		name := names[r.IntN(len(names))]
		uri, text := fmt.Sprintf("file:///%d/%s", n, path.Base(name)), texts[name]
		require.Equal(t, vet(uri, text), c.open(uri, text), name)
		for version := 2; version < 2+perDocument; version++ {
			n++
			var changes []object
			for range 1 + r.IntN(2) {
				from, to, with := edit(r, text)
				changes = append(changes, object{
					"range": workbench.Range{Start: place(text, from), End: place(text, to)}, "text": with,
				})
				text = text[:from] + with + text[to:]
			}
			if r.IntN(20) == 0 { // back to something whole
				text = texts[name]
				changes = append(changes, object{"text": text})
			}
			before := spent()
			c.notify("textDocument/didChange", object{"textDocument": object{"uri": uri, "version": version}, "contentChanges": changes})
			got := c.diagnostics(uri, version)
			took = append(took, spent()-before)
			require.Equal(t, vet(uri, text), got, text)
			errors += len(got)
			from, to, _ := edit(r, text)
			ask := object{
				"textDocument": document(uri), "position": place(text, from), "newName": "fresh_name",
				"range": workbench.Range{Start: place(text, from), End: place(text, to)}, "context": object{"includeDeclaration": true},
			}
			q := questions[r.IntN(len(questions))]
			var result any
			if err := c.try("textDocument/"+q, ask, &result); err != nil {
				require.True(t, slices.Contains([]string{"rename", "prepareRename", "formatting"}, q) && !strings.Contains(err.Error(), "panic"), "%s: %v", q, err)
			}
		}
		c.notify("textDocument/didClose", object{"textDocument": document(uri)})
	}
	slices.Sort(took)
	t.Logf("%d edits, %d diagnostics; processor time: half of them up to %v, 95 %% up to %v, all up to %v",
		len(took), errors, took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
}
