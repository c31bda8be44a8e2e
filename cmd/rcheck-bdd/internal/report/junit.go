package report

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// The JUnit format, as far as continuous integration servers agree on it: a suite per file, a case
// per property. A property that is not as expected and a denied warning are failures; an undecided
// one and a file that is no model are errors.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
		Out      *junitText  `xml:"system-out"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    string        `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// WriteJUnit writes the document as JUnit XML. After the end of the context it leaves out runs.
func (d *Document) WriteJUnit(ctx context.Context, w io.Writer) error {
	out := junitSuites{Name: d.Tool.Name}
	for i := range d.Runs {
		suite := junitSuiteOf(ctx, &d.Runs[i])
		out.Tests += suite.Tests
		out.Failures += suite.Failures
		out.Errors += suite.Errors
		out.Suites = append(out.Suites, suite)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// runText is a trace as far as there is time to write it.
func runText(ctx context.Context, t *trace.Trace) string {
	var b strings.Builder
	if err := t.WriteText(ctx, &b, trace.TextOptions{}); err != nil {
		b.WriteString("the rest of the run is left out: " + err.Error() + "\n")
	}
	return b.String()
}

func junitSuiteOf(ctx context.Context, run *Run) junitSuite {
	suite := junitSuite{Name: terminal.Name(run.File)}
	total := 0.0
	for i := range run.Results {
		r := &run.Results[i]
		total += r.Seconds
		c := junitCase{Name: r.Label(), Class: terminal.Name(run.File), Time: junitTime(r.Seconds)}
		c.File, c.Line, _ = splitPosition(r.Position, run.File)
		c.File = terminal.Name(c.File)
		switch {
		case r.AsExpected():
		case r.Verdict != "unknown":
			suite.Failures++
			c.Failure = &junitProblem{Message: r.Verdict + ": " + terminal.Escape(r.expectation()+r.Formula), Type: r.Verdict}
			if r.Trace != nil {
				c.Failure.Text = "\n" + terminal.Escape(runText(ctx, r.Trace))
			}
		default:
			suite.Errors++
			c.Error = &junitProblem{Message: terminal.Escape(r.Reason), Type: "unknown"}
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, e := range run.Errors {
		suite.Errors++
		c, problem := noticeCase(&e, run.File)
		c.Error = problem
		suite.Cases = append(suite.Cases, c)
	}
	var warnings strings.Builder
	for _, n := range run.Warnings {
		if n.Denied {
			suite.Failures++
			c, problem := noticeCase(&n, run.File)
			c.Failure = problem
			suite.Cases = append(suite.Cases, c)
		}
		fmt.Fprintf(&warnings, "%s: warning[%s]: %s\n", n.Position, n.Code, n.Message)
	}
	if warnings.Len() > 0 {
		suite.Out = &junitText{terminal.Escape(warnings.String())}
	}
	suite.Tests = len(suite.Cases)
	suite.Time = junitTime(total)
	return suite
}

// noticeCase is the case for a notice, and what is wrong there.
func noticeCase(n *Notice, model string) (junitCase, *junitProblem) {
	file, line, _ := splitPosition(n.Position, model)
	return junitCase{Name: n.Code, Class: terminal.Name(model), File: terminal.Name(file), Line: line, Time: junitTime(0)},
		&junitProblem{Message: terminal.Escape(n.Message), Type: n.Code, Text: terminal.Escape(n.Position)}
}

func junitTime(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 3, 64) }

// positionText is how a place in a file is written.
var positionText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)^(.*):([0-9]+):([0-9]+)$`) })

// splitPosition takes FILE:LINE:COLUMN apart, a position in what was found about the model of the
// given name. The line is empty if the position has no numbers. A formula of the command line,
// which is in no file, counts as a part of the model.
func splitPosition(p, model string) (file, line, column string) {
	parts := positionText().FindStringSubmatch(p)
	switch {
	case parts == nil:
		return cmp.Or(p, model), "", ""
	case strings.HasPrefix(parts[1], "property ") && parts[1] != model:
		return model, "", ""
	case parts[1] == terminal.Name(model):
		parts[1] = model
	}
	return parts[1], parts[2], parts[3]
}
