package sat

// A focus is the variables that the next searches are about.
type focus struct {
	inside  []uint32 // by variable: the last focus that it was in
	present uint32
}

// forever is the focus of what is in all of them.
const forever = 1<<32 - 1

// Focus begins a new focus, which has no variable but those that never were out of it. Searches
// draw no conclusions about dependent variables outside, except those that hold for good. Such a
// variable must be a gate, defined by the clauses that it is a condition of, that nothing inside
// depends on.
func (f *focus) Focus() { f.present++ }

// Inside adds a variable to the focus, or to all of them. It returns false if it was there.
func (f *focus) Inside(l Lit) bool {
	if f.inside[l>>1] >= f.present {
		return false
	}
	f.inside[l>>1] = f.present
	return true
}

// Outside takes a variable out of the focus.
func (f *focus) Outside(l Lit) { f.inside[l>>1] = 0 }
