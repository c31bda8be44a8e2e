package aiger

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// header is the first line of a file, sections with nothing in them left out at its end.
func (f *File) header(format string) string {
	variables := len(f.Inputs) + len(f.Latches) + len(f.Ands)
	counts := []int{variables, len(f.Inputs), len(f.Latches), len(f.Outputs), len(f.Ands), len(f.Bad), 0, len(f.Justice), len(f.Fair)}
	for len(counts) > 5 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	return format + strings.TrimSuffix(strings.Replace(fmt.Sprintln(counts), "[", " ", 1), "]\n") + "\n"
}

func (f *File) latchLiteral(i int) uint32 { return uint32(len(f.Inputs)+i+1) << 1 }

func (f *File) andLiteral(i int) uint32 { return uint32(len(f.Inputs)+len(f.Latches)+i+1) << 1 }

// ASCII is the file in the format aag.
func (f *File) ASCII() string {
	var b strings.Builder
	b.WriteString(f.header("aag"))
	for i := range f.Inputs {
		fmt.Fprintln(&b, uint32(i+1)<<1)
	}
	for i, l := range f.Latches {
		fmt.Fprintf(&b, "%d %s\n", f.latchLiteral(i), l.text())
	}
	f.outputs(&b)
	for i, a := range f.Ands {
		fmt.Fprintln(&b, f.andLiteral(i), max(a.Left, a.Right), min(a.Left, a.Right))
	}
	f.symbols(&b)
	return b.String()
}

// Binary is the file in the format aig.
func (f *File) Binary() []byte {
	var b strings.Builder
	b.WriteString(f.header("aig"))
	for _, l := range f.Latches {
		b.WriteString(l.text() + "\n")
	}
	f.outputs(&b)
	difference := func(x uint32) { b.Write(binary.AppendUvarint(nil, uint64(x))) }
	for i, a := range f.Ands {
		high, low := max(a.Left, a.Right), min(a.Left, a.Right)
		difference(f.andLiteral(i) - high)
		difference(high - low)
	}
	f.symbols(&b)
	return []byte(b.String())
}

func (l Latch) text() string {
	if l.Reset {
		return fmt.Sprintf("%d 1", l.Next)
	}
	return fmt.Sprint(l.Next)
}

func (f *File) outputs(b *strings.Builder) {
	for _, o := range slices.Concat(f.Outputs, f.Bad) {
		fmt.Fprintln(b, o.Literals[0])
	}
	for _, o := range f.Justice {
		fmt.Fprintln(b, len(o.Literals))
	}
	for _, o := range f.Justice {
		for _, l := range o.Literals {
			fmt.Fprintln(b, l)
		}
	}
	for _, l := range f.Fair {
		fmt.Fprintln(b, l)
	}
}

// symbols names inputs, latches and properties, each in a line. Tools refuse files in which a name
// stands for two things.
func (f *File) symbols(b *strings.Builder) {
	taken := map[string]bool{}
	name := func(kind byte, i int, text string) {
		text = strings.Join(strings.Fields(text), " ")
		unique := text
		for n := 2; taken[unique]; n++ {
			unique = fmt.Sprintf("%s #%d", text, n)
		}
		taken[unique] = true
		fmt.Fprintf(b, "%c%d %s\n", kind, i, unique)
	}
	for i, n := range f.Inputs {
		name('i', i, n)
	}
	for i, l := range f.Latches {
		name('l', i, l.Name)
	}
	for k, outputs := range [][]Output{f.Outputs, f.Bad, f.Justice} {
		for i, o := range outputs {
			name("obj"[k], i, o.Name)
		}
	}
}
