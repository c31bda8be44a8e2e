package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// console is a program that runs on a pseudo-terminal, and the user in front of it.
type console struct {
	t       *testing.T
	master  *os.File
	command *exec.Cmd

	mu   sync.Mutex
	seen bytes.Buffer
	read int // how much of seen has been waited for
}

// onTerminal starts the program with standard input, output and error on a new pseudo-terminal.
func onTerminal(t *testing.T, environment []string, arguments ...string) *console {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 120}))
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	defer slave.Close()

	c := &console{t: t, master: master, command: exec.Command(programName, arguments...)}
	c.command.Stdin, c.command.Stdout, c.command.Stderr = slave, slave, slave
	c.command.Env = append(os.Environ(), append([]string{"TERM=xterm", "NO_COLOR="}, environment...)...)
	c.command.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, c.command.Start())
	go c.watch()
	t.Cleanup(func() {
		c.command.Process.Kill()
		master.Close()
	})
	return c
}

// watch reads the screen until the program has closed it.
func (c *console) watch() {
	buffer := make([]byte, 4096)
	for {
		n, err := c.master.Read(buffer)
		c.mu.Lock()
		c.seen.Write(buffer[:n])
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (c *console) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ReplaceAll(c.seen.String(), "\r\n", "\n")
}

// expect waits until the text appears behind what was expected before.
func (c *console) expect(text string) {
	c.t.Helper()
	for deadline := time.Now().Add(aLongTime); ; time.Sleep(5 * time.Millisecond) {
		screen := c.screen()
		if i := strings.Index(screen[c.read:], text); i >= 0 {
			c.read += i + len(text)
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("%q does not appear in\n%s", text, screen[c.read:])
		}
	}
}

// lineIsRead waits until the program has read the line that was sent: it then has left the mode in
// which it reads the keys themselves.
func (c *console) lineIsRead() {
	c.t.Helper()
	for deadline := time.Now().Add(aLongTime); ; time.Sleep(5 * time.Millisecond) {
		modes, err := unix.IoctlGetTermios(int(c.master.Fd()), unix.TCGETS)
		require.NoError(c.t, err)
		if modes.Lflag&unix.ISIG != 0 {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("the line is not read:\n%s", c.screen())
		}
	}
}

func (c *console) send(keys string) {
	c.t.Helper()
	_, err := io.WriteString(c.master, keys)
	require.NoError(c.t, err)
}

// end waits for the program and returns its exit status.
func (c *console) end() int {
	c.t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.command.Wait() }()
	select {
	case <-done:
		return c.command.ProcessState.ExitCode()
	case <-time.After(aLongTime):
		c.t.Fatalf("the program does not end:\n%s", c.screen())
		return -1
	}
}

// aLongTime is how long a program may take that does nothing wrong, on a busy machine.
const aLongTime = 5 * time.Minute

const (
	prompt    = "> "
	controlC  = "\x03"
	endOfText = "\x04"
	eraseLine = "\x15"
	upArrow   = "\x1b[A"
	home, end = "\x1b[H", "\x1b[F"
	right     = "\x1b[C"
	backspace = "\x7f"
)

func TestConversationOnATerminal(t *testing.T) {
	c := onTerminal(t, []string{"NO_COLOR=1"}, "simulate", "testdata/models/lamp.rcp")
	c.expect("2 agents, 4 commands")
	c.expect("1  switch-press")
	c.expect(prompt)
	c.send("1\r")
	c.expect("lamp: shines = true")
	c.expect("1  switch-release") // the steps are listed anew
	c.expect(prompt)
	c.send("ba\t\r") // Tab completes
	c.expect("back")
	c.expect("undid 1 step")
	c.expect(prompt)
	c.send("tXke next(lamp-shines)" + home + right + right + backspace + "a" + end + "\r")
	c.expect("lamp: shines = true")
	c.expect(prompt)
	c.send(upArrow + eraseLine + "nonsense\r")
	c.expect("error: unknown command `nonsense`")
	c.expect(prompt)
	c.send(endOfText)
	require.Equal(t, 0, c.end())
	require.NotContains(t, c.screen(), "\x1b[1;31m")
}

func TestInterruptEndsACommandOfAConversation(t *testing.T) {
	c := onTerminal(t, nil, "simulate", "testdata/models/lamp.rcp")
	c.expect(prompt)
	for range 2 { // the program reacts to later interrupts, too
		c.send("until 2000000000 false\r")
		c.lineIsRead()
		c.send(controlC)
		c.expect("\x1b[1;31merror:\x1b[0m interrupted")
		c.expect(prompt)
	}
	c.send("take swi" + controlC) // empties the line
	c.expect("`quit` leaves")
	c.send("test switch-p\t= \t\x15" + "test switch-pressed = t\t\r")
	c.expect("true  false") // what there is to choose from
	c.expect("test switch-pressed = true")
	c.send("b\r")
	c.expect("`b` can mean `back` or `begin` or `blocked`")
	c.expect(prompt)
	c.send("quit\r")
	require.Equal(t, 0, c.end())
}

// An interrupt of a check reports what is known, and every other property as unknown.
func TestInterruptOfACheck(t *testing.T) {
	c := onTerminal(t, []string{"NO_COLOR=1"}, "check", "--progress=10ms", "--symmetry=off", "--set", "N=12", "--set", "M=12", "../../bench/models/allocation.rcp")
	c.expect("allocation.rcp: computing the reachable states (")
	c.send(controlC)
	c.expect("unknown   request_follows_reserve")
	c.expect("interrupted while computing the reachable states")
	require.Equal(t, violated, c.end())
	require.Contains(t, c.screen(), "violated  all_machines_connect") // on an explicit walk, perhaps before the interrupt
}

func TestColourOnATerminal(t *testing.T) {
	const painted = "\x1b[1;31mviolated\x1b[0m"
	for _, x := range []struct {
		environment, flag string
		painted           bool
	}{
		{"", "--color=auto", true},
		{"NO_COLOR=1", "--color=auto", false},
		{"TERM=dumb", "--color=auto", false},
		{"", "--color=never", false},
		{"NO_COLOR=1", "--color=always", true},
	} {
		c := onTerminal(t, []string{x.environment}, "check", "-q", "--run", "stays", x.flag, "testdata/models/lamp.rcp")
		require.Equal(t, violated, c.end())
		c.expect("F G lamp-shines")
		require.Equal(t, x.painted, strings.Contains(c.screen(), painted), "%+v", x)
	}
}

// Lines of properties do not exceed the width of the terminal, which is 120.
func TestLinesFitTheTerminal(t *testing.T) {
	long := "G (" + strings.Repeat("lamp-shines | ", 20) + "true)"
	c := onTerminal(t, []string{"NO_COLOR=1"}, "check", "-q", "--progress=off", "--prop", long, "--run", "4", "testdata/models/lamp.rcp")
	require.Equal(t, 0, c.end())
	c.expect("…\n")
	line, _, _ := strings.Cut(c.screen(), "\n")
	require.Equal(t, 120, len([]rune(line)))
}
