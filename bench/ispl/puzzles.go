package ispl

import (
	"fmt"
	"strings"
)

// muddy is the puzzle of the muddy children. In each round every child that sees as many muddy
// foreheads as there were rounds before says that it is muddy; once some have, the others say that
// they are clean. Each child sees all foreheads but its own.
func muddy(n int) string {
	var w writer
	w.line("-- %d muddy children: at least one of them is muddy, and they answer in rounds.", n)
	w.line("Semantics = SingleAssignment;\n")
	someSays := joined(1, n, " or ", "Child%d.Action = say_muddy")
	w.line("Agent Environment\n  Obsvars:\n    round : 0..%d;\n    told : boolean;\n  end Obsvars\n  Vars:", n)
	w.each(1, n, "    m%d : 0..1;")
	w.line("  end Vars\n  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:")
	w.line("    told = true if %s;", someSays)
	w.line("    round = round + 1 if told = false and round < %d and !(%s);", n, someSays)
	w.line("  end Evolution\nend Agent\n")
	for i := 1; i <= n; i++ {
		var others []string
		for j := 1; j <= n; j++ {
			if j != i {
				others = append(others, fmt.Sprintf("m%d", j))
			}
		}
		sum := "Environment." + strings.Join(others, " + Environment.")
		w.line("Agent Child%d\n  Lobsvars = {%s};\n  Vars:\n    says : {nothing, muddy, clean};\n  end Vars", i, strings.Join(others, ", "))
		w.line("  Actions = {say_nothing, say_muddy, say_clean};\n  Protocol:")
		w.line("    says = nothing and Environment.told = false and %s = Environment.round : {say_muddy};", sum)
		w.line("    says = nothing and Environment.told = true : {say_clean};\n    Other : {say_nothing};\n  end Protocol")
		w.line("  Evolution:\n    says = muddy if Action = say_muddy;\n    says = clean if Action = say_clean;\n  end Evolution\nend Agent\n")
	}
	w.line("Evaluation")
	w.line("  somebody if %s;", joined(1, n, " or ", "Environment.m%d = 1"))
	w.line("  silent if %s;", joined(1, n, " or ", "Child%d.says = nothing"))
	for _, i := range []int{1, n} {
		w.line("  muddy%d if Environment.m%d = 1;\n  says_muddy%d if Child%d.says = muddy;\n  says_clean%d if Child%d.says = clean;", i, i, i, i, i, i)
	}
	w.line("end Evaluation\n\nInitStates\n  Environment.round = 0 and Environment.told = false and")
	w.line("  %s and", joined(1, n, " and ", "Child%d.says = nothing"))
	w.line("  (%s);\nend InitStates\n", joined(1, n, " or ", "Environment.m%d = 1"))
	w.line("Groups\n  children = {%s};\nend Groups\n\nFormulae", numbered(n, "Child"))
	for _, i := range []int{1, n} {
		w.line("  AG (says_muddy%d -> muddy%d and K(Child%d, muddy%d));", i, i, i, i)
		w.line("  AG (says_clean%d -> !muddy%d and K(Child%d, !muddy%d));", i, i, i, i)
	}
	w.line("  AF !silent;\n  GCK(children, somebody);\nend Formulae")
	return w.String()
}

