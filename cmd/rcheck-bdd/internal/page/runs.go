package page

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// shownRun is a run of the document with what only pages show. Its results are written one by one.
type shownRun struct {
	report.Run
	Source  string   `json:"source"`
	Results struct{} `json:"results,omitzero"`
}

type shownResult struct {
	report.Result
	Shown any   `json:"shown,omitempty"`
	More  []any `json:"more,omitempty"`
	Views any   `json:"views,omitempty"`
}

// WriteRuns writes what checks found as one page: the properties of each file, their verdicts, and
// the runs behind them in the views of the workbench. The page is one file that loads nothing: its
// policy allows the one script and the one style that are written into it, by what they hash to,
// and connections to nowhere. What models say stands in it as JSON without signs of markup.
//
// It ends with the context.
func WriteRuns(ctx context.Context, w io.Writer, d *report.Document) error {
	title := "rcheck-bdd"
	if len(d.Runs) > 0 {
		title = d.Runs[0].File + " – " + title
	}
	script, style := asset("runs.js"), asset("main.css")
	out := &report.Parts{To: w}
	out.Text(fmt.Sprintf(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>%s</title>
  <style>%s</style>
</head>
<body><noscript>This page is a program: it needs JavaScript.</noscript>
<script type="application/json" id="runs">`,
		hash(script), hash(style), html.EscapeString(terminal.Escape(title)), style))
	writeDocument(ctx, out, d)
	out.Text("</script>\n<script>")
	out.Text(string(script))
	out.Text("</script>\n</body>\n</html>\n")
	return out.Err
}

// writeDocument writes a document as JSON, each result by itself, since a page of many properties
// is large.
func writeDocument(ctx context.Context, o *report.Parts, d *report.Document) {
	o.Text(`{"tool":`)
	o.Element(0, "", func() (string, error) { return marshalled(d.Tool) })
	o.Text(`,"runs":[`)
	for i := range d.Runs {
		o.Element(i, "", func() (string, error) {
			head, err := marshalled(shownRun{Run: d.Runs[i], Source: d.Runs[i].Source})
			return strings.TrimSuffix(head, "}") + `,"results":[`, err
		})
		for j := range d.Runs[i].Results {
			r := &d.Runs[i].Results[j]
			o.Element(j, r.Page, func() (string, error) { return resultText(r) })
			o.Err = cmp.Or(o.Err, ctx.Err())
		}
		o.Text("]}")
	}
	o.Text("]}")
}

// Seal writes a result as data for pages now, which [WriteRuns] writes later: see
// [report.Result.Seal].
func Seal(r *report.Result) (err error) {
	r.Page, err = resultText(r)
	return err
}

func resultText(r *report.Result) (string, error) {
	shown := shownResult{*r, r.Shown, r.More, r.Views}
	shown.Reason = cmp.Or(r.Reason, r.NotShown)
	return marshalled(shown)
}

// marshalled is a value as JSON, in which <, > and & are escapes.
func marshalled(v any) (string, error) {
	text, err := json.Marshal(v)
	return terminal.EscapeJSON(string(text)), err
}

// asset is an embedded file, without blanks around it.
func asset(name string) []byte {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return bytes.TrimSpace(text)
}

// hash names a text in a policy.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
