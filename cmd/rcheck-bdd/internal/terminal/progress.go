package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Progress shows what is going on: on a terminal as one line that is replaced, elsewhere as a line
// now and then. It stays silent until the first interval has passed. A nil Progress does nothing.
// It is safe for concurrent use.
type Progress struct {
	w        io.Writer
	terminal bool
	interval time.Duration

	mu    sync.Mutex
	next  time.Time
	shown int // width of the line on the terminal now
}

// NewProgress returns a progress that writes to w at most once per interval.
func NewProgress(w io.Writer, interval time.Duration) *Progress {
	return &Progress{w: w, terminal: IsTerminal(w), interval: interval, next: time.Now().Add(interval)}
}

// Show shows what text makes, unless the last line is younger than the interval.
func (p *Progress) Show(text func() string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(p.interval)
	line := Name(text())
	if !p.terminal {
		fmt.Fprintln(p.w, line)
		return
	}
	if width := Width(p.w); width > 1 && len([]rune(line)) >= width {
		line = string([]rune(line)[:width-1])
	}
	p.replace(line)
}

// Clear removes the line from the terminal, so that something else can be printed.
func (p *Progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.shown > 0 {
		p.replace("")
		beginLine(p.w)
	}
}

func (p *Progress) replace(line string) {
	width := len([]rune(line))
	beginLine(p.w)
	fmt.Fprint(p.w, line+strings.Repeat(" ", max(p.shown-width, 0)))
	p.shown = width
}