// prisoners is the puzzle of the prisoners and the light bulb, with the usual solution: prisoner 1
// counts how often he finds the light on and turns it off; the others turn it on the first time
// they find it off.
func prisoners(n int) string {
	var w writer
	w.line("-- %d prisoners, taken to a room with a light one by one, in any order but each again and again.", n)
	w.line("Semantics = SingleAssignment;\n")
	dark := joined(1, n, ", ", "dark%d")
	lit := joined(1, n, ", ", "lit%d")
	all := joined(1, n, " and ", "been%d = true")
	w.line("Agent Environment\n  Vars:\n    light : boolean;\n    inside : {nobody, %s};\n    fate : {open, released, executed};", numbered(n, "p"))
	w.each(1, n, "    been%d : boolean;")
	w.line("  end Vars\n  -- taking prisoner i to the room, which is dark or lit, is dark<i> or lit<i>")
	w.line("  Actions = {%s, %s};\n  Protocol:\n    light = false : {%s};\n    light = true : {%s};\n  end Protocol\n  Evolution:", dark, lit, dark, lit)
	for i := 1; i <= n; i++ {
		w.line("    inside = p%d if Action = dark%d or Action = lit%d;", i, i, i)
		w.line("    been%d = true if Action = dark%d or Action = lit%d;", i, i, i)
		if i > 1 {
			w.line("    light = true if Action = dark%d and Prisoner%d.Action = willing;", i, i)
		}
	}
	w.line("    light = false if Action = lit1;")
	w.line("    fate = released if fate = open and Prisoner1.Action = announce and %s;", all)
	w.line("    fate = executed if fate = open and Prisoner1.Action = announce and !(%s);", all)
	w.line("  end Evolution\nend Agent\n")
	w.line("Agent Prisoner1\n  Vars:\n    count : 0..%d;\n  end Vars\n  Actions = {wait, announce};", n-1)
	w.line("  Protocol:\n    count = %d : {announce};\n    Other : {wait};\n  end Protocol", n-1)
	w.line("  Evolution:\n    count = count + 1 if count < %d and Environment.Action = lit1;\n  end Evolution\nend Agent\n", n-1)
	for i := 2; i <= n; i++ {
		w.line("Agent Prisoner%d\n  Vars:\n    switched : boolean;\n  end Vars\n  Actions = {wait, willing};", i)
		w.line("  Protocol:\n    switched = false : {willing};\n    Other : {wait};\n  end Protocol")
		w.line("  Evolution:\n    switched = true if Environment.Action = dark%d and Action = willing;\n  end Evolution\nend Agent\n", i)
	}
	w.line("Evaluation\n  release if Environment.fate = released;\n  dead if Environment.fate = executed;\n  counted if Prisoner1.count = %d;", n-1)
	for i := 1; i <= n; i++ {
		w.line("  in%d if Environment.inside = p%d;", i, i)
		if i > 1 {
			w.line("  been%d if Environment.been%d = true;", i, i)
		}
	}
	w.line("end Evaluation\n\nInitStates\n  Environment.light = false and Environment.inside = nobody and Environment.fate = open and")
	w.line("  %s and", joined(1, n, " and ", "Environment.been%d = false"))
	w.each(2, n, "  Prisoner%d.switched = false and")
	w.line("  Prisoner1.count = 0;\nend InitStates\n\nGroups\n  prisoners = {%s};\nend Groups\n", numbered(n, "Prisoner"))
	w.line("Fairness\n  %s;\nend Fairness\n", joined(1, n, ";\n  ", "in%d"))
	w.line("Formulae\n  <prisoners> F release;\n  AF release;\n  AG !dead;")
	w.line("  AG (counted -> K(Prisoner1, %s));", joined(2, n, " and ", "been%d"))
	w.line("end Formulae")
	return w.String()
}

// tianJi is the race of Tian Ji against the king: the king's horse of each class beats Tian Ji's of
// the same class and loses to those of better classes. The king runs his horses from the best class
// on, Tian Ji chooses.
func tianJi(n int) string {
	var w writer
	w.line("-- Tian Ji against the king, with %d horses each; horse 1 is the fastest.", n)
	w.line("Semantics = SingleAssignment;\n")
	w.line("Agent Environment\n  Obsvars:\n    race : 1..%d;\n    wins : 0..%d;\n  end Obsvars\n  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:", n+1, n)
	w.line("    race = race + 1 if race <= %d;", n)
	for i := 1; i < n; i++ {
		w.line("    wins = wins + 1 if TianJi.Action = run%d and race > %d and wins < %d;", i, i, n)
	}
	w.line("  end Evolution\nend Agent\n")
	w.line("Agent TianJi\n  Vars:")
	w.each(1, n, "    rests%d : boolean;")
	w.line("  end Vars\n  Actions = {%s, watch};\n  Protocol:", numbered(n, "run"))
	w.each(1, n, "    rests%[1]d = true : {run%[1]d};")
	w.line("    Other : {watch};\n  end Protocol\n  Evolution:")
	w.each(1, n, "    rests%[1]d = false if Action = run%[1]d;")
	w.line("  end Evolution\nend Agent\n")
	w.line("Evaluation\n  over if Environment.race = %d;\n  racing if Environment.race <= %d;", n+1, n)
	w.line("  win if Environment.race = %d and Environment.wins * 2 > %d;", n+1, n)
	w.line("  rested if %s;", joined(1, n, " or ", "TianJi.rests%d = true"))
	w.line("end Evaluation\n\nInitStates\n  Environment.race = 1 and Environment.wins = 0 and")
	w.line("  %s;\nend InitStates\n", joined(1, n, " and ", "TianJi.rests%d = true"))
	w.line("Groups\n  general = {TianJi};\n  king = {Environment};\nend Groups\n")
	w.line("Formulae\n  <general> F win;\n  <general> (racing U win);\n  AG (over -> !rested);\n  AF win;\n  <king> F win;\nend Formulae")
	return w.String()
}

