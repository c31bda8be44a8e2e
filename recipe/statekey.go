package recipe

import (
	little "encoding/binary"
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
	fields []field // by local and then by agent
	bytes  int
}

// A field is a variable's or a control state's part of a key.
type field struct {
	lo    int   // the least value
	size  uint  // how many there are up to the largest
	typ   *Type // what knows the positions of values that are not in a row, nil of others
	width uint8 // bits
}

func newLayout(s *System) layout {
	l := layout{fields: make([]field, 0, len(s.Vars)+len(s.Agents))}
	total := 0
	add := func(f field, size int) {
		f.width = uint8(bits.Len(uint(size - 1)))
		l.fields = append(l.fields, f)
		total += int(f.width)
	}
	for i := range s.Vars {
		t := s.Vars[i].Type
		f := field{lo: int(t.Value(0)), size: uint(t.Size())}
		for code, v := range t.Values {
			if int(v) != f.lo+code {
				f = field{size: uint(slices.Max(t.Values)) + 1, typ: t}
				break
			}
		}
		add(f, t.Size())
	}
	for i := range s.Agents {
		add(field{size: uint(s.Agents[i].States)}, s.Agents[i].States)
	}
	l.bytes = (total + 7) / 8
	return l
}

// fits reports whether s, which has the right lengths, is a state.
func (l layout) fits(s State) bool {
	locals, control := l.fields[:len(s.Locals)], l.fields[len(s.Locals):]
	for i := range locals {
		f, v := &locals[i], s.Locals[i]
		if uint(int(v)-f.lo) >= f.size || f.typ != nil && !f.typ.Contains(v) {
			return false
		}
	}
	for i := range control {
		if uint(s.Control[i]) >= control[i].size {
			return false
		}
	}
	return true
}

// pack appends the key of s to dst.
func (l layout) pack(dst []byte, s State) []byte {
	var acc uint64
	var have uint8
	put := func(f *field, v int) {
		code := v - f.lo
		if f.typ != nil {
			code, _ = f.typ.Code(Value(v))
		}
		acc |= uint64(code) << have
		if have += f.width; have >= 64 {
			dst = little.LittleEndian.AppendUint64(dst, acc)
			have -= 64
			acc = uint64(code) >> (f.width - have)
		}
	}
	for i, v := range s.Locals {
		put(&l.fields[i], int(v))
	}
	for i, q := range s.Control {
		put(&l.fields[len(s.Locals)+i], q)
	}
	for ; have > 0; have -= min(have, 8) {
		dst = append(dst, byte(acc))
		acc >>= 8
	}
	return dst
}

// unpack is the inverse of pack; s has the right lengths.
func (l layout) unpack(key string, s State) {
	pos := 0
	take := func(f *field) int {
		code := 0
		for i := 0; i < int(f.width); {
			n := min(8-pos%8, int(f.width)-i)
			code |= int(key[pos/8]>>(pos%8)) & (1<<n - 1) << i
			pos += n
			i += n
		}
		if f.typ != nil {
			return int(f.typ.Value(code))
		}
		return f.lo + code
	}
	for i := range s.Locals {
		s.Locals[i] = Value(take(&l.fields[i]))
	}
	for i := range s.Control {
		s.Control[i] = take(&l.fields[len(s.Locals)+i])
	}
}

// shortKey is the length of keys that are built without memory of their own.
const shortKey = 64

// Key returns a string that differs from the keys of all other states of the system. It is short,
// and for use in maps. The state must be one of the system.
func (in *Interpreter) Key(s State) string {
	if err := in.usable(); err != nil {
		panic(err)
	}
	if len(s.Locals) != len(in.sys.Vars) || len(s.Control) != len(in.sys.Agents) {
		panic(in.sys.CheckState(s))
	}
	return string(in.layout.pack(make([]byte, 0, shortKey), s))
}

// StateOf returns the state for a key that Key has returned. So a set of states needs to store only
// keys.
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
