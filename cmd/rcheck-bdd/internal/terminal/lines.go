package terminal

import (
	"bufio"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Lines is where lines typed by a user, or those of a script, come from.
type Lines interface {
	// Read returns the next line, and [io.EOF] after the last one or when the user does not want to go
	// on.
	Read() (string, error)
}

// NewScript returns the lines of a text. There is no limit on their length.
func NewScript(r io.Reader) Lines { return &script{bufio.NewReader(r)} }

type script struct{ r *bufio.Reader }

func (s *script) Read() (string, error) {
	line, err := s.r.ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

// Words returns the last word of the beginning of a line, and the texts that it could become; those
// that end with a dash or a bracket go on.
type Words func(before string) (word string, offers []string)

// NewEditor returns lines edited on a terminal, with a history, where Tab completes words, and
// shows what there is to choose from; an interrupt empties the line. The terminal is in raw mode
// only while a line is being read.
func NewEditor(in, out *os.File, prompt string, words Words) Lines {
	e := &editor{in: in, out: out}
	keys := &keyboard{in: in, interrupted: func() { e.say("`quit` leaves") }}
	e.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{keys, out}, prompt)
	e.terminal.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		word, offers := words(line[:pos])
		if len(offers) > 1 && common(offers) == word {
			e.say(strings.Join(offers, "  "))
		}
		return complete(line, pos, word, offers)
	}
	return e
}

// say writes a line above that which is being typed.
func (e *editor) say(text string) { _, _ = e.terminal.Write([]byte(Name(text) + "\n")) }

// keyboard is what is typed, without the code points that a terminal does not show: text that is
// pasted may have any, and the editor repeats what it gets. Control characters of ASCII are the
// editor's commands; an interrupt is one that empties the line.
type keyboard struct {
	in          io.Reader
	interrupted func()
	rest        []byte // the beginning of a code point
	out         []byte // what has not been read
}

const (
	interruptKey = 0x03
	emptyLine    = "\x05\x15" // to the end, and delete what is before it
)

func (k *keyboard) Read(p []byte) (int, error) {
	var err error
	if len(k.out) == 0 {
		err = k.fill(len(p))
	}
	n := copy(p, k.out)
	if k.out = k.out[n:]; len(k.out) > 0 {
		err = nil
	}
	return n, err
}

// fill reads up to n bytes.
func (k *keyboard) fill(n int) error {
	buffer := make([]byte, max(n-len(k.rest), 1))
	n, err := k.in.Read(buffer)
	text := append(k.rest, buffer[:n]...)
	k.rest = nil
	for len(text) > 0 {
		if !utf8.FullRune(text) && err == nil {
			k.rest = text
			break
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r == interruptKey:
			k.interrupted()
			k.out = append(k.out, emptyLine...)
		case r < utf8.RuneSelf || harmless(r) && (r != utf8.RuneError || size > 1):
			k.out = append(k.out, text[:size]...)
		}
		text = text[size:]
	}
	return err
}

type editor struct {
	in, out  *os.File
	terminal *term.Terminal
}

func (e *editor) Read() (string, error) {
	if width, height, err := term.GetSize(int(e.out.Fd())); err == nil && width > 0 && height > 0 {
		if err := e.terminal.SetSize(width, height); err != nil {
			return "", err
		}
	}
	state, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", err
	}
	defer term.Restore(int(e.in.Fd()), state)
	line, err := e.terminal.ReadLine()
	if err == term.ErrPasteIndicator {
		err = nil
	}
	return line, err
}

// complete extends a word of a line, which ends at pos, as far as the offers agree.
func complete(line string, pos int, word string, offers []string) (string, int, bool) {
	if len(offers) == 0 || pos == 0 {
		return "", 0, false
	}
	text := common(offers)
	if len(offers) == 1 && !strings.HasSuffix(text, "-") && !strings.HasSuffix(text, "(") {
		text += " "
	}
	start := line[:pos-len(word)] + text
	return start + line[pos:], len(start), true
}

// common is what all the words begin with.
func common(words []string) string {
	text := words[0]
	for _, w := range words {
		for !strings.HasPrefix(w, text) {
			text = text[:len(text)-1]
		}
	}
	return text
}
