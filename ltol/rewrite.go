package ltol

import "slices"

// The rules by which the connectives of obligations simplify what they are about to build. A rule
// is an equivalence that holds at every position of every word. As dual obligations are stored as
// one, the rules for ∧ do for ∨ and those for U do for R, each read dually. Every rule either makes
// the obligation smaller, or replaces an until by one whose operands are smaller, or moves
// past-step atoms out of temporal connectives, which ends.
//
// In the rules e is eventual, u universal and q suspendable (implication.go), and a ⇒ b means that
// a implies b as far as the syntax shows. Most are from Somenzi and Bloem (CAV 2000, §3) and
// Etessami and Holzmann (CONCUR 2000, §3), with the additions that Spot's documentation of its LTL
// simplifications lists; those about past-step atoms are ours.

func init() {
	andRules = []andRule{
		{"contradiction: a & b = false if a ⇒ !b", true, ruleContradiction},
		{"absorption: a & b = a if a ⇒ b", true, ruleAbsorption},
		{"resolution: a & (b | c) = a & c if a ⇒ !b", true, ruleResolution},
		{"folding: b & (a | X (a R b)) = a R b", true, ruleFolding},
		{"next of and: X a & X b = X (a & b)", false, ruleJoinNext},
		{"release of and: (a R b) & (a R c) = a R (b & c)", false, ruleJoinRelease},
		{"until of and: (a U c) & (b U c) = (a & b) U c", false, ruleJoinUntil},
		{"persistence of and: F G a & F G b = F G (a & b)", false, ruleJoinPersistence},
	}
	nextRules = []nextRule{
		{"past: X past(p) = step(p)", false, ruleNextPast},
		{"suspension: X q = q", false, ruleNextSuspendable},
		{"next of parts: X (a & b) = X a & X b if a is past or suspendable", false, ruleNextParts},
	}
	untilRules = []untilRule{
		{"eventuality: a U e = e", false, ruleUntilEventual},
		{"immediacy: a U b = b if a ⇒ b", false, ruleUntilImplied},
		{"left operand: (a & b) U c = a U c if !c ⇒ b; (a | b) U c = a U c if b ⇒ c", false, ruleUntilLeft},
		{"nesting to the right: a U (b U c) = b U c if a ⇒ b", false, ruleUntilNestedRight},
		{"nesting to the left: (a U b) U b = a U b", false, ruleUntilNestedLeft},
		{"finally of until: F (a U b) = F b", false, ruleFinallyUntil},
		{"until of next: (X a) U (X b) = X (a U b)", false, ruleUntilNext},
		{"past: a U past(p) = past(p) | a U (a & step(p))", false, ruleUntilPast},
		{"suspension: a U (b & q) = (a U b) & q", false, ruleUntilSuspendable},
		{"eventuality of a part: a U (b | e) = (a U b) | e", false, ruleUntilEventualPart},
		{"finally of universal: F (a | u) = F a | F u", false, ruleFinallyUniversal},
		{"persistence of past: F (past(p) & G (a & step(p))) = F G (a & step(p))", false, ruleFinallyPast},
		{"persistence of past conditions: F G (past(a) & b) = F G (step(a) & b)", false, rulePersistencePast},
		{"persistence of universal: F G (a | u) = F G a | F u", false, rulePersistenceUniversal},
	}
}

// ---- conjunctions: args are sorted, distinct, at least two, and none is a conjunction

func ruleContradiction(c *obligations, args []ob) (ob, bool) {
	for i, a := range args {
		for _, b := range args[:i] {
			if c.implies(a, dual(b)) {
				return obFalse, true
			}
		}
	}
	return 0, false
}

func ruleAbsorption(c *obligations, args []ob) (ob, bool) {
	kept := slices.Clone(args)
	for i := len(kept) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(kept), i, i+1)
		if slices.ContainsFunc(others, func(a ob) bool { return c.implies(a, kept[i]) }) {
			kept = others
		}
	}
	if len(kept) == len(args) {
		return 0, false
	}
	return c.and(kept...), true
}

func ruleResolution(c *obligations, args []ob) (ob, bool) {
	for i, x := range args {
		if c.form(x) != formOr {
			continue
		}
		parts := c.args(x)
		kept := slices.DeleteFunc(slices.Clone(parts), func(b ob) bool {
			return slices.ContainsFunc(args, func(a ob) bool { return a != x && c.implies(a, dual(b)) })
		})
		if len(kept) < len(parts) {
			return c.and(append(slices.Delete(slices.Clone(args), i, i+1), c.or(kept...))...), true
		}
	}
	return 0, false
}

