package recipe

import (
	"math/bits"
	"slices"
)

// Equal reports whether s and t are the same state of one system.
func (s State) Equal(t State) bool {
	return slices.Equal(s.Locals, t.Locals) && slices.Equal(s.Control, t.Control)
}

// Equal reports whether p and q are the same step. Fields that are meaningless for the kind of step
// are not compared.
func (p Step) Equal(q Step) bool {
	if p.Kind != q.Kind {
		return false
	}
	switch {
	case p.Kind == Stutter:
		return true
	case p.Initiator != q.Initiator || p.Command != q.Command || !slices.Equal(p.Data, q.Data):
		return false
	case p.Kind == PointToPointStep && p.Locality != q.Locality:
		return false
	case p.Kind != PointToPointStep && p.Channel != q.Channel:
		return false
	}
	return slices.EqualFunc(p.Participants, q.Participants, func(a, b Participant) bool {
		return a.Agent == b.Agent && a.Command == b.Command && slices.Equal(a.Data, b.Data)
	})
}

// A layout packs states into bytes: the positions of the values in their types, then the control
// states, each in as few bits as fit.
type layout struct {
	sys   *System
	width []uint8 // bits, by local and then by agent
	bytes int
}

func newLayout(s *System) layout {
	l := layout{sys: s}
	total := 0
	add := func(size int) {
		w := bits.Len(uint(size - 1))
		l.width = append(l.width, uint8(w))
		total += w
	}
	for i := range s.Vars {
		add(s.Vars[i].Type.Size())
	}
	for i := range s.Agents {
		add(s.Agents[i].States)
	}
	l.bytes = (total + 7) / 8
	return l
}

// pack appends the key of s to dst.
func (l layout) pack(dst []byte, s State) []byte {
	var acc uint64
	var have uint
	put := func(code int, width uint8) {
		// A field may be wider than what is left of acc.
		for rest := uint(width); rest > 0; {
			n := min(rest, 8)
			acc |= uint64(code) & (1<<n - 1) << have
			code >>= n
			rest -= n
			for have += n; have >= 8; have -= 8 {
				dst = append(dst, byte(acc))
				acc >>= 8
			}
		}
	}
	for i, v := range s.Locals {
		code, _ := l.sys.Vars[i].Type.Code(v)
		put(code, l.width[i])
	}
	for i, q := range s.Control {
		put(q, l.width[len(s.Locals)+i])
	}
	if have > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// unpack is the inverse of pack; s has the right lengths.
func (l layout) unpack(key string, s State) {
	pos := 0
	take := func(width uint8) int {
		code := 0
		for i := 0; i < int(width); {
			n := min(8-pos%8, int(width)-i)
			code |= int(key[pos/8]>>(pos%8)) & (1<<n - 1) << i
			pos += n
			i += n
		}
		return code
	}
	for i := range s.Locals {
		s.Locals[i] = l.sys.Vars[i].Type.Value(take(l.width[i]))
	}
	for i := range s.Control {
		s.Control[i] = take(l.width[len(s.Locals)+i])
	}
}

// Key returns a string that tells s from every other state of the system. It is short and for use
// in maps, not for reading. The state must be one of the system's.
func (in *Interpreter) Key(s State) string {
	if err := in.usable(); err != nil {
		panic(err)
	}
	if len(s.Locals) != len(in.sys.Vars) || len(s.Control) != len(in.sys.Agents) {
		panic(in.sys.CheckState(s))
	}
	return string(in.layout.pack(make([]byte, 0, in.layout.bytes), s))
}

// StateOf returns the state that has the given key, one that Key has returned, so that a set of states
// needs to hold keys only.
func (in *Interpreter) StateOf(key string) State {
	if err := in.usable(); err != nil {
		panic(err)
	}
	if len(key) != in.layout.bytes {
		panic(misuse("StateOf: the key has %d bytes, those of the system have %d", len(key), in.layout.bytes))
	}
	s := in.newState()
	in.layout.unpack(key, s)
	return s
}
