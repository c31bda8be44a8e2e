package workbench

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A caller that waits for another one leaves when its own context ends, and the value is made once.
func TestOnceIsNotWaitedForTooLong(t *testing.T) {
	o := newOnce[int]()
	begun, end := make(chan struct{}), make(chan struct{})
	made := 0
	first := make(chan int)
	go func() {
		n, _ := o.get(context.Background(), func() (int, error) {
			close(begun)
			<-end
			made++
			return 7, nil
		})
		first <- n
	}()
	<-begun
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := o.get(ended, func() (int, error) { t.Error("made twice"); return 0, nil })
	require.ErrorIs(t, err, context.Canceled)
	close(end)
	require.Equal(t, 7, <-first)
	var others sync.WaitGroup
	for range 10 {
		others.Go(func() {
			n, err := o.get(ended, func() (int, error) { t.Error("made twice"); return 0, nil })
			if n != 7 || err != nil {
				t.Errorf("got %d, %v", n, err)
			}
		})
	}
	others.Wait()
	require.Equal(t, 1, made)
}

// When the caller that makes the value fails, or panics, the next one makes it.
func TestOnceBeginsAnew(t *testing.T) {
	o := newOnce[int]()
	ended := errors.New("ended")
	_, err := o.get(t.Context(), func() (int, error) { return 1, ended })
	require.ErrorIs(t, err, ended)
	require.Panics(t, func() { _, _ = o.get(t.Context(), func() (int, error) { panic("at work") }) })
	n, err := o.get(t.Context(), func() (int, error) { return 2, nil })
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// A question about a text that somebody else is reading ends with its own context. The model is
// short, and takes long to read: each of many agents is asked about each message.
func TestQuestionsDoNotWaitForOtherReaders(t *testing.T) {
	d := NewDocument("file:///m", "", 1, "agent A\n local: x : 0..9\n repeat: (\n  go: { x < 9 } * ! true () [x := x + 1]\n"+
		"  + l: { x = 9 } * ? [x := 5]\n )\nsystem = A(a[1..500], true)\n")
	require.NoError(t, d.Parse(t.Context()))
	reading, ended := context.WithCancel(t.Context())
	defer ended()
	d.meaning.busy <- struct{}{} // somebody reads
	at := Position{Line: 3, Character: 3}
	asked, cancel := context.WithCancel(reading)
	answer := make(chan error)
	go func() { _, err := At(d, at).Hover(asked); answer <- err }()
	cancel()
	require.ErrorIs(t, <-answer, context.Canceled)
	<-d.meaning.busy // and ends without a result
	h, err := At(d, at).Hover(reading)
	require.NoError(t, err)
	require.Contains(t, h.Contents.Value, "label")
}

// The end of a context while a text is parsed is an error, and the text is parsed when it is asked
// for again.
func TestParsingEndsWithItsContext(t *testing.T) {
	for _, d := range []*Document{
		NewDocument("file:///m.rcp", "", 1, "agent A\nsystem = A(a, true)\n"+strings.Repeat("SPEC G true;\n", 1000)),
		NewDocument("file:///m.ispl", "", 1, "Agent Coin\nend Agent\nFormulae\n"+strings.Repeat("AG p;\n", 1000)+"end Formulae\n"),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, d.Parse(ctx), context.Canceled)
		require.NoError(t, d.Parse(t.Context()))
		require.NoError(t, d.Parse(ctx), "it is parsed")
		require.NotEmpty(t, Symbols(d))
	}
}
