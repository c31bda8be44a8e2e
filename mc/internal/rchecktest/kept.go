package rchecktest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

const optionsMark = "// options:"

// Keep writes a source and what it is to be read with to a file, as [Kept] reads it.
func Keep(path, src string, o rcheck.Options) error {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		words = append(words, fmt.Sprintf("%s=%d", name, o.Set[name]))
	}
	if o.Int != nil {
		words = append(words, fmt.Sprintf("int=%d..%d", o.Int.Lo, o.Int.Hi))
	}
	if o.Reading != parser.ByDialect {
		words = append(words, "reading="+o.Reading.String())
	}
	if len(words) > 0 {
		src = optionsMark + " " + strings.Join(words, " ") + "\n" + src
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.TrimRight(src, "\n")+"\n"), 0o644)
}

// Found shrinks a model of which fails is true and writes it to a file; it returns the shrunk
// source. With RCHECK_KEEP=off in the environment, as it is where mistakes are made on purpose, it
// does nothing.
func Found(path string, m Model, tries int, fails func(Model) bool) (string, error) {
	if os.Getenv("RCHECK_KEEP") == "off" {
		return m.Text, nil
	}
	small := Shrink(m.Text, tries, func(src string) bool { return fails(Model{Text: src, Options: m.Options}) })
	return small, Keep(path, small, m.Options)
}

// Kept reads the sources that match a pattern, by file.
func Kept(pattern string) (map[string]Model, error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	out := map[string]Model{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m := Model{Text: string(src), Options: rcheck.Options{Set: map[string]int{}}}
		first, _, _ := strings.Cut(m.Text, "\n")
		if words, ok := strings.CutPrefix(first, optionsMark); ok {
			for word := range strings.FieldsSeq(words) {
				err = errors.Join(err, setOption(&m.Options, word))
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out[file] = m
	}
	return out, nil
}

// setOption reads one of the words that follow the mark of options.
func setOption(o *rcheck.Options, word string) error {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "reading":
		for o.Reading = parser.ForceWide; o.Reading != parser.ByDialect && o.Reading.String() != value; {
			o.Reading--
		}
		return nil
	case "int":
		o.Int = new(rcheck.Interval)
		_, err := fmt.Sscanf(value, "%d..%d", &o.Int.Lo, &o.Int.Hi)
		return err
	}
	n, err := strconv.Atoi(value)
	o.Set[name] = n
	return err
}
