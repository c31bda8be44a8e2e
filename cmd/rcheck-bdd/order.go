package main

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// orderFlag is an order of agents and variables, which the flag --order gives.
type orderFlag []string

func (o *orderFlag) declare(f *cli.Flags, usage string) {
	f.Func("order", usage, func(s string) error {
		for name := range strings.SplitSeq(s, ",") {
			if name = strings.TrimSpace(name); name != "" {
				*o = append(*o, name)
			}
		}
		return nil
	})
}

// shownNames is how many of the names that an order can have are listed when it has another.
const shownNames = 12

// aBit is a bit of a variable, as diagrams know them and --stats prints them.
var aBit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+-.+)\[[0-9]+\]$`) })

// check returns an error about the first name that is neither an agent nor a variable of the
// system, nor, where bits have places of their own, a bit of a variable.
func (o orderFlag) check(sys *recipe.System, bits bool) error {
	var known []string
	isKnown := map[string]bool{}
	add := func(name string) {
		known = append(known, name)
		isKnown[name] = true
	}
	for a := range sys.Agents {
		add(sys.Agents[a].Name)
	}
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		add(sys.VariableName(a, -1))
		for v := range agent.Vars.All() {
			add(sys.VariableName(a, v))
		}
	}
	for _, name := range o {
		if bit := aBit().FindStringSubmatch(name); isKnown[name] || bits && bit != nil && isKnown[bit[1]] {
			continue
		}
		text := fmt.Sprintf("--order names `%s`, which is neither an agent nor a variable", name)
		if hint := diag.DidYouMean(name, known); hint != "" {
			return fmt.Errorf("%s; %s", text, hint)
		}
		return fmt.Errorf("%s; the known names are %s", text, firstOf(known))
	}
	return nil
}

// firstOf lists the first of some names.
func firstOf(names []string) string {
	list := strings.Join(names[:min(len(names), shownNames)], ", ")
	if len(names) > shownNames {
		list += ", …"
	}
	return list
}
