package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	isplmodel "github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// A question is one property of one model, with what each way to answer it took.
type question struct {
	name    string
	file    string
	set     map[string]int
	number  int // of the property, from 1
	answers map[string]answer
}

// questions lists them: those of the models in a folder, or those of the families and published
// models, whose files are written below scratch.
func questions(scratch, folder string) ([]*question, error) {
	if folder != "" {
		return questionsBelow(folder)
	}
	var out []*question
	add := func(name, source string, set map[string]int) error {
		text, err := models.Source(source)
		if err != nil {
			return err
		}
		file := filepath.Join(scratch, strings.ReplaceAll(source, "/", "-"))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
		p, err := bench.Read(source, set)
		if err != nil {
			return err
		}
		out = append(out, ofProgram(name, file, set, p)...)
		return nil
	}
	for _, f := range bench.Families() {
		for _, size := range f.Sizes[:2] {
			if err := add(fmt.Sprintf("%s %d", f.Name, size), f.File(), f.Set(size)); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range bench.PublishedModels() {
		if err := add(p.Name+" "+values(p.Set), p.File(), p.Set); err != nil {
			return nil, err
		}
	}
	for _, f := range ispl.Families {
		file := filepath.Join(scratch, f.Name+".ispl")
		if err := os.WriteFile(file, []byte(f.Write(f.Small())), 0o666); err != nil {
			return nil, err
		}
		below, err := ofFile(f.Name, file)
		if err != nil {
			return nil, err
		}
		out = append(out, below...)
	}
	return out, nil
}

// questionsBelow lists the questions of the models in a folder, by name.
func questionsBelow(folder string) (out []*question, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext != ".rcp" && ext != ".ispl" {
			continue
		}
		list, err := ofFile(e.Name(), filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, err
}

// ofFile lists the questions of a model without constants to set.
func ofFile(name, file string) (out []*question, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(file) != ".ispl" {
		p, list := rcheck.Parse(file, text, rcheck.Options{})
		if list.HasErrors() {
			return nil, list.Err()
		}
		return ofProgram(name, file, nil, p), nil
	}
	p, list := isplmodel.Parse(file, text, isplmodel.Options{})
	if list.HasErrors() {
		return nil, list.Err()
	}
	for i := range p.Formulas {
		out = append(out, &question{name: fmt.Sprintf("%s: %d", name, i+1), file: file, number: i + 1})
	}
	return out, nil
}

// ofProgram lists the questions of a model.
func ofProgram(name, file string, set map[string]int, p *rcheck.Program) (out []*question) {
	for _, spec := range p.Specs {
		label := spec.Name
		if label == "" {
			label = strconv.Itoa(spec.Index)
		}
		out = append(out, &question{name: name + ": " + label, file: file, set: set, number: spec.Index})
	}
	return out
}

// values are those of constants, in order of their names.
func values(set map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(set)) {
		out = append(out, strconv.Itoa(set[name]))
	}
	return strings.Join(out, "/")
}

// arguments are those of the command for the question.
func (q *question) arguments() []string {
	out := []string{"check", "-q", "--warnings=none", "--run=" + regexp.QuoteMeta(strconv.Itoa(q.number))}
	for _, name := range slices.Sorted(maps.Keys(q.set)) {
		out = append(out, fmt.Sprintf("--set=%s=%d", name, q.set[name]))
	}
	return append(out, q.file)
}