func ruleFolding(c *obligations, args []ob) (ob, bool) {
	for i, x := range args {
		for _, next := range c.parts(formOr, x) {
			if c.form(next) != formNext || c.form(c.args(next)[0]) != formRelease {
				continue
			}
			release := c.args(next)[0]
			a, b := c.args(release)[0], c.args(release)[1]
			rest := slices.Delete(slices.Clone(args), i, i+1)
			if c.or(a, next) == x && allOf(c.conjuncts(b), func(b ob) bool { return slices.Contains(rest, b) }) {
				return c.and(append(rest, release)...), true
			}
		}
	}
	return 0, false
}

// parts are the operands of a conjunction or disjunction, and x itself of anything else.
func (c *obligationTable) parts(f form, x ob) []ob {
	if c.form(x) == f {
		return c.args(x)
	}
	return []ob{x}
}

// joinBy makes one conjunct of all those with the same key, for each key. At once and not two by
// two, because every conjunction built is compared conjunct by conjunct with the rules.
func (c *obligations) joinBy(args []ob, key func(x ob) (ob, bool), join func(key ob, xs []ob) ob) (ob, bool) {
	groups := map[ob][]ob{}
	var keys, rest []ob
	for _, x := range args {
		k, ok := key(x)
		if !ok {
			rest = append(rest, x)
			continue
		}
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], x)
	}
	if len(keys) == len(args)-len(rest) {
		return 0, false
	}
	for _, k := range keys {
		if len(groups[k]) > 1 {
			rest = append(rest, join(k, groups[k]))
		} else {
			rest = append(rest, groups[k][0])
		}
	}
	return c.and(rest...), true
}

func ruleJoinNext(c *obligations, args []ob) (ob, bool) {
	nexts, rest := split(args, func(x ob) bool { return c.form(x) == formNext })
	if len(nexts) < 2 {
		return 0, false
	}
	return c.and(append(rest, c.next(c.and(c.operands(nexts, 0)...)))...), true
}

func ruleJoinRelease(c *obligations, args []ob) (ob, bool) {
	return c.joinBy(args, func(x ob) (ob, bool) {
		if c.form(x) != formRelease {
			return 0, false
		}
		a, b := c.args(x)[0], c.args(x)[1]
		// G e1 and G e2 stay apart: apart each is one state and one acceptance set.
		return a, !(a == obFalse && c.eventual(b))
	}, func(a ob, xs []ob) ob {
		return c.release(a, c.and(c.operands(xs, 1)...))
	})
}

func ruleJoinUntil(c *obligations, args []ob) (ob, bool) {
	return c.joinBy(args, func(x ob) (ob, bool) {
		if c.form(x) != formUntil {
			return 0, false
		}
		return c.args(x)[1], true
	}, func(b ob, xs []ob) ob {
		return c.until(c.and(c.operands(xs, 0)...), b)
	})
}

func ruleJoinPersistence(c *obligations, args []ob) (ob, bool) {
	return c.joinBy(args, func(x ob) (ob, bool) {
		if g, ok := c.isFinally(x); ok {
			_, ok = c.isGlobally(g)
			return obTrue, ok
		}
		return 0, false
	}, func(_ ob, xs []ob) ob {
		return c.finally(c.and(c.operands(xs, 1)...)) // whose operands G a, G b are joined in turn
	})
}

// ---- next: x is neither true nor false

func (c *obligationTable) isPast(x ob) bool {
	return c.form(x) == formLiteral && c.literalOf(x).Atom.Kind == PastStep
}

// stepped is a past-step literal read one position earlier: a step literal.
func (c *obligations) stepped(past ob) ob {
	l := c.literalOf(past)
	return c.literal(Literal{Atom{l.Atom.ID, Step}, l.Negated})
}

func ruleNextPast(c *obligations, x ob) (ob, bool) {
	if !c.isPast(x) {
		return 0, false
	}
	return c.stepped(x), true
}

func ruleNextSuspendable(c *obligations, x ob) (ob, bool) { return x, c.suspendable(x) }

func ruleNextParts(c *obligations, x ob) (ob, bool) {
	f := c.form(x)
	if f != formAnd && f != formOr {
		return 0, false
	}
	return c.apart(f, x, func(a ob) bool { return c.isPast(a) || c.suspendable(a) }, c.next, c.next)
}

