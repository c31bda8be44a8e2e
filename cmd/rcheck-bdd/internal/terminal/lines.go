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
	// Read returns the next line, and [io.EOF] after the last one or when the user does not want to go on.
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

// NewEditor returns lines edited on a terminal, with a history, where Tab completes the first word to one of the given. The
// terminal is in raw mode only while a line is being read.
func NewEditor(in, out *os.File, prompt string, words []string) Lines {
	e := &editor{in: in, out: out}
	e.terminal = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&keyboard{in: in}, out}, prompt)
	e.terminal.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		return complete(line, pos, words)
	}
	return e
}

// keyboard is what is typed, without the code points that a terminal does not show: text that is pasted may have any, and the
// editor repeats what it gets. Control characters of ASCII are the editor's commands.
type keyboard struct {
	in   io.Reader
	rest []byte // the beginning of a code point
}

func (k *keyboard) Read(p []byte) (int, error) {
	buffer := make([]byte, max(len(p)-len(k.rest), 1))
	n, err := k.in.Read(buffer)
	text := append(k.rest, buffer[:n]...)
	k.rest = nil
	out := 0
	for len(text) > 0 {
		if !utf8.FullRune(text) && err == nil {
			k.rest = text
			break
		}
		r, size := utf8.DecodeRune(text)
		if r < utf8.RuneSelf || harmless(r) && (r != utf8.RuneError || size > 1) {
			out += copy(p[out:], text[:size])
		}
		text = text[size:]
	}
	return out, err
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

// complete extends the first word of a line, which ends at pos, as far as the words that begin with it agree.
func complete(line string, pos int, words []string) (string, int, bool) {
	start := line[:pos]
	if start == "" || strings.Contains(start, " ") {
		return "", 0, false
	}
	common := ""
	count := 0
	for _, w := range words {
		if !strings.HasPrefix(w, start) {
			continue
		}
		if count == 0 {
			common = w
		}
		for !strings.HasPrefix(w, common) {
			common = common[:len(common)-1]
		}
		count++
	}
	if count == 0 {
		return "", 0, false
	}
	if count == 1 {
		common += " "
	}
	return common + line[pos:], len(common), true
}
