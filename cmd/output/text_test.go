package output

import (
	"bytes"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text is what was appended to it, in whatever parts, and any part of it can be written.
func TestTextsAreWhatWasAppended(t *testing.T) {
	for seed := range int64(20) {
		rng := rand.New(rand.NewSource(seed))
		var got text
		var want bytes.Buffer
		for range rng.Intn(6) {
			part := strings.Repeat(string(rune('a'+rng.Intn(26))), rng.Intn(3*pieceSize/2))
			if want.WriteString(part); rng.Intn(2) == 0 {
				got.WriteString(part)
			} else {
				got.Write([]byte(part))
			}
		}
		require.EqualValues(t, want.Len(), got.size)
		var all bytes.Buffer
		require.NoError(t, got.writeTo(&all))
		require.True(t, bytes.Equal(want.Bytes(), all.Bytes()), "seed %d", seed)
		from := rng.Intn(want.Len() + 1)
		to := from + rng.Intn(want.Len()-from+1)
		var part bytes.Buffer
		require.NoError(t, got.writePart(&part, int64(from), int64(to)))
		require.True(t, bytes.Equal(want.Bytes()[from:to], part.Bytes()), "seed %d", seed)
	}
}

// A large text takes hardly more memory than its size: nothing is copied when it grows.
func TestTextsAreNotCopied(t *testing.T) {
	line := []byte(strings.Repeat("x", 100))
	const size = 32 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var large text
	for large.size < size {
		large.Write(line)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size+size/8))
	require.GreaterOrEqual(t, large.size, int64(size))
}
