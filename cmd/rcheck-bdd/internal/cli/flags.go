package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// Flags are the flags of one command, in groups for its help. Flags are declared with the methods of [pflag.FlagSet], and
// are shown in the order of declaration; the word in backquotes in a usage text stands for the value.
type Flags struct {
	*pflag.FlagSet
	group string
}

// Group begins a group of flags: those declared until the next call or the end.
func (f *Flags) Group(title string) {
	f.closeGroup()
	f.group = title
}

// groupOf is the annotation of a flag that has the title of its group.
const groupOf = "group"

// closeGroup gives the flags that are in no group yet to the last one.
func (f *Flags) closeGroup() {
	f.VisitAll(func(fl *pflag.Flag) {
		if fl.Annotations == nil {
			fl.Annotations = map[string][]string{groupOf: {f.group}}
		}
	})
}

// Optional lets a flag stand alone, which means the same as the flag with a value.
func (f *Flags) Optional(name, value string) { f.Lookup(name).NoOptDefVal = value }

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

// Choices declares a flag whose value is some of a few words, separated by commas; by default none.
func (f *Flags) Choices(value *[]string, name, usage string, words ...string) {
	f.Var(&choices{value, words}, name, usage)
}

type choices struct {
	values *[]string
	words  []string
}

func (c *choices) String() string { return strings.Join(*c.values, ",") }

func (c *choices) Type() string { return "words" }

func (c *choices) Set(s string) error {
	*c.values = nil
	for word := range strings.SplitSeq(s, ",") {
		one := choice{new(string), c.words}
		if err := one.Set(strings.TrimSpace(word)); err != nil {
			return err
		}
		*c.values = append(*c.values, *one.value)
	}
	return nil
}

func (c *choice) String() string { return *c.value }

func (c *choice) Type() string { return "word" }

func (c *choice) Set(s string) error {
	words := slices.DeleteFunc(slices.Clone(c.words), func(w string) bool { return w == "" })
	if !slices.Contains(words, s) {
		text := "not one of " + strings.Join(words, ", ")
		if hint := diag.DidYouMean(s, words); hint != "" {
			text += "; " + hint
		}
		return errors.New(text)
	}
	*c.value = s
	return nil
}

// complete declares what the values of a command's flags can be: one of a choice, a file, or something that no shell can know.
func complete(c *cobra.Command) {
	c.Flags().VisitAll(func(fl *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(fl)
		words := cobra.NoFileCompletions
		if v, ok := fl.Value.(*choice); ok {
			words = cobra.FixedCompletions(v.words, cobra.ShellCompDirectiveNoFileComp)
		} else if v, ok := fl.Value.(*choices); ok {
			words = cobra.FixedCompletions(v.words, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
		} else if placeholder == "FILE" || placeholder == "PATH" {
			return
		}
		_ = c.RegisterFlagCompletionFunc(fl.Name, words) // which fails only for flags that do not exist
	})
}

// Spellings returns the flags of a command as they are typed, those with a value followed by "=".
func (c *Command) Spellings() []string {
	var out []string
	c.cobra(&Env{}, new(int)).Flags().VisitAll(func(fl *pflag.Flag) {
		value := "="
		if fl.NoOptDefVal != "" {
			value = ""
		}
		out = append(out, "--"+fl.Name+value)
		if fl.Shorthand != "" {
			out = append(out, "-"+fl.Shorthand)
		}
	})
	return out
}

// ParseFlags reads flags of a command of the program's and returns the names of those that are given, and the other arguments.
func ParseFlags(command string, declare func(*Flags), args []string) (given, rest []string, err error) {
	c := (&Command{Name: command, Flags: declare}).cobra(&Env{}, new(int))
	if err := c.Flags().Parse(args); err != nil {
		return nil, nil, flagError(c, err)
	}
	c.Flags().Visit(func(fl *pflag.Flag) { given = append(given, fl.Name) })
	return given, c.Flags().Args(), nil
}

// flagError is an error of pflag in the words of this program, with what the user may have meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return usageError{unknownFlag(c, unknown)}
	case errors.As(err, &invalid):
		cause := invalid.Unwrap()
		if errors.As(cause, new(*strconv.NumError)) {
			cause = errors.New("not a number, or not a possible one")
		}
		return Usage("invalid value %q for flag --%s: %w", invalid.GetValue(), invalid.GetFlag().Name, cause)
	}
	return usageError{err}
}

func unknownFlag(c *cobra.Command, e *pflag.NotExistError) error {
	name, dashes := e.GetSpecifiedName(), "--"
	if short := e.GetSpecifiedShortnames(); short != "" {
		name, dashes = short, "-"
	}
	name, _, _ = strings.Cut(name, "=")
	var names []string
	c.Flags().VisitAll(func(fl *pflag.Flag) { names = append(names, fl.Name) })
	text := fmt.Sprintf("unknown flag %s%s", dashes, name)
	close := diag.Closest(name, names)
	if dashes == "-" && slices.Contains(names, name) {
		close = name
	}
	switch {
	case close != "":
		text += fmt.Sprintf("; did you mean --%s?", close)
	case !c.HasParent():
		text += fmt.Sprintf("; flags follow the command: `%s COMMAND %s%s`", c.Name(), dashes, name)
	}
	return errors.New(text)
}
