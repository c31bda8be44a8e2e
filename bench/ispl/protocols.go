package ispl

import (
	"fmt"
	"strings"
)

// bits is the transmission of n bits over a channel that may lose what either side sends: the
// sender repeats a bit with the parity of its number until the receiver acknowledges that parity.
// With one bit it is the protocol of Fagin, Halpern, Moses and Vardi.
func bits(n int) string {
	var w writer
	w.line("-- Transmission of %d bits, one after the other, over a channel that loses messages.\n", n)
	w.line("Agent Environment\n  Vars:\n    state : {S, R, SR, none}; -- the direction that worked\n  end Vars\n  Actions = {sendS, sendR, sendSR, sendNone};")
	w.line("  Protocol:\n    Other : {sendS, sendR, sendSR, sendNone};\n  end Protocol\n  Evolution:")
	for _, s := range []string{"S", "R", "SR"} {
		w.line("    state = %s if Action = send%s;", s, s)
	}
	w.line("    state = none if Action = sendNone;\n  end Evolution\nend Agent\n")
	parity := func(i int) string { return [...]string{"even", "odd"}[i%2] }
	bits, acks := "zero_even, one_even", "ack_even"
	if n > 1 {
		bits, acks = bits+", zero_odd, one_odd", acks+", ack_odd"
	}
	w.line("Agent Sender\n  Vars:\n    sent : 0..%d; -- the number of bits that are acknowledged", n)
	w.each(1, n, "    bit%d : {zero, one};")
	w.line("  end Vars\n  Actions = {%s, rest};\n  Protocol:", bits)
	for i := range n {
		w.line("    sent = %d and bit%d = zero : {zero_%s};\n    sent = %d and bit%d = one : {one_%s};", i, i+1, parity(i), i, i+1, parity(i))
	}
	w.line("    sent = %d : {rest};\n  end Protocol\n  Evolution:", n)
	for i := range n {
		w.line("    sent = %d if sent = %d and Receiver.Action = ack_%s and (Environment.Action = sendR or Environment.Action = sendSR);", i+1, i, parity(i))
	}
	w.line("  end Evolution\nend Agent\n")
	w.line("Agent Receiver\n  Vars:\n    got : 0..%d;", n)
	w.each(1, n, "    copy%d : {nothing, zero, one};")
	w.line("  end Vars\n  Actions = {%s, rest};\n  Protocol:\n    got = 0 : {rest};", acks)
	for i := range n {
		w.line("    got = %d : {ack_%s};", i+1, parity(i))
	}
	w.line("  end Protocol\n  Evolution:")
	for i := range n {
		for _, b := range []string{"zero", "one"} {
			w.line("    got = %d and copy%d = %s if got = %d and Sender.Action = %s_%s and (Environment.Action = sendS or Environment.Action = sendSR);",
				i+1, i+1, b, i, b, parity(i))
		}
	}
	w.line("  end Evolution\nend Agent\n")
	w.line("Evaluation\n  works if Environment.state = SR;\n  all_acknowledged if Sender.sent = %d;\n  first_acknowledged if Sender.sent > 0;", n)
	w.line("  right if %s;", joined(1, n, " and ", "(Receiver.got < %[1]d or Sender.bit%[1]d = Receiver.copy%[1]d)"))
	w.line("  one1 if Sender.bit1 = one;\n  last_one if Sender.bit%d = one;\nend Evaluation\n", n)
	w.line("InitStates\n  Environment.state = none and Sender.sent = 0 and Receiver.got = 0 and")
	w.line("  %s;\nend InitStates\n", joined(1, n, " and ", "Receiver.copy%d = nothing"))
	w.line("Groups\n  both = {Sender, Receiver};\nend Groups\n\nFairness\n  works;\nend Fairness\n\nFormulae")
	w.line("  AF all_acknowledged;\n  AG right;")
	w.line("  AG (all_acknowledged -> K(Sender, K(Receiver, last_one) or K(Receiver, !last_one)));")
	w.line("  AG (first_acknowledged and one1 -> K(Sender, K(Receiver, one1)));")
	w.line("  AG (first_acknowledged and one1 -> GCK(both, one1));\nend Formulae")
	return w.String()
}

