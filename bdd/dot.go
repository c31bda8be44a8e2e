package bdd

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// DOT writes the diagrams of roots as a Graphviz graph: solid edges lead to where a bit is true,
// dashed ones to where it is false, and nodes of one level stand in one row. names[i] labels
// roots[i]; missing names are numbers. The same diagrams give the same bytes.
func (m *Manager) DOT(w io.Writer, names []string, roots ...Node) error {
	err := m.usable()
	if err == nil {
		err = m.writable(w, roots)
	}
	if err != nil {
		return fail("DOT", err)
	}
	out := bufio.NewWriter(w)
	owner := m.owners()
	rows := make([][]int, m.eng.NumVars())
	fmt.Fprintln(out, "digraph bdd {")
	fmt.Fprintln(out, "\tn0 [shape=box, label=\"0\"];")
	fmt.Fprintln(out, "\tn1 [shape=box, label=\"1\"];")
	nodes, places := m.eng.Export(refs(roots)...)
	for i, x := range nodes {
		if i <= 1 { // the constants
			continue
		}
		fmt.Fprintf(out, "\tn%d [label=%s];\n", i, strconv.Quote(m.bitName(owner[m.eng.VarAt(int(x.Level))])))
		fmt.Fprintf(out, "\tn%d -> n%d [style=dashed];\n", i, x.Low)
		fmt.Fprintf(out, "\tn%d -> n%d;\n", i, x.High)
		rows[x.Level] = append(rows[x.Level], i)
	}
	for _, row := range rows {
		if len(row) > 1 {
			fmt.Fprint(out, "\t{ rank=same;")
			for _, i := range row {
				fmt.Fprintf(out, " n%d;", i)
			}
			fmt.Fprintln(out, " }")
		}
	}
	for i, n := range places {
		name := strconv.Itoa(i)
		if i < len(names) {
			name = names[i]
		}
		fmt.Fprintf(out, "\tr%d [shape=plaintext, label=%s];\n", i, strconv.Quote(name))
		fmt.Fprintf(out, "\tr%d -> n%d;\n", i, n)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// bitName is the variable's name, with the place value of the bit if there are several, and a prime
// for the next copy.
func (m *store) bitName(b Bit) string {
	name := m.layout.Name(b.Var)
	if width := m.layout.Bits(b.Var); width > 1 {
		name += "." + strconv.Itoa(width-1-b.Index)
	}
	if b.Copy == Next {
		name += "'"
	}
	return name
}
