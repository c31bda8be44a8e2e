package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/remark"
)

// denyFlag are the codes of the warnings that count as errors.
type denyFlag []string

// allWarnings stands for every code.
const allWarnings = "all"

func (d *denyFlag) declare(f *cli.Flags) {
	f.Func("deny", "treat the warnings with these `CODES` as errors, so the exit status is 1; separate codes by commas;\nall means every warning", func(s string) error {
		for code := range strings.SplitSeq(s, ",") {
			code = strings.TrimSpace(code)
			info, ok := lookup(code)
			if !ok && code != allWarnings {
				return unknownCode(code)
			}
			if ok && info.Severity == diag.Error {
				return fmt.Errorf("%s is already an error", info.Code)
			}
			if ok {
				code = string(info.Code)
			}
			*d = append(*d, code)
		}
		return nil
	})
}

func (d denyFlag) denies(code string) bool {
	return slices.Contains(d, code) || slices.Contains(d, allWarnings)
}

// deniesOther reports whether the flag denies something that the checker warns about, other than
// one code.
func (d denyFlag) deniesOther(than diag.Code) bool {
	return len(d) > 0 && slices.ContainsFunc(workbench.CheckerCodes(), func(i diag.Info) bool {
		return i.Severity == diag.Warning && i.Code != than && d.denies(string(i.Code))
	})
}

// shown is the list in which denied warnings are errors, and without the other warnings if it is to
// be quiet.
func (d denyFlag) shown(list diag.List, quiet bool) diag.List {
	var out diag.List
	for _, x := range list {
		if x.Severity == diag.Warning && d.denies(string(x.Code)) {
			denied := *x
			denied.Severity = diag.Error
			x = &denied
		}
		if !quiet || x.Severity == diag.Error {
			out = append(out, x)
		}
	}
	return out
}

// mark marks the denied ones among warnings.
func (d denyFlag) mark(notices []report.Notice) []report.Notice {
	for i := range notices {
		notices[i].Denied = d.denies(notices[i].Code)
	}
	return notices
}

// expectations are the verdicts expected by --expect, by the name or number of the property.
type expectations struct {
	verdicts map[string]string
	met      map[string]bool // those that are about some property
}

func (e *expectations) check() error {
	for _, label := range slices.Sorted(maps.Keys(e.verdicts)) {
		if verdict := e.verdicts[label]; !slices.Contains(remark.Verdicts, verdict) {
			hint := diag.DidYouMean(verdict, remark.Verdicts)
			return cli.Usage("--expect %s=%s: the verdict must be one of %s; %s", label, verdict, strings.Join(remark.Verdicts, ", "), hint)
		}
	}
	e.met = map[string]bool{}
	return nil
}

// settings are the flags as they are kept with a report; nil if none was given.
func (c *checkFlags) settings() *report.Settings {
	s := c.model.settings()
	if len(c.expect.verdicts) > 0 {
		s = cmp.Or(s, &report.Settings{})
		s.Expect = c.expect.verdicts
	}
	return s
}

// of is the verdict that is expected of a property, by the flag or else by a remark; empty if
// nothing is said.
func (e *expectations) of(r *report.Result, remarks *remark.Set) string {
	for _, label := range []string{r.Name, strconv.Itoa(r.Index)} {
		if verdict := e.verdicts[label]; verdict != "" {
			e.met[label] = true
			return verdict
		}
	}
	return remarks.Expected(r.Position)
}

// unmet returns an error about the first expectation that is about no property.
func (e *expectations) unmet(labels []string) error {
	for _, label := range slices.Sorted(maps.Keys(e.verdicts)) {
		if !e.met[label] {
			return fmt.Errorf("--expect %s=%s: %s", label, e.verdicts[label], noProperty("", label, labels))
		}
	}
	return nil
}

// kept are the warnings of the checker that are shown or recorded: those that no remark allows, and
// that are asked for.
func (s *checkSession) kept(list []mc.Warning) []mc.Warning {
	return slices.DeleteFunc(slices.Clone(list), func(w mc.Warning) bool {
		unasked := s.flags.warnings == "none" && !s.flags.deny.denies(w.Code)
		return unasked || s.remarks.Allows(w.Code, w.Pos.File, w.Pos.Line)
	})
}
