package ispl

// voting is a vote under coercion with so many candidates: each voter may tell the coercer how it
// voted, or refuse, and the coercer may punish each of them. Until the environment closes the vote,
// voters may wait.
func voting(candidates int) func(n int) string {
	return func(n int) string {
		var w writer
		w.line("-- %d voters choose among %d candidates; a coercer asks them how they voted, and may punish them.", n, candidates)
		w.line("Semantics = SingleAssignment;\n")
		w.line("Agent Environment\n  Vars:\n    closed : boolean;\n  end Vars\n  Actions = {open, close};")
		w.line("  Protocol:\n    closed = false : {open, close};\n    Other : {open};\n  end Protocol")
		w.line("  Evolution:\n    closed = true if Action = close;\n  end Evolution\nend Agent\n")
		w.coercer(n)
		for i := 1; i <= n; i++ {
			w.voter(i, candidates)
		}
		w.line("Evaluation")
		w.each(1, n, "  voted%[1]d if Voter%[1]d.choice = 1;\n  punished%[1]d if Coercer.punished%[1]d = true;\n  told%[1]d if Voter%[1]d.told = true;")
		w.line("end Evaluation\n\nInitStates\n  Environment.closed = false")
		w.each(1, n, "  and Coercer.got%[1]d = none and Coercer.punished%[1]d = false and Voter%[1]d.choice = 0 and Voter%[1]d.told = false")
		w.line("  ;\nend InitStates\n\nGroups\n  first = {Voter1};\nend Groups\n\nFormulae")
		w.line("  AG (voted1 -> !K(Coercer, voted1));")
		w.line("  AG !(%s);", joined(1, n, " and ", "told%d"))
		w.line("  AG !(%s);", joined(1, n, " and ", "punished%d"))
		w.line("  <first> F told1;\n  AF told1;")
		w.line("  EF (%s);\nend Formulae", joined(1, n, " and ", "voted%d"))
		return w.String()
	}
}

func (w *writer) coercer(n int) {
	w.line("Agent Coercer\n  Vars:")
	w.each(1, n, "    got%[1]d : {none, yes, no};\n    punished%[1]d : boolean;")
	w.line("  end Vars\n  Actions = {%s, wait};\n  Protocol:", numbered(n, "punish"))
	w.each(1, n, "    got%[1]d <> none and punished%[1]d = false : {punish%[1]d};")
	w.line("    punished1 = false or punished1 = true : {wait};\n  end Protocol\n  Evolution:")
	for i := 1; i <= n; i++ {
		w.line("    got%[1]d = yes if Voter%[1]d.Action = give;\n    got%[1]d = no if Voter%[1]d.Action = refuse;", i)
		w.line("    punished%[1]d = true if Action = punish%[1]d;", i)
	}
	w.line("  end Evolution\nend Agent\n")
}

func (w *writer) voter(number, candidates int) {
	votes := numbered(candidates, "vote")
	w.line("Agent Voter%d\n  Lobsvars = {closed};\n  Vars:\n    choice : 0..%d;\n    told : boolean;\n  end Vars", number, candidates)
	w.line("  Actions = {%s, give, refuse, wait};\n  Protocol:", votes)
	w.line("    choice = 0 and Environment.closed = false : {%s, wait};", votes)
	w.line("    choice <> 0 and told = false : {give, refuse, wait};\n    Other : {wait};\n  end Protocol\n  Evolution:")
	w.each(1, candidates, "    choice = %[1]d if Action = vote%[1]d;")
	w.line("    told = true if Action = give or Action = refuse;\n  end Evolution\nend Agent\n")
}
