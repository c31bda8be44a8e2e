package ltol

// Prefix is the beginning s0,e0,…,s_{n-1},e_{n-1} of a computation. The rest is unknown.
type Prefix struct {
	Length int // n, the number of positions, at least 1, or 0 if Entered
	// Entered says that the state s_n, to which e_{n-1} leads, is also known.
	Entered bool

	State func(position, id int) bool // does the state proposition hold of s_position?
	Step  func(position, id int) bool // does the step proposition hold of e_position?
}

// Truth is No if the prefix shows that f is false on every continuation, and Yes if it shows that f
// is true on every continuation. Otherwise it is Unknown, which says nothing about the
// continuations. Truth finds the prefixes that are informative in the sense of O. Kupferman, M. Y.
// Vardi, "Model checking of safety properties", Formal Methods in System Design 19(3), 2001,
// doi:10.1023/A:1011254632723. Like [Eval], it follows the semantics.
func (p Prefix) Truth(f *Formula) Truth { return p.Along(f)[0] }

// Along is the truth of f at each position, and at the one after the last, as far as the prefix shows
// it; see [Prefix.Truth].
func (p Prefix) Along(f *Formula) []Truth {
	if f == nil {
		panic(errNoFormula)
	}
	if err := p.check(f.Atoms); err != nil {
		panic(err)
	}
	// After the last position there is one of which only the step into it is known.
	e := evaluation{length: p.Length + 1, loop: -1, atom: func(a Atom, i int) Truth {
		if i == p.Length && (a.Kind == Step || a.Kind == State && !p.Entered) {
			return Unknown
		}
		return TruthOf(p.value(a, i))
	}}
	return Fold(f, e.values)
}

// value is the value of an atom at a position of the prefix.
func (p Prefix) value(a Atom, i int) bool {
	switch a.Kind {
	case State:
		return p.State(i, a.ID)
	case Step:
		return p.Step(i, a.ID)
	}
	return i > 0 && p.Step(i-1, a.ID)
}
