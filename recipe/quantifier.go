package recipe

import "slices"

// quantify evaluates OpExists and OpForall (P001 Section 7). Identifiers that neither the operand
// nor the message's predicate mentions change nothing, so that only the others are enumerated.
func (sc *scope) quantify(e *Expr) bool {
	if sc.assignment != nil {
		return sc.holds(e.Args[0])
	}
	predicate := sc.sys.Commands[sc.about.step.Command].Predicate
	if predicate == nil {
		predicate = TrueExpr // of a named get
	}
	inner := *sc
	inner.assignment = make([]Value, len(sc.sys.Properties))
	judge := inner // of the predicate, which is no proposition
	judge.proposition = false
	some := e.Op == OpExists
	found := false // a witness of exists or a counterexample to forall
	mentioned := Leaves(OpProperty, e.Args[0], predicate)
	values := make([][]Value, len(mentioned))
	for i, property := range mentioned {
		if sc.sys.Properties[property].Type.Unbounded {
			values[i] = sc.near(e.Args[0], predicate)
		} else if sc.about.in.quick {
			values[i] = sc.representatives(property, e.Args[0], predicate)
		} else {
			values[i] = sc.sys.Properties[property].Type.all()
		}
	}
	var assign func(i int) bool
	assign = func(i int) bool {
		if i == len(mentioned) {
			if sc.about.stops() {
				return false
			}
			found = judge.holds(predicate) && inner.holds(e.Args[0]) == some
			return !found
		}
		for _, v := range values[i] {
			inner.assignment[mentioned[i]] = v
			if !assign(i + 1) {
				return false
			}
		}
		return true
	}
	assign(0)
	return found == some
}

// representatives lists values of an integer identifier: if es only compare it with what reads no
// identifier, the values next to those that it is compared with, so that of values between which no
// comparison tells one is there. In all other cases it lists all values.
func (sc *scope) representatives(property int, es ...*Expr) []Value {
	t := sc.sys.Properties[property].Type
	compared := t.Kind == Int
	landmarks := []Value{t.Value(0)}
	visit := func(e *Expr) bool {
		switch {
		case e.Op == OpProperty && e.Index == property:
			compared = false
		case e.Op.Facts().Class == ClassComparison:
			for i, a := range e.Args {
				if other := e.Args[1-i]; a.Op == OpProperty && a.Index == property && len(Leaves(OpProperty, other)) == 0 {
					if v, st := sc.value(other); st == defined {
						landmarks = append(landmarks, v-1, v, v+1)
					}
					return false
				}
			}
		}
		return compared
	}
	for _, e := range es {
		e.Walk(visit)
	}
	if !compared {
		return t.all()
	}
	slices.Sort(landmarks)
	return slices.DeleteFunc(slices.Compact(landmarks), func(v Value) bool { return !t.Contains(v) })
}

// near lists values for an identifier without a range: those near landmarks, so that some
// assignment of all integers satisfies a Boolean combination of es if, and only if, one of these
// does.
func (sc *scope) near(es ...*Expr) []Value {
	d := sc.sys.Differences(es...)
	var out []Value
	add := func(lo, hi Value) {
		for v := lo - Value(d.Distance); v <= hi+Value(d.Distance); v++ {
			out = append(out, v)
		}
	}
	for _, e := range d.Landmarks {
		if len(Leaves(OpProperty, e)) > 0 { // of identifiers with a range
			add(Value(e.Type.Lo), Value(e.Type.Hi))
		} else if v, st := sc.value(e); st == defined {
			add(v, v)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// all lists the values of the type.
func (t *Type) all() []Value {
	out := make([]Value, t.Size())
	for code := range out {
		out[code] = t.Value(code)
	}
	return out
}

// stops reports whether the enumeration of assignments is to end early.
func (b *subject) stops() bool {
	if b.assigned++; b.assigned%assignmentsBetweenLooks == 0 && b.ctx != nil && b.stopped == nil {
		b.stopped = b.ctx.Err()
	}
	return b.stopped != nil
}
