package ltol

// Truth is No if the prefix shows that f is false on every continuation, and Yes if it shows that f
// is true on every continuation. Otherwise it is Unknown, which says nothing about the
// continuations. Truth finds the prefixes that are informative in the sense of O. Kupferman, M. Y.
// Vardi, "Model checking of safety properties", Formal Methods in System Design 19(3), 2001,
// doi:10.1023/A:1011254632723. Like [Eval], it follows the semantics.
func (p Prefix) Truth(f *Formula) Truth { return p.Along(f)[0] }

// Along is the truth of f at each position, and at the one after the last, as far as the prefix
// shows it; see [Prefix.Truth].
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

// check says what is wrong with the prefix, or that it gives atoms no values.
func (p Prefix) check(atoms func() []Atom) error {
	if p.Length < 0 || p.Length > maxLasso || p.Length == 0 && !p.Entered {
		return misuse("a prefix needs from one to %d positions: length %d", maxLasso, p.Length)
	}
	return readable(atoms, p.State, p.Step)
}
