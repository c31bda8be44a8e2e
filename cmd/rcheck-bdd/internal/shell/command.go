package shell

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// Execute carries out a line; a number alone takes a step. Errors are the user's; after one the run
// is as it was. It returns [ErrQuit] when the user wants to leave. An empty line and one that
// begins with # do nothing.
func (t *talk) Execute(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if isNumber(word) {
		if rest != "" {
			return fmt.Errorf("`%s` after the number of a step", rest)
		}
		word, rest = "take", word
	}
	c, err := t.commands.find(word)
	if err != nil {
		return err
	}
	return c.run(ctx, rest)
}

// find returns the command that a word, or its beginning, names.
func (cs commands) find(word string) (*command, error) {
	var meant []*command
	var names []string
	for i := range cs {
		if c := &cs[i]; c.name == word {
			return c, nil
		} else if strings.HasPrefix(c.name, word) {
			meant, names = append(meant, c), append(names, "`"+c.name+"`")
		}
	}
	switch len(meant) {
	case 0:
	case 1:
		return meant[0], nil
	default:
		return nil, fmt.Errorf("`%s` can mean %s: type one more letter", word, strings.Join(names, " or "))
	}
	text := fmt.Sprintf("unknown command `%s`", word)
	if hint := diag.DidYouMean(word, cs.words()); hint != "" {
		text += "; " + hint
	}
	take, _ := cs.find("take")
	return nil, fmt.Errorf("%s (`help` lists the commands; `take %s` takes a step)", text, take.arguments)
}

func (cs commands) words() []string {
	names := make([]string, len(cs))
	for i := range cs {
		names[i] = cs[i].name
	}
	return names
}

// help shows the commands, and says what a condition is.
func (t *talk) help(context.Context, string) error {
	for _, c := range t.commands {
		fmt.Fprintf(t.Out, "  %-18s %s\n", strings.TrimSpace(c.name+" "+c.arguments), c.help)
	}
	fmt.Fprintf(t.Out, "You can shorten a word if no other word begins the same way. Tab completes words and conditions.\n\n%s\n", t.conditionHelp)
	return nil
}

func (t *talk) quit(context.Context, string) error { return ErrQuit }

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// Complete returns the last word of a line that is being typed, made of letters and the sign that
// joins names, and the texts that it could become. An offer that more has to follow ends with that
// sign or a bracket.
func (t *talk) Complete(before string) (word string, offers []string) {
	start := len(before)
	for start > 0 && strings.ContainsRune(letters+t.sign, rune(before[start-1])) {
		start--
	}
	word, before = before[start:], strings.TrimLeft(before[:start], " ")
	name, _, _ := strings.Cut(before, " ")
	var all []string
	if name == "" {
		all = t.commands.words()
	} else if c, err := t.commands.find(name); err == nil && strings.Contains(c.arguments, "COND") {
		all = t.conditionWords(word, strings.TrimRight(before, " "))
	} else if err == nil && strings.Contains(c.arguments, "full") {
		all = []string{"full"}
	}
	for _, w := range all {
		if strings.HasPrefix(w, word) && !slices.Contains(offers, w) {
			offers = append(offers, w)
		}
	}
	return word, offers
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// number reads a count; it is 1 if there is no text.
func number(text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("`%s` is not a number from 1 on", text)
	}
	return n, nil
}

// chosen reads the number of one of so many steps, and returns its index.
func chosen(text string, among int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > among {
		return 0, fmt.Errorf("there is no step %s; the steps are numbered 1 to %d", text, among)
	}
	return n - 1, nil
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
