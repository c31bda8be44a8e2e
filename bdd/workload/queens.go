package workload

import (
	"context"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// solutions are the numbers of ways to place n queens, by n (OEIS A000170).
var solutions = []int64{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712}

// queens is the set of ways to place n queens on an n×n board so that none attacks another.
func queens(ctx context.Context, o bdd.Options, n int) (*Outcome, error) {
	var l bdd.Layout
	var squares []bdd.VarID
	for row := range n {
		for column := range n {
			squares = append(squares, l.AddSingle(fmt.Sprintf("q%d.%d", row, column), 2))
		}
	}
	m, err := bdd.New(&l, o)
	if err != nil {
		return nil, err
	}
	b := builder{m.Calculator(ctx)}
	board := bdd.True
	for row := range n {
		some := bdd.False
		for column := range n {
			some = b.Or(some, b.alone(squares, n, row, column))
		}
		board = b.And(board, some)
		if b.Err() != nil {
			m.Close()
			return nil, b.Err()
		}
		b.Reset(board)
	}
	m.Keep(board)
	b.Close()
	var want *big.Int
	if n < len(solutions) {
		want = big.NewInt(solutions[n])
	}
	return finished(m, board, squares, want)
}

// alone says that there is a queen on a square and none that it attacks.
func (b builder) alone(squares []bdd.VarID, n, row, column int) bdd.Node {
	alone := b.Eq(squares[row*n+column], bdd.Current, 1)
	for r := range n {
		for c := range n {
			attacked := r == row || c == column || r-c == row-column || r+c == row+column
			if attacked && (r != row || c != column) {
				alone = b.And(alone, b.Eq(squares[r*n+c], bdd.Current, 0))
			}
		}
	}
	return alone
}
