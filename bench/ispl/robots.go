package ispl

// robot is the robot of Fagin, Halpern, Moses and Vardi: it walks along a line of n places and
// stops where a sensor, which errs by one place at most, says that it is in the middle.
func robot(n int) string {
	var w writer
	w.line("-- A robot on a line of %d places stops where a sensor says that it is in the middle.", n)
	w.line("Semantics = SingleAssignment;\n")
	w.line("Agent Environment\n  Vars:\n    position : 0..%[1]d;\n    reading : 0..%[1]d;\n  end Vars", n)
	w.line("  Actions = {left, none, right}; -- the error of the sensor")
	w.line("  Protocol:\n    Other : {left, none, right};\n  end Protocol\n  Evolution:")
	w.line("    position = position + 1 if position < %d and Robot.Action = move;", n)
	w.line("    reading = position if Action = none;")
	w.line("    reading = position - 1 if Action = left and position > 0;")
	w.line("    reading = position + 1 if Action = right and position < %d;\n  end Evolution\nend Agent\n", n)
	w.line("Agent Robot\n  Lobsvars = {reading};\n  Vars:\n    stopped : boolean;\n  end Vars\n  Actions = {move, stop};")
	w.line("  Protocol:\n    stopped = true : {stop};\n    Environment.reading >= %d : {stop};\n    Other : {move};\n  end Protocol", n/2)
	w.line("  Evolution:\n    stopped = true if Action = stop;\n  end Evolution\nend Agent\n")
	w.line("Evaluation\n  stopped if Robot.stopped = true;")
	w.line("  goal if Environment.position >= %d and Environment.position <= %d;", n/2-2, n/2+2)
	w.line("  far if Environment.position = %d;\nend Evaluation\n", n)
	w.line("InitStates\n  Environment.position = 0 and Environment.reading = 0 and Robot.stopped = false;\nend InitStates\n")
	w.line("Formulae\n  AG (stopped -> goal);\n  AG (stopped -> K(Robot, goal));\n  AG !stopped;\n  AF stopped;\n  AG !far;")
	w.line("  EF K(Robot, goal);\n  EF (far and !stopped);\nend Formulae")
	return w.String()
}

// robots are two that see each other on a line of n places, and begin at its ends.
func robots(n int) string {
	var w writer
	w.line("-- Two robots on a line of %d places begin at its ends.", n)
	w.line("Semantics = SingleAssignment;\n")
	w.line("Agent Environment\n  Obsvars:\n    one : 0..%[1]d;\n    two : 0..%[1]d;\n  end Obsvars", n)
	w.line("  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:")
	for _, r := range [][2]string{{"one", "One"}, {"two", "Two"}} {
		w.line("    %[1]s = %[1]s + 1 if %[1]s < %[3]d and %[2]s.Action = up;", r[0], r[1], n)
		w.line("    %[1]s = %[1]s - 1 if %[1]s > 0 and %[2]s.Action = down;", r[0], r[1])
	}
	w.line("  end Evolution\nend Agent\n")
	for _, name := range []string{"One", "Two"} {
		w.line("Agent %s\n  Vars:\n    moved : boolean;\n  end Vars\n  Actions = {up, down, stay};", name)
		w.line("  Protocol:\n    Other : {up, down, stay};\n  end Protocol")
		w.line("  Evolution:\n    moved = true if !(Action = stay);\n  end Evolution\nend Agent\n")
	}
	w.line("Evaluation\n  meet if Environment.one = Environment.two;")
	w.line("  swapped if Environment.one = %d and Environment.two = 0;\nend Evaluation\n", n)
	w.line("InitStates\n  Environment.one = 0 and Environment.two = %d and One.moved = false and Two.moved = false;\nend InitStates\n", n)
	w.line("Groups\n  first = {One};\n  both = {One, Two};\nend Groups\n")
	w.line("Formulae\n  AG !meet;\n  AG !swapped;\n  AF meet;\n  <both> F swapped;\n  <first> F meet;\n  AG (meet -> K(One, meet));\nend Formulae")
	return w.String()
}