// cards is a game of two players with n cards, half of them red, which are dealt in any order, half
// of them to each. In each round both play a card; red beats black, and a higher number a lower
// one.
func cards(n int) string {
	half := (n + 1) / 2
	n = 2 * half
	var w writer
	w.line("-- A game of %d cards: 1 to %d are black, the others red, and higher cards win.", n, half)
	w.line("Semantics = SingleAssignment;\n")
	w.line("Agent Environment\n  Obsvars:\n    card : 1..%d; -- to be dealt; %d: all are\n    round : 0..%d;\n    lead : -%d..%d; -- of player 1\n  end Obsvars", n+1, n+1, half, half, half)
	w.line("  Vars:\n    given : 0..%d; -- to player 1\n    taken : 0..%d; -- by player 2\n  end Vars\n  Actions = {to1, to2, watch};\n  Protocol:", half, half)
	w.line("    card <= %d and given < %d : {to1};\n    card <= %d and taken < %d : {to2};\n    Other : {watch};\n  end Protocol\n  Evolution:", n, half, n, half)
	w.line("    card = card + 1 if card <= %d;\n    given = given + 1 if Action = to1;\n    taken = taken + 1 if Action = to2;", n)
	w.line("    round = round + 1 if card = %d and round < %d;", n+1, half)
	for _, side := range []struct {
		step   string
		me, he int
	}{{"+", 1, 2}, {"-", 2, 1}} {
		for k := 2; k <= n; k++ {
			w.line("    lead = lead %s 1 if Player%d.Action = play%d and (%s);", side.step, side.me, k,
				joined(1, k-1, " or ", fmt.Sprintf("Player%d.Action = play%%d", side.he)))
		}
	}
	w.line("  end Evolution\nend Agent\n")
	for p := 1; p <= 2; p++ {
		w.line("Agent Player%d\n  Vars:", p)
		w.each(1, n, "    has%d : boolean;")
		w.line("  end Vars\n  Actions = {%s, wait};\n  Protocol:", numbered(n, "play"))
		for k := 1; k <= n; k++ {
			w.line("    Environment.card = %d and has%d = true : {play%d};", n+1, k, k)
		}
		w.line("    Other : {wait};\n  end Protocol\n  Evolution:")
		for k := 1; k <= n; k++ {
			w.line("    has%d = true if Environment.card = %d and Environment.Action = to%d;\n    has%d = false if Action = play%d;", k, k, p, k, k)
		}
		w.line("  end Evolution\nend Agent\n")
	}
	reds := joined(half+1, n, " and ", "Player1.has%d = true")
	w.line("Evaluation\n  allred1 if Environment.card = %d and Environment.round = 0 and %s;", n+1, reds)
	w.line("  win1 if Environment.round = %d and Environment.lead > 0;\n  win2 if Environment.round = %d and Environment.lead < 0;", half, half)
	w.line("end Evaluation\n\nInitStates\n  Environment.card = 1 and Environment.round = 0 and Environment.lead = 0 and")
	w.line("  Environment.given = 0 and Environment.taken = 0 and")
	w.line("  %s and", joined(1, n, " and ", "Player1.has%d = false"))
	w.line("  %s;\nend InitStates\n", joined(1, n, " and ", "Player2.has%d = false"))
	w.line("Groups\n  first = {Player1};\nend Groups\n")
	w.line("Formulae\n  AG (allred1 -> AF win1);\n  AG (allred1 -> K(Player1, allred1));\n  EF win2;\n  <first> F win1;\nend Formulae")
	return w.String()
}
