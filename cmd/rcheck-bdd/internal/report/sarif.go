package report

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// The parts of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, 2020) that the
// document fills: one run, a rule per code, a result per diagnostic and per property that does not
// hold.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Results []sarifResult `json:"results"`
		// ColumnKind says what columns count.
		ColumnKind string `json:"columnKind"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		CodeFlows []sarifCodeFlow `json:"codeFlows,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifThreadLocation `json:"locations"`
	}
	sarifThreadLocation struct {
		Location   sarifLocation `json:"location"`
		Nesting    int           `json:"nestingLevel,omitempty"`
		Importance string        `json:"importance,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// The rules for properties, besides those of the diagnostics.
const (
	violatedRule   = "property-violated"
	unknownRule    = "property-unknown"
	unexpectedRule = "property-unexpected"
)

var propertyRules = []sarifRule{
	{violatedRule, sarifText{"A property is violated"}, sarifText{"Some fair computation from an initial state does not satisfy the property."}},
	{unexpectedRule, sarifText{"A property holds that is expected not to hold"}, sarifText{"The file or a flag says that the property is violated or undecided."}},
	{unknownRule, sarifText{"A property is undecided"}, sarifText{"A limit, a time-out or an interrupt ended the search before there was an answer."}},
}

// SealSARIF writes the result in SARIF now, which [Document.WriteSARIF] writes later: see
// [Result.Seal]. The result is about a file. After the end of the context its run is left out.
func (r *Result) SealSARIF(ctx context.Context, file string) (err error) {
	r.sarif, err = r.sarifText(ctx, file)
	return err
}

func (r *Result) sarifText(ctx context.Context, file string) (string, error) {
	return elementText(propertyResult(ctx, r, file))
}

// elementText is an element of the list of results, as it stands in the log.
func elementText(r sarifResult) (string, error) {
	const depth = "        "
	text, err := indented(r, depth, "  ")
	return "\n" + depth + text, err
}

// WriteSARIF writes the document as a SARIF log; codes document the codes of its notices. Each
// result is written by itself. After the end of the context runs are left out.
func (d *Document) WriteSARIF(ctx context.Context, w io.Writer, codes []diag.Info) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: d.Tool.Name, Version: d.Tool.Version, Rules: d.rules(codes)}
	log := sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
	before, after, err := around(log, "  ", `"results": [`)
	if err != nil {
		return err
	}
	p, written := &Parts{To: w}, 0
	p.Text(before)
	add := func(text string, make func() (string, error)) {
		p.Element(written, text, make)
		written++
	}
	for i := range d.Runs {
		file := &d.Runs[i]
		for _, n := range file.Errors {
			add("", func() (string, error) { return elementText(noticeResult(&n, "error", file.File)) })
		}
		for _, n := range file.Warnings {
			level := "warning"
			if n.Denied {
				level = "error"
			}
			add("", func() (string, error) { return elementText(noticeResult(&n, level, file.File)) })
		}
		for j := range file.Results {
			if r := &file.Results[j]; !r.AsExpected() {
				add(r.sarif, func() (string, error) { return r.sarifText(ctx, file.File) })
			}
		}
	}
	if written > 0 {
		p.Text("\n      ")
	}
	p.Text(after + "\n")
	return p.Err
}

// rules are those of which the document has a result.
func (d *Document) rules(codes []diag.Info) []sarifRule {
	used := map[string]bool{}
	for i := range d.Runs {
		for _, n := range d.Runs[i].Errors {
			used[n.Code] = true
		}
		for _, n := range d.Runs[i].Warnings {
			used[n.Code] = true
		}
		for j := range d.Runs[i].Results {
			if r := &d.Runs[i].Results[j]; !r.AsExpected() {
				used[r.rule()] = true
			}
		}
	}
	all, out := slices.Clone(propertyRules), []sarifRule{}
	for _, info := range codes {
		all = append(all, sarifRule{string(info.Code), sarifText{info.Summary}, sarifText{info.Explanation}})
	}
	for _, rule := range all {
		if used[rule.ID] {
			out = append(out, rule)
		}
	}
	return out
}

// rule is the rule for a property that is not as expected.
func (r *Result) rule() string {
	switch r.Verdict {
	case "holds":
		return unexpectedRule
	case "violated":
		return violatedRule
	}
	return unknownRule
}

// noticeResult is the result for a notice about a file.
func noticeResult(n *Notice, level, file string) sarifResult {
	r := sarifResult{RuleID: n.Code, Level: level, Message: sarifText{n.Message}, Locations: []sarifLocation{location(n.Position, n.End, file)}}
	for i, x := range n.Related {
		l := location(x.Position, x.End, file)
		l.ID, l.Message = i+1, &sarifText{x.Message}
		r.Related = append(r.Related, l)
	}
	return r
}

// propertyResult is the result for a property that is not as expected.
func propertyResult(ctx context.Context, r *Result, file string) sarifResult {
	at := location(r.Position, r.End, file)
	out := sarifResult{RuleID: r.rule(), Level: "error", Locations: []sarifLocation{at}}
	text := "property " + r.Label()
	switch out.RuleID {
	case unexpectedRule:
		text += " holds, which is not expected: " + r.Formula
	case violatedRule:
		text += " is violated: " + r.Formula
	default:
		out.Level, text = "warning", text+" is undecided: "+r.Reason
	}
	out.Message = sarifText{text}
	if r.Trace != nil && ctx.Err() == nil {
		out.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{{threadFlow(r.Trace, at, file)}}}}
		for _, m := range r.Trace.Marks {
			l := at
			l.ID, l.Message = len(out.Related)+1, &sarifText{fmt.Sprintf("step %d: %s", m.Step, m.String())}
			out.Related = append(out.Related, l)
		}
	}
	return out
}

// threadFlow is a trace as places to go through: the commands of each step, and the property where
// a mark says something of it.
func threadFlow(t *trace.Trace, property sarifLocation, file string) []sarifThreadLocation {
	var out []sarifThreadLocation
	add := func(at sarifLocation, nesting int, importance, text string) {
		at.Message = &sarifText{text}
		out = append(out, sarifThreadLocation{at, nesting, importance})
	}
	for i, step := range t.Steps {
		for _, m := range t.Marks {
			if m.Step == i {
				add(property, 0, "essential", m.String())
			}
		}
		if t.Next(i) < 0 {
			break
		}
		acts := trace.ActsOf(t.System, step)
		for k, act := range acts {
			at := property
			if act.Place != "" {
				at = location(act.Place, "", file)
			}
			add(at, min(k, 1), "", act.Agent+act.Label+": "+act.Text)
		}
		if acts == nil {
			add(property, 0, "", "no step is possible: deadlock")
		}
	}
	if t.Lasso() {
		add(property, 0, "", fmt.Sprintf("back to step %d, and so on for ever", t.Loop))
	}
	return out
}

// location is a place in a file, up to an end if that is not empty.
func location(position, end, file string) sarifLocation {
	name, line, column := splitPosition(position, file)
	var region *sarifRegion
	if n, err := strconv.Atoi(line); err == nil {
		c, _ := strconv.Atoi(column)
		region = &sarifRegion{StartLine: n, StartColumn: c}
		if _, line, column := splitPosition(end, file); end != "" {
			region.EndLine, _ = strconv.Atoi(line)
			region.EndColumn, _ = strconv.Atoi(column)
		}
	}
	// A relative reference, in which a colon in the first segment would end a scheme.
	uri := url.URL{Path: filepath.ToSlash(name)}
	return sarifLocation{Physical: sarifPhysical{sarifArtifact{uri.String()}, region}}
}
