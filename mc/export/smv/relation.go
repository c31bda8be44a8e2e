package smv

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// disjuncts writes the relation as one constraint.
func (w *writer) disjuncts() {
	w.line("TRANS")
	for i, it := range w.interactions {
		if i > 0 {
			w.line("  |")
		}
		w.interaction(it)
	}
	deadlock := w.deadlock()
	if deadlock.isFalse() {
		return
	}
	if len(w.interactions) > 0 {
		w.line("  |")
	}
	w.line("  -- no interaction is possible")
	var parts []string
	if !deadlock.isTrue() {
		parts = append(parts, w.text(deadlock, inComparison))
	}
	for a := range w.sys.Agents {
		parts = append(parts, w.rest(a)...)
	}
	for _, b := range w.bits {
		parts = append(parts, "!next("+b.name+")")
	}
	w.conjunction(parts)
}

func (w *writer) conjunction(parts []string) {
	if len(parts) == 0 {
		parts = []string{"TRUE"}
	}
	w.line("  %s", strings.Join(parts, "\n    & "))
}

// interaction writes one disjunct: the condition, what each agent does, and the observations.
func (w *writer) interaction(it *interaction) {
	c := it.initiating
	w.line("  -- %s%s", oneLine(w.sys.Agents[c.Agent].Name+" "+w.sys.CommandText(c.ID)), at(c.Pos))
	if s := it.supply; s != nil {
		w.line("  -- from %s%s", oneLine(w.sys.Agents[s.Agent].Name+" "+w.sys.CommandText(s.ID)), at(s.Pos))
	}
	var parts []string
	if !it.possible.isTrue() {
		parts = append(parts, w.text(it.possible, inComparison))
	}
	for a := range w.sys.Agents {
		parts = append(parts, w.does(it, a)...)
	}
	for i, b := range w.bits {
		parts = append(parts, w.nextBool(b.name, it.observed[i]))
	}
	w.conjunction(parts)
}

// does says what an agent does in an interaction.
func (w *writer) does(it *interaction, agent int) []string {
	if i := slices.IndexFunc(it.parts, func(p part) bool { return p.agent == agent }); i >= 0 {
		return w.part(&it.parts[i])
	}
	return w.keep(agent)
}

// partitions writes the relation as one constraint on the choice of the interaction, one for each
// agent and one for each observation.
func (w *writer) partitions() {
	w.line("TRANS -- interactions happen where they are possible")
	w.cases(func(it *interaction) string { return w.text(it.possible, loosest) }, w.text(w.deadlock(), loosest))
	for a := range w.sys.Agents {
		rest := w.rest(a)
		if len(rest) == 0 {
			continue
		}
		w.line("TRANS -- %s", w.sys.Agents[a].Name)
		w.cases(func(it *interaction) string { return cmp.Or(strings.Join(w.does(it, a), ""), "TRUE") }, rest[0])
	}
	for i, b := range w.bits {
		w.line("TRANS next(%s) <->", b.name)
		w.cases(func(it *interaction) string { return w.text(it.observed[i], loosest) }, "FALSE")
	}
}

// cases writes a choice by the interaction. Interactions with the same text stand together;
// otherwise is the text for all others and for the stutter.
func (w *writer) cases(of func(*interaction) string, otherwise string) {
	steps := map[string][]string{}
	var texts []string
	for _, it := range w.interactions {
		s := of(it)
		if s == otherwise {
			continue
		}
		if steps[s] == nil {
			texts = append(texts, s)
		}
		steps[s] = append(steps[s], it.name)
	}
	w.line("  case")
	for _, s := range texts {
		choice := fmt.Sprintf("%s = %s", w.stepName, steps[s][0])
		if len(steps[s]) > 1 {
			choice = fmt.Sprintf("%s in {%s}", w.stepName, strings.Join(steps[s], ", "))
		}
		w.line("    %s : %s;", choice, s)
	}
	w.line("    TRUE : %s;", otherwise)
	w.line("  esac")
}
