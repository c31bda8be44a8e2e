package report

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// The parts of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, 2020) that the document fills: one run, a rule
// per code, a result per diagnostic and per property that does not hold.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
		// ColumnKind says what columns count.
		ColumnKind string `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
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
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
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
	}
)

// The rules for properties, beside those of the diagnostics.
const (
	violatedRule   = "property-violated"
	unknownRule    = "property-unknown"
	unexpectedRule = "property-unexpected"
)

var propertyRules = []sarifRule{
	{violatedRule, sarifText{"A property is violated"}, sarifText{"Some fair computation from an initial state does not satisfy the property."}},
	{unexpectedRule, sarifText{"A property holds that is not expected to"}, sarifText{"The file or a flag says that the property is violated or undecided."}},
	{unknownRule, sarifText{"A property is undecided"}, sarifText{"A limit, a time-out or an interrupt ended the search before there was an answer."}},
}

// WriteSARIF writes the document as a SARIF log; codes document the codes of its notices.
func (d *Document) WriteSARIF(w io.Writer, codes []diag.Info) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: d.Tool.Name, Version: d.Tool.Version, Rules: []sarifRule{}}
	used := map[string]bool{}
	add := func(r sarifResult) {
		used[r.RuleID] = true
		run.Results = append(run.Results, r)
	}
	for _, file := range d.Runs {
		for _, n := range file.Errors {
			add(sarifResult{n.Code, "error", sarifText{n.Message}, locations(n.Position, file.File)})
		}
		for _, n := range file.Warnings {
			level := "warning"
			if n.Denied {
				level = "error"
			}
			add(sarifResult{n.Code, level, sarifText{n.Message}, locations(n.Position, file.File)})
		}
		for _, r := range file.Results {
			switch {
			case r.AsExpected():
			case r.Verdict == "holds":
				text := "property " + r.Label() + " holds, which is not expected: " + r.Formula
				add(sarifResult{unexpectedRule, "error", sarifText{text}, locations(r.Position, file.File)})
			case r.Verdict == "violated":
				text := "property " + r.Label() + " is violated: " + r.Formula
				add(sarifResult{violatedRule, "error", sarifText{text}, locations(r.Position, file.File)})
			default:
				text := "property " + r.Label() + " is undecided: " + r.Reason
				add(sarifResult{unknownRule, "warning", sarifText{text}, locations(r.Position, file.File)})
			}
		}
	}
	rules := slices.Clone(propertyRules)
	for _, info := range codes {
		rules = append(rules, sarifRule{string(info.Code), sarifText{info.Summary}, sarifText{info.Explanation}})
	}
	for _, rule := range rules {
		if used[rule.ID] {
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		}
	}
	return WriteJSON(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	}, "  ")
}

func locations(position, file string) []sarifLocation {
	name, line, column := splitPosition(position, file)
	var region *sarifRegion
	if n, err := strconv.Atoi(line); err == nil {
		c, _ := strconv.Atoi(column)
		region = &sarifRegion{n, c}
	}
	// A relative reference, in which a colon in the first segment would end a scheme.
	uri := url.URL{Path: filepath.ToSlash(name)}
	return []sarifLocation{{sarifPhysical{sarifArtifact{uri.String()}, region}}}
}
