package smv

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

type writer struct {
	*translation
	Options
	out strings.Builder
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

func (w *writer) header() {
	from := ""
	if w.sys.File != "" {
		from = " from " + w.sys.File
	}
	w.line("-- Made by rcheck-bdd%s for %s.", from, w.Dialect)
	if w.joint != nil {
		w.line("-- In each step all agents act together. A state without a successor repeats.")
	} else if w.Relation == Partitioned {
		w.line("-- The input %s chooses the interaction; a state without any stutters.", w.stepName)
	} else {
		w.line("-- One disjunct of TRANS is one interaction; the last is the stutter of states without any.")
	}
	w.line("")
	w.line("MODULE main")
}

// declarations writes the variables and the inputs.
func (w *writer) declarations() {
	w.line("VAR")
	agent := -1
	for _, v := range w.variables {
		if v.agent != agent {
			agent = v.agent
			w.line("  -- %s", w.sys.Agents[agent].Name)
		}
		w.line("  %s : %s;", v.name, w.typeText(v))
	}
	if len(w.bits) > 0 {
		w.line("  -- observations: whether the step that led here satisfied ...")
	}
	for i := range w.bits {
		w.line("  %s : boolean; -- %s", w.bits[i].name, oneLine(w.sys.Propositions[w.bits[i].proposition].Name))
	}
	if len(w.variables)+len(w.bits) == 0 {
		w.line("  %s : 0..0; -- a model needs a variable", w.nothing)
	}
	w.inputs()
}

// inputs declares what chooses between interactions and between receives.
func (w *writer) inputs() {
	var lines []string
	if w.joint != nil {
		for _, v := range w.joint.actions {
			if v != nil {
				lines = append(lines, fmt.Sprintf("  %s : %s;", v.name, w.typeText(v)))
			}
		}
	} else if w.Relation == Partitioned {
		steps := make([]string, 0, len(w.interactions)+1)
		for _, it := range w.interactions {
			steps = append(steps, it.name)
		}
		steps = append(steps, w.stutterName)
		lines = append(lines, fmt.Sprintf("  %s : {%s};", w.stepName, strings.Join(steps, ", ")))
	}
	for a := range w.sys.Agents {
		if v := w.choices[a]; v != nil {
			lines = append(lines, fmt.Sprintf("  %s : %s; -- which of several receives it takes a message with", v.name, w.typeText(v)))
		}
	}
	if len(lines) > 0 {
		w.line("IVAR")
		w.line("%s", strings.Join(lines, "\n"))
	}
}

// constants declares the symbols that occur outside of all variables' types.
func (w *writer) constants() {
	declared := map[recipe.Value]bool{}
	for _, v := range w.variables {
		if v.kind == recipe.Enum {
			for _, x := range v.values {
				declared[x] = true
			}
		}
	}
	var missing []string
	for _, v := range slices.Sorted(maps.Keys(w.mentioned)) {
		if !declared[v] {
			missing = append(missing, w.symbolName(v))
		}
	}
	if len(missing) > 0 {
		w.line("CONSTANTS %s;", strings.Join(missing, ", "))
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// definitions writes when each interaction is possible.
func (w *writer) definitions() {
	w.line("DEFINE")
	w.line("  -- when interactions are possible")
	for _, it := range w.interactions {
		if it.possible.op == opNamed {
			w.line("  %s := %s;", it.possible.name, w.long(it.possible.args[0], "    "))
		}
	}
	if some := w.not(w.deadlock()); some.op == opNamed {
		w.line("  %s := %s;", w.progress, w.long(some.args[0], "    "))
	}
}

// lineLength is where texts of conjunctions and disjunctions are broken.
const lineLength = 110

// long writes n, if it is too long for a line with each operand on a line of its own.
func (w *writer) long(n *node, indent string) string {
	s := w.text(n, loosest)
	if len(s) <= lineLength {
		return s
	}
	switch n.op {
	case recipe.OpAnd:
		return strings.Join(w.conjunctTexts(n), "\n"+indent+"& ")
	case recipe.OpOr:
		return strings.Join(w.operandTexts(n, inAnd), "\n"+indent+"| ")
	}
	return s
}

func (w *writer) initial() {
	for _, x := range w.start {
		w.line("INIT %s", w.text(x, loosest))
	}
	for _, b := range w.bits {
		w.line("INIT !%s", b.name)
	}
}

func at(p recipe.Position) string {
	if p.Line == 0 {
		return ""
	}
	return "  (" + p.String() + ")"
}

// part writes what an agent does.
func (w *writer) part(p *part) []string {
	var ways []string
	for i := range p.moves {
		ways = append(ways, w.move(p.agent, &p.moves[i]))
	}
	if !p.stays.isFalse() {
		ways = append(ways, w.way(p.stays, "", w.keep(p.agent)))
	}
	ways = slices.DeleteFunc(ways, func(s string) bool { return s == "" })
	switch len(ways) {
	case 0:
		return nil
	case 1:
		return ways
	}
	return []string{"(  " + strings.Join(ways, "\n      | ") + " )"}
}

func (w *writer) move(agent int, m *move) string {
	choice := ""
	if m.choice != nil {
		choice = m.choice.name + " = " + m.choice.spellings[recipe.Value(m.command.ID)]
	}
	return w.way(m.when, choice, w.after(agent, m.updates))
}

// after says what values an agent's variables have after a step. Those of free locals are any.
func (w *writer) after(agent int, updates []update) []string {
	var next []string
	for _, v := range w.variables {
		if v.agent != agent || w.free(v) {
			continue
		}
		value := w.read(v)
		for _, u := range updates {
			if u.variable == v {
				value = u.value
			}
		}
		next = append(next, w.next(v, value))
	}
	return next
}

// way is a condition with what follows from it.
func (w *writer) way(when *node, choice string, next []string) string {
	var parts []string
	if !when.isTrue() {
		parts = append(parts, w.conjunctTexts(when)...)
	}
	if choice != "" {
		parts = append(parts, choice)
	}
	return strings.Join(append(parts, next...), " & ")
}

// keep says that an agent's variables keep their values: nothing if it has none, else one text.
func (w *writer) keep(agent int) []string {
	if parts := w.after(agent, nil); len(parts) > 0 {
		return []string{strings.Join(parts, " & ")}
	}
	return nil
}

func (w *writer) free(v *variable) bool { return v.local >= 0 && w.sys.Vars[v.local].Free }

// rest says that all variables of an agent keep their values, as the stutter does.
func (w *writer) rest(agent int) []string {
	parts := w.after(agent, nil)
	for _, v := range w.variables {
		if v.agent == agent && w.free(v) {
			parts = append(parts, w.next(v, w.read(v)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{strings.Join(parts, " & ")}
}

// next says which value a variable has in the next state.
func (w *writer) next(v *variable, value *node) string {
	if v.kind == recipe.Bool {
		return w.nextBool(v.name, value)
	}
	return "next(" + v.name + ") = " + w.text(value, inSum)
}

func (w *writer) nextBool(name string, value *node) string {
	switch {
	case value.isTrue():
		return "next(" + name + ")"
	case value.isFalse():
		return "!next(" + name + ")"
	}
	return "(next(" + name + ") <-> " + w.text(value, inComparison) + ")"
}
