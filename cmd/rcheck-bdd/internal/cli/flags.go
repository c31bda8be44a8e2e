package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

var errHelp = errors.New("help requested")

// Flags are the flags of one command, in groups for its help. Flags are declared with the methods of [flag.FlagSet]; the word
// in backquotes in a usage text stands for the value.
type Flags struct {
	*flag.FlagSet
	groups []group
}

type group struct {
	title string
	names []string
}

func newFlags(c *Command) *Flags {
	f := &Flags{FlagSet: flag.NewFlagSet(c.Name, flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	if c.Flags != nil {
		f.Group("Flags")
		c.Flags(f)
		f.closeGroup()
	}
	return f
}

// Group begins a group of flags: those declared until the next call or the end.
func (f *Flags) Group(title string) {
	f.closeGroup()
	f.groups = append(f.groups, group{title: title})
}

// closeGroup gives the flags that are in no group yet to the last one.
func (f *Flags) closeGroup() {
	if len(f.groups) == 0 {
		return
	}
	grouped := map[string]bool{}
	for _, g := range f.groups {
		for _, n := range g.names {
			grouped[n] = true
		}
	}
	last := &f.groups[len(f.groups)-1]
	f.VisitAll(func(fl *flag.Flag) {
		if !grouped[fl.Name] {
			last.names = append(last.names, fl.Name)
		}
	})
	if len(last.names) == 0 {
		f.groups = f.groups[:len(f.groups)-1]
	}
}

// Alias makes a second, shorter name for a declared flag.
func (f *Flags) Alias(short, name string) {
	fl := f.Lookup(name)
	f.Var(fl.Value, short, aliasUsage+name)
}

const aliasUsage = "short for --"

// List declares a flag that may be given several times and collects its values.
func (f *Flags) List(values *[]string, name, usage string) {
	f.Func(name, usage, func(s string) error {
		*values = append(*values, s)
		return nil
	})
}

// Choice declares a flag whose value is one of a few words, the first being the default. If that is empty it can only be left
// out.
func (f *Flags) Choice(value *string, name, usage string, words ...string) {
	*value = words[0]
	f.Var(&choice{value, words}, name, usage)
}

type choice struct {
	value *string
	words []string
}

func (c *choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) || s == "" {
		text := "not one of " + strings.TrimPrefix(strings.Join(c.words, ", "), ", ")
		if hint := diag.DidYouMean(s, c.words); hint != "" {
			text += "; " + hint
		}
		return errors.New(text)
	}
	*c.value = s
	return nil
}

// parse reads flags before, between and after the other arguments, which it returns. Everything after "--" is an argument.
func (f *Flags) parse(args []string) ([]string, error) {
	var positional []string
	for {
		err := f.FlagSet.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, errHelp
		}
		if err != nil {
			return nil, usageError{f.explain(err)}
		}
		rest := f.Args()
		if len(rest) == 0 {
			return positional, nil
		}
		if read := len(args) - len(rest); read > 0 && args[read-1] == "--" {
			return append(positional, rest...), nil
		}
		positional = append(positional, rest[0])
		args = rest[1:]
	}
}

// explain adds what the user may have meant to an error of the flag package.
func (f *Flags) explain(err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return errors.New(strings.ReplaceAll(err.Error(), " for flag -", " for flag --"))
	}
	var names []string
	f.VisitAll(func(fl *flag.Flag) { names = append(names, fl.Name) })
	text := fmt.Sprintf("unknown flag --%s", name)
	if close := diag.Closest(name, names); close != "" {
		text += fmt.Sprintf("; did you mean --%s?", close)
	}
	return errors.New(text)
}