// cryptographer writes an agent who sees two coins and says once whether they agree, or the
// opposite if he paid.
func cryptographer(w *writer, i int, turn string) {
	w.line("Agent C%d\n  Vars:\n    paid : boolean;\n    left : boolean; -- coins that show heads\n    right : boolean;\n  end Vars", i)
	w.line("  Actions = {agree, differ, listen};\n  Protocol:")
	w.line("    %s and (paid ^ left ^ right) = false : {agree};\n    %s and (paid ^ left ^ right) = true : {differ};\n    Other : {listen};", turn, turn)
	w.line("  end Protocol\n  Evolution:\n    paid = true if paid = true;\n  end Evolution\nend Agent\n")
}

// table writes who sits where and who may have paid, and the formulas: cryptographer 1's view of
// the payer, and what all know.
func table(w *writer, n int, over, start string) {
	w.line("Evaluation\n  over if %s;\n  odd if %s and Environment.odd = true;", over, over)
	w.each(1, n, "  paid%[1]d if C%[1]d.paid = true;")
	w.line("end Evaluation\n\nInitStates\n  %s and", start)
	for i := 1; i <= n; i++ {
		w.line("  C%d.right = C%d.left and", i, i%n+1)
	}
	var who []string // has paid: each of them, or none
	for payer := 1; payer <= n+1; payer++ {
		paid := make([]string, n)
		for i := range paid {
			paid[i] = fmt.Sprintf("C%d.paid = %t", i+1, i+1 == payer)
		}
		who = append(who, "("+strings.Join(paid, " and ")+")")
	}
	w.line("  (%s);\nend InitStates\n", strings.Join(who, " or\n  "))
	w.line("Groups\n  all = {%s};\nend Groups\n\nFormulae", numbered(n, "C"))
	others := joined(2, n, " or ", "paid%d")
	unknown := joined(2, n, " and ", "!K(C1, paid%d)")
	nobody := joined(1, n, " and ", "!paid%d")
	w.line("  AG (over and !paid1 -> K(C1, %s) or (K(C1, %s) and %s));", nobody, others, unknown)
	w.line("  AG (over and !odd -> GCK(all, %s));", nobody)
	w.line("  AG (odd -> GCK(all, paid1 or %s));\n  AF over;\n  EF (odd and K(C1, paid2));\nend Formulae", others)
}

// cryptographers is the protocol of the dining cryptographers, who speak one after the other; the
// environment keeps whose turn it is and the parity of what was said, and everybody hears both.
func cryptographers(n int) string {
	var w writer
	w.line("-- %d dining cryptographers, who speak one after the other.\nSemantics = SingleAssignment;\n", n)
	w.line("Agent Environment\n  Obsvars:\n    turn : 1..%d;\n    odd : boolean;\n  end Obsvars\n  Actions = {};\n  Protocol:\n  end Protocol", n+1)
	w.line("  Evolution:\n    turn = turn + 1 if turn <= %d;", n)
	w.line("    odd = ~odd if %s;\n  end Evolution\nend Agent\n", joined(1, n, " or ", "C%d.Action = differ"))
	for i := 1; i <= n; i++ {
		cryptographer(&w, i, fmt.Sprintf("Environment.turn = %d", i))
	}
	table(&w, n, fmt.Sprintf("Environment.turn = %d", n+1), "Environment.turn = 1 and Environment.odd = false")
	return w.String()
}

// cryptographersXor is the same protocol in four steps, whatever the number: all speak at once, the
// environment remembers what each of them said, and then what the exclusive or of all that is.
func cryptographersXor(n int) string {
	var w writer
	w.line("-- %d dining cryptographers, who speak at once.\nSemantics = SingleAssignment;\n", n)
	w.line("Agent Environment\n  Obsvars:\n    phase : {think, said, counted, finished};\n    odd : boolean;")
	w.each(1, n, "    differs%d : boolean;")
	w.line("  end Obsvars\n  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:")
	w.line("    phase = said if phase = think;\n    phase = counted if phase = said;\n    phase = finished if phase = counted;")
	w.each(1, n, "    differs%[1]d = true if C%[1]d.Action = differ;")
	w.line("    odd = %s if phase = said;\n  end Evolution\nend Agent\n", joined(1, n, " ^ ", "differs%d"))
	for i := 1; i <= n; i++ {
		cryptographer(&w, i, "Environment.phase = think")
	}
	silent := joined(1, n, " and ", "Environment.differs%d = false")
	table(&w, n, "Environment.phase = finished", "Environment.phase = think and Environment.odd = false and "+silent)
	return w.String()
}
