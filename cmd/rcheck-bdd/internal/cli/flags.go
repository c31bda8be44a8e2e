package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// Flags are the flags of one command, in groups for its help. Flags are declared with the methods
// of [pflag.FlagSet], and are shown in the order of declaration; the word in backquotes in a usage
// text stands for the value.
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

// Choice declares a flag whose value is one of a few words, the first being the default. If that is
// empty it can only be left out.
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
		if slices.Contains(*c.values, *one.value) {
			return fmt.Errorf("%s is there twice", *one.value)
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

// complete declares what the values of a command's flags can be: one of a choice, a file, or
// something that no shell can know.
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

// eachFlag goes through the flags of a command, but for --help: it begins groups, and shows flags
// with what they are for.
func eachFlag(c *cobra.Command, begin func(title string), show func(head, usage string)) {
	group := ""
	c.Flags().VisitAll(func(fl *pflag.Flag) {
		title := fl.Annotations[groupOf]
		if title == nil {
			return
		}
		if title[0] != group {
			group = title[0]
			begin(group)
		}
		placeholder, usage := pflag.UnquoteUsage(fl)
		head := "--" + fl.Name
		if fl.Shorthand != "" {
			head = "-" + fl.Shorthand + ", " + head
		}
		switch {
		case fl.NoOptDefVal == "":
			head += "=" + placeholder
		case placeholder != "":
			head += "[=" + placeholder + "]"
		}
		show(head, usage)
	})
}

// synopsis is how the command is called: its path, the flags and the arguments.
func synopsis(c *cobra.Command) string {
	_, arguments, _ := strings.Cut(c.Use, " ")
	text := c.CommandPath()
	eachFlag(c, func(string) { text = c.CommandPath() + " [FLAGS]" }, func(string, string) {})
	return strings.TrimSpace(text + " " + arguments)
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// commandHelp prints everything about one command.
func commandHelp(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, "%s: %s.\n\nUsage: %s\n", c.CommandPath(), lowerFirst(c.Short), synopsis(c))
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", c.Long)
	}
	eachFlag(c, func(title string) { fmt.Fprintf(w, "\n%s:\n", title) }, func(head, usage string) {
		fmt.Fprintf(w, "  %s\n        %s\n", head, strings.ReplaceAll(usage, "\n", "\n        "))
	})
}
