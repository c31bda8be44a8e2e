package ispl

import "fmt"

// parties is how many there are to the contract of [contract].
const parties = 7

// contract is about parties who deliver something each, one after the other, n times. Each may
// breach the contract instead, which it must not, and is guilty from then on; the others do not see
// it. With 16 deliveries it has 60 kB, 8 agents and 13 695 states.
func contract(n int) string {
	var w writer
	w.line("-- %d parties to a contract deliver %d times each, one after the other, or breach it.\n", parties, n)
	w.line("Agent Environment\n  Obsvars:\n    delivery : 1..%d;\n    supplier : 1..%d;\n  end Obsvars\n  Actions = {};", n+1, parties)
	w.line("  Protocol:\n  end Protocol\n  Evolution:")
	for d := 1; d <= n; d++ {
		for p := 1; p <= parties; p++ {
			next := fmt.Sprintf("supplier = %d", p+1)
			if p == parties {
				next = fmt.Sprintf("delivery = %d and supplier = 1", d+1)
			}
			for _, action := range []string{"deliver", "breach"} {
				w.line("    %s if delivery = %d and supplier = %d and Party%d.Action = %s%d;", next, d, p, p, action, d)
			}
		}
	}
	w.line("  end Evolution\nend Agent\n")
	for p := 1; p <= parties; p++ {
		w.line("Agent Party%d\n  Vars:\n    status : {clean, guilty};\n  end Vars\n  RedStates:\n    status = guilty;\n  end RedStates", p)
		w.line("  Actions = {%s, %s, rest};\n  Protocol:", numbered(n, "deliver"), numbered(n, "breach"))
		for d := 1; d <= n; d++ {
			at := fmt.Sprintf("    Environment.delivery = %d and Environment.supplier = %d and status", d, p)
			w.line("%s = clean : {deliver%d, breach%d};\n%s = guilty : {deliver%d};", at, d, d, at, d)
		}
		w.line("    Other : {rest};\n  end Protocol\n  Evolution:")
		for d := 1; d <= n; d++ {
			w.line("    status = guilty if Environment.delivery = %d and Environment.supplier = %d and Action = breach%d;", d, p, d)
		}
		w.line("  end Evolution\nend Agent\n")
	}
	all := func(separator, format string) string { return joined(1, parties, separator, format) }
	w.line("Evaluation\n  over if Environment.delivery = %d;\n  kept if %s;", n+1, all(" and ", "Party%d.status = clean"))
	w.line("%s\nend Evaluation\n", all("\n", "  guilty%[1]d if Party%[1]d.status = guilty;"))
	w.line("InitStates\n  Environment.delivery = 1 and Environment.supplier = 1 and %s;\nend InitStates\n", all(" and ", "Party%d.status = clean"))
	w.line("Groups\n  all = {%s};\n  first = {Party1};\n  last = {Party%d};\nend Groups\n", numbered(parties, "Party"), parties)
	w.line("Formulae\n%s\n%s", all("\n", "  AG (guilty%[1]d -> K(Party%[1]d, guilty%[1]d));"), all("\n", "  O(Party%[1]d, !guilty%[1]d);"))
	w.line("  AF over;\n  EF (over and kept);\n  AG EF over;\n  AG (over -> GCK(all, over));\n  AG (guilty1 -> K(Party2, guilty1));")
	w.line("  <all> F (over and kept);\n  <last> G !guilty1;\n  <first> G !guilty1;\nend Formulae")
	return w.String()
}
