package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// shownRun is a run of the document with what only pages show.
type shownRun struct {
	report.Run
	Source  string        `json:"source"`
	Results []shownResult `json:"results"`
}

type shownResult struct {
	report.Result
	Shown any `json:"shown,omitempty"`
	Views any `json:"views,omitempty"`
}

// WriteRuns writes what checks found as one page: the properties of each file, their verdicts, and the
// runs behind them in the views of the workbench. The page is one file that loads nothing: its policy
// allows the one script and the one style that are written into it, by what they hash to, and
// connections to nowhere. What models say stands in it as JSON without signs of markup.
func WriteRuns(w io.Writer, d *report.Document) error {
	shown := struct {
		Tool report.Tool `json:"tool"`
		Runs []shownRun  `json:"runs"`
	}{Tool: d.Tool}
	title := "rcheck-bdd"
	for i := range d.Runs {
		r := shownRun{Run: d.Runs[i], Source: d.Runs[i].Source, Results: []shownResult{}}
		for _, x := range r.Run.Results {
			r.Results = append(r.Results, shownResult{x, x.Shown, x.Views})
		}
		shown.Runs = append(shown.Runs, r)
		if i == 0 {
			title = r.File + " – " + title
		}
	}
	data, err := json.Marshal(shown) // which writes <, > and & as escapes
	if err != nil {
		return err
	}
	script, style := asset("runs.js"), asset("main.css")
	_, err = fmt.Fprintf(w, `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>%s</title>
  <style>%s</style>
</head>
<body><noscript>This page is a program: it needs JavaScript.</noscript>
<script type="application/json" id="runs">%s</script>
<script>%s</script>
</body>
</html>
`, hash(script), hash(style), html.EscapeString(terminal.Escape(title)), style, terminal.EscapeJSON(string(data)), script)
	return err
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
