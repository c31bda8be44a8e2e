package sat

import (
	"bytes"
	"fmt"
)

// prove writes a line of a proof: a clause follows from those before it by unit propagation, or,
// with the mark "d ", is not needed any more. The format is DRAT: Wetzler, Heule, Hunt, "DRAT-trim:
// Efficient checking and trimming using expressive clausal proofs", SAT 2014,
// doi:10.1007/978-3-319-09284-3_31. Variables are numbered from 1. Without a buffer nothing is
// written.
func prove[L ~uint32](to *bytes.Buffer, mark string, clause ...L) {
	if to == nil {
		return
	}
	to.WriteString(mark)
	for _, l := range clause {
		number := int(l>>1) + 1
		if l&1 == 1 {
			number = -number
		}
		fmt.Fprint(to, number, " ")
	}
	to.WriteString("0\n")
}