// apart takes operands that stand apart out of a conjunction or disjunction: each of them becomes
// what outside makes of it, and the others together what inside makes of them.
func (c *obligations) apart(f form, x ob, stands func(ob) bool, outside, inside func(ob) ob) (ob, bool) {
	if c.form(x) != f {
		return 0, false
	}
	out, in := split(c.args(x), stands)
	if len(out) == 0 {
		return 0, false
	}
	return c.join(f, append(mapped(out, outside), inside(c.join(f, in...)))...), true
}

func itself(x ob) ob { return x }

// ---- until: y is neither true nor false, x is not false

func ruleUntilEventual(c *obligations, x, y ob) (ob, bool) { return y, c.eventual(y) }

func ruleUntilImplied(c *obligations, x, y ob) (ob, bool) { return y, c.implies(x, y) }

func ruleUntilLeft(c *obligations, x, y ob) (ob, bool) {
	if x == obTrue {
		return 0, false
	}
	if c.form(x) == formOr {
		kept := slices.DeleteFunc(slices.Clone(c.args(x)), func(b ob) bool { return c.implies(b, y) })
		if len(kept) == len(c.args(x)) {
			return 0, false
		}
		return c.until(c.or(kept...), y), true
	}
	parts := c.conjuncts(x)
	kept := slices.DeleteFunc(slices.Clone(parts), func(b ob) bool { return c.implies(dual(y), b) })
	if len(kept) == len(parts) {
		return 0, false
	}
	return c.until(c.and(kept...), y), true
}

func ruleUntilNestedRight(c *obligations, x, y ob) (ob, bool) {
	return y, c.form(y) == formUntil && c.implies(x, c.args(y)[0])
}

func ruleUntilNestedLeft(c *obligations, x, y ob) (ob, bool) {
	return x, c.form(x) == formUntil && c.args(x)[1] == y
}

func ruleFinallyUntil(c *obligations, x, y ob) (ob, bool) {
	if x != obTrue || c.form(y) != formUntil {
		return 0, false
	}
	return c.finally(c.args(y)[1]), true
}

func ruleUntilNext(c *obligations, x, y ob) (ob, bool) {
	if c.form(y) != formNext {
		return 0, false
	}
	switch {
	case x == obTrue:
		return c.next(c.finally(c.args(y)[0])), true
	case c.form(x) == formNext:
		return c.next(c.until(c.args(x)[0], c.args(y)[0])), true
	}
	return 0, false
}

func ruleUntilPast(c *obligations, x, y ob) (ob, bool) {
	past, rest := split(c.parts(formOr, y), c.isPast)
	if len(past) == 0 {
		return 0, false
	}
	entered := c.and(x, c.or(mapped(past, c.stepped)...))
	return c.or(append(past, c.until(x, c.or(append(rest, entered)...)))...), true
}

func ruleUntilSuspendable(c *obligations, x, y ob) (ob, bool) {
	return c.apart(formAnd, y, c.suspendable, itself, func(rest ob) ob { return c.until(x, rest) })
}

func ruleUntilEventualPart(c *obligations, x, y ob) (ob, bool) {
	return c.apart(formOr, y, c.eventual, itself, func(rest ob) ob { return c.until(x, rest) })
}

func ruleFinallyUniversal(c *obligations, x, y ob) (ob, bool) {
	if x != obTrue {
		return 0, false
	}
	return c.apart(formOr, y, c.universal, c.finally, c.finally)
}

func rulePersistenceUniversal(c *obligations, x, y ob) (ob, bool) {
	body, ok := c.isGlobally(y)
	if x != obTrue || !ok {
		return 0, false
	}
	return c.apart(formOr, body, c.universal, c.finally, func(rest ob) ob { return c.finally(c.globally(rest)) })
}

func ruleFinallyPast(c *obligations, x, y ob) (ob, bool) {
	if x != obTrue || c.form(y) != formAnd {
		return 0, false
	}
	past, rest := split(c.args(y), c.isPast)
	if len(past) == 0 || len(rest) != 1 {
		return 0, false
	}
	body, ok := c.isGlobally(rest[0])
	if !ok || !c.implies(body, c.and(mapped(past, c.stepped)...)) {
		return 0, false
	}
	return c.finally(rest[0]), true
}

func rulePersistencePast(c *obligations, x, y ob) (ob, bool) {
	body, ok := c.isGlobally(y)
	if x != obTrue || !ok {
		return 0, false
	}
	changed := false
	parts := mapped(c.parts(formAnd, body), func(part ob) ob {
		if !c.pure(part) {
			return part
		}
		leaving, ok := c.decode(part).Leaving()
		if !ok {
			return part
		}
		changed = true
		return c.encode(leaving)
	})
	if !changed {
		return 0, false
	}
	return c.finally(c.globally(c.and(parts...))), true
}
