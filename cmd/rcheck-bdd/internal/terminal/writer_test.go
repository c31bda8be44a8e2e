package terminal

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// What deceives, and how it is shown.
var hostile = []struct{ text, shown string }{
	{"plain text, ünïcödé — 日本語", "plain text, ünïcödé — 日本語"},
	{"two\n\tlines\n", "two\n\tlines\n"},
	{"\x1b[1G\x1b[32mholds\x1b[0m", `\x1b[1G\x1b[32mholds\x1b[0m`},
	{"over\rwritten", `over\rwritten`},
	{"violated\b\b\b", `violated\x08\x08\x08`},
	{"\u009b1G", `\u009b1G`},
	{"\u202eoposite\u202c", `\u202eoposite\u202c`},
	{"zero\u200bwidth \U000e0041", `zero\u200bwidth \U000e0041`},
	{"\x00\x07\x7f\a", `\x00\x07\x7f\x07`},
	{"broken \xff\xc3(\xe2\x80", `broken \xff\xc3(\xe2\x80`},
	{"kept \uFFFD", "kept \uFFFD"},
	{"line\u2028and\u2029paragraph\u0085", `line\u2028and\u2029paragraph\u0085`},
}

func TestEscape(t *testing.T) {
	for _, c := range hostile {
		require.Equal(t, c.shown, Escape(c.text))
		require.Equal(t, c.shown, Escape(c.shown))
	}
	require.Equal(t, `a\nb\tc\x1b`, Name("a\nb\tc\x1b"))
	require.Equal(t, "first\n    second \\x1b", Message(errors.New("first\nsecond \x1b")))
}

// Every split of a text into two calls of Write gives the same, and what a style adds stays.
func TestWriterEscapes(t *testing.T) {
	for _, c := range hostile {
		for i := range len(c.text) + 1 {
			var b strings.Builder
			w := NewWriter(&b)
			_, err := io.WriteString(w, c.text[:i])
			require.NoError(t, err)
			_, err = io.WriteString(w, c.text[i:])
			require.NoError(t, err)
			require.NoError(t, w.Close())
			require.Equal(t, c.shown, b.String())
		}
		var b strings.Builder
		w := NewWriter(&b)
		styled := NewStyle(Always, w, nil).Bad(c.text) + "!"
		for i := range len(styled) {
			_, err := io.WriteString(w, styled[i:i+1])
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		require.Equal(t, "\x1b[1;31m"+c.shown+"\x1b[0m!", b.String())
	}
}

// A Writer to a Writer is the same one, and documents are not changed.
func TestDocument(t *testing.T) {
	var b strings.Builder
	w := NewWriter(&b)
	require.Same(t, w, NewWriter(w))
	_, err := io.WriteString(w.Document(), "as it is \x1b\n")
	require.NoError(t, err)
	require.Equal(t, "as it is \x1b\n", b.String())
}

func TestWriterRemembersItsError(t *testing.T) {
	for _, to := range []func(*Writer) io.Writer{func(w *Writer) io.Writer { return w }, (*Writer).Document} {
		w := NewWriter(broken{})
		_, err := io.WriteString(to(w), "x")
		require.ErrorIs(t, err, iotest.ErrTimeout)
		require.ErrorIs(t, w.Close(), iotest.ErrTimeout)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, iotest.ErrTimeout }

func TestDocumentsKeepTheirValue(t *testing.T) {
	for _, c := range hostile {
		if !utf8.ValidString(c.text) {
			continue
		}
		text, err := json.Marshal(c.text)
		require.NoError(t, err)
		escaped := EscapeJSON(string(text))
		require.Equal(t, Escape(escaped), escaped)
		var back string
		require.NoError(t, json.Unmarshal([]byte(escaped), &back))
		require.Equal(t, c.text, back)
	}
	for _, c := range hostile {
		text := EscapeXML("<a>" + c.text + "</a>")
		require.Equal(t, Escape(text), text)
		var back string
		require.NoError(t, xml.Unmarshal([]byte(text), &back))
		require.Equal(t, utf8.RuneCountInString(c.text), utf8.RuneCountInString(back))
	}
}

// Pasted text cannot drive the editor but by ASCII.
func TestKeyboard(t *testing.T) {
	for _, in := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader, func(r io.Reader) io.Reader { return r }} {
		interrupts := 0
		keys := &keyboard{in: in(strings.NewReader("té\u009b\u202e\x03\x1b[A\xffx\xc3")), interrupted: func() { interrupts++ }}
		text, err := io.ReadAll(keys)
		require.NoError(t, err)
		require.Equal(t, "té\x05\x15\x1b[Ax", string(text))
		require.Equal(t, 1, interrupts)
	}
}

// cutting ends the output while the first piece of a text is written.
type cutting struct {
	bytes.Buffer
	writer *Writer
}

func (c *cutting) Write(p []byte) (int, error) {
	c.writer.Cut()
	return c.Buffer.Write(p)
}

// After Cut only the piece that is being written comes, and the Writer has no error to tell.
func TestCutEndsTheOutput(t *testing.T) {
	to := &cutting{}
	to.writer = NewWriter(to)
	n, err := to.writer.Write(bytes.Repeat([]byte("a"), 3*pieceSize))
	require.ErrorIs(t, err, ErrCut)
	require.Equal(t, pieceSize, n)
	require.Equal(t, pieceSize, to.Len())
	_, err = to.writer.Document().Write([]byte("b"))
	require.ErrorIs(t, err, ErrCut)
	require.Equal(t, pieceSize, to.Len())
	require.NoError(t, to.writer.Close())
}
