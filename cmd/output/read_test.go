package output_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// endless gives zeros forever, and ends a context after some of them.
type endless struct {
	read, most int
	end        func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > e.most {
		e.end()
	}
	return len(p), nil
}

// Input is read whole, whatever its length; what never ends is read until the context does, and one
// piece more at most.
func TestReadAll(t *testing.T) {
	for _, n := range []int{0, 1, 1<<14 - 1, 1 << 14, 1<<14 + 1, 3 << 20} {
		want := bytes.Repeat([]byte("abc"), n/3+1)[:n]
		for _, r := range []io.Reader{bytes.NewReader(want), iotest.HalfReader(bytes.NewReader(want))} {
			got, err := output.ReadAll(context.Background(), r)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, got))
		}
	}
	broken := errors.New("broken")
	_, err := output.ReadAll(context.Background(), iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)

	ctx, cancel := context.WithCancel(context.Background())
	zeros := &endless{most: 5 << 20, end: cancel}
	_, err = output.ReadAll(ctx, zeros)
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, zeros.read, 7<<20)
}
