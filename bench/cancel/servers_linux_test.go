package cancel

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// A channel carries the messages of the language server protocol.
type channel interface {
	send(message any) error
	receive() (json.RawMessage, error)
	leave()
}

// A pipe is the channel of `lsp`.
type pipe struct {
	to   io.WriteCloser
	from *bufio.Reader
}

func (p *pipe) send(message any) error {
	text, err := json.Marshal(message)
	if err == nil {
		_, err = fmt.Fprintf(p.to, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	return err
}

func (p *pipe) receive() (json.RawMessage, error) {
	size := 0
	for {
		line, err := p.from.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if text, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			size, _ = strconv.Atoi(text)
		}
	}
	text := make([]byte, size)
	_, err := io.ReadFull(p.from, text)
	return text, err
}

func (p *pipe) leave() { _ = p.to.Close() }

// A socket is a channel of `serve`.
type socket struct{ *websocket.Conn }

func (s socket) send(message any) error { return s.WriteJSON(message) }

func (s socket) receive() (json.RawMessage, error) {
	_, text, err := s.ReadMessage()
	return text, err
}

func (s socket) leave() { _ = s.Close() }

// dial opens a socket at the address that `serve` prints, and shows that it knows the token.
func dial(address string) (channel, error) {
	host, token, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(address), "http://"), "/#token=")
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+host+"/socket/service", http.Header{"Origin": {"http://" + host}})
	if err != nil {
		return nil, err
	}
	var hello struct{ Proof, Nonce string }
	if err = conn.WriteJSON(map[string]string{"nonce": "n"}); err == nil {
		err = conn.ReadJSON(&hello)
	}
	proof := hmac.New(sha256.New, []byte(token))
	_, _ = io.WriteString(proof, "client "+hello.Nonce) // never fails
	if err == nil {
		err = conn.WriteJSON(map[string]string{"proof": hex.EncodeToString(proof.Sum(nil))})
	}
	return socket{conn}, err
}

// A server is a running `lsp` or `serve` with a client.
type server struct {
	channel
	cmd     *exec.Cmd
	ended   chan struct{}
	answers chan int // the numbers of answered requests
}

func startServer(program, dir, kind string) (*server, error) {
	s := &server{ended: make(chan struct{}), answers: make(chan int, 100)}
	s.cmd = exec.Command(program, kind)
	if kind == "serve" {
		s.cmd.Args = append(s.cmd.Args, "--history="+filepath.Join(dir, "history"))
	}
	to, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(from)
	if s.channel = (&pipe{to, lines}); kind == "serve" {
		address, err := lines.ReadString('\n')
		if err == nil {
			s.channel, err = dial(address)
		}
		if err != nil {
			return nil, err
		}
	}
	received := make(chan struct{})
	go func() { // answers, and what the server asks, which nobody answers
		defer close(received)
		for {
			text, err := s.receive()
			if err != nil {
				return
			}
			var m struct {
				ID     *int
				Method string
			}
			if json.Unmarshal(text, &m) == nil && m.ID != nil && m.Method == "" {
				s.answers <- *m.ID
			}
		}
	}()
	go func() {
		<-received
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	return s, nil
}

func (s *server) ask(id int, method string, params any) error {
	return s.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

func (s *server) tell(method string, params any) error {
	return s.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// A serverInput is a document that asks for much work, a request about it, and what ends the work.
type serverInput struct {
	kind     string // lsp or serve
	language string
	text     string
	method   string // empty: what is done while one types
	by       string // cancel, edit, leave, interrupt
}

// serverHeavy is the n-th of them.
func serverHeavy(n int) serverInput {
	r := rand.New(rand.NewPCG(32, uint64(n)))
	h := serverInput{kind: oneOf(r, "lsp", "lsp", "serve"), language: "rcheck", by: oneOf(r, "cancel", "edit", "leave", "interrupt")}
	c := heavyClasses[r.IntN(len(heavyClasses))]
	x := c.make(r)
	if h.text = x.model; strings.HasSuffix(x.name(), ".ispl") {
		h.language = "ispl"
	}
	h.method = oneOf(r, "", "rcheck/check", "rcheck/check", "rcheck/start", "textDocument/hover", "textDocument/formatting",
		"textDocument/codeAction", "textDocument/inlayHint", "textDocument/semanticTokens/full", "textDocument/codeLens",
		"textDocument/documentSymbol", "textDocument/completion", "textDocument/references", "textDocument/rename", "rcheck/page")
	if h.method == "" && h.by == "cancel" {
		h.by = "edit"
	}
	return h
}

// idle waits until a process uses no processor time for a while, or used too much since a moment.
func idle(pid int, since time.Duration, ended <-chan struct{}) {
	for last, quiet := time.Duration(-1), 0; quiet < 10; {
		select {
		case <-ended:
			return
		case <-time.After(20 * time.Millisecond):
		}
		used := processorTimeOf(pid)
		if quiet++; used != last {
			last, quiet = used, 0
		}
		if used-since > 5*time.Second {
			return
		}
	}
}

// serverOverrun asks a server for work, ends the work, and tells how much processor time it takes
// after that.
func serverOverrun(t *testing.T, program, dir string, n int, h serverInput, limit time.Duration) overshoot {
	o := overshoot{n: n, limit: limit, by: h.by}
	o.class = h.kind + ", " + cmp.Or(h.method, "while one types")
	s, err := startServer(program, dir, h.kind)
	require.NoError(t, err)
	defer func() { _ = s.cmd.Process.Kill(); <-s.ended }()
	pid := s.cmd.Process.Pid
	require.NoError(t, s.ask(1, "initialize", map[string]any{"initializationOptions": map[string]any{"verdicts": h.method == ""}}))
	require.Equal(t, 1, <-s.answers)
	document := map[string]any{"uri": "file:///m", "languageId": h.language, "version": 1, "text": h.text}
	require.NoError(t, s.tell("textDocument/didOpen", map[string]any{"textDocument": document}))
	line := strings.Count(h.text, "\n") - 1
	at := map[string]any{"line": line, "character": 12}
	if h.method != "" {
		err = s.ask(2, h.method, map[string]any{"textDocument": document, "position": at, "newName": "other", "count": 100_000_000,
			"range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": at}})
		require.NoError(t, err)
	}
	answered := false
	select {
	case <-s.answers:
		answered = true
	case <-time.After(limit):
	}
	before := processorTimeOf(pid)
	switch h.by {
	case "cancel":
		_ = s.tell("$/cancelRequest", map[string]any{"id": 2})
	case "edit": // of a request, too: what is read for it is of an older text
		_ = s.tell("$/cancelRequest", map[string]any{"id": 2})
		change := []map[string]any{{"text": "agent A\n"}}
		_ = s.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///m", "version": 2}, "contentChanges": change})
	case "leave":
		s.leave()
	default:
		_ = s.cmd.Process.Signal(os.Interrupt)
	}
	if h.by == "interrupt" || h.by == "leave" && h.kind == "lsp" {
		for !o.killed {
			select {
			case <-s.ended:
			case <-time.After(20 * time.Millisecond):
				o.killed = processorTimeOf(pid)-before > 5*time.Second
				continue
			}
			break
		}
		if !o.killed {
			o.after = s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime() - before
			o.status = s.cmd.ProcessState.ExitCode()
			o.peak = s.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
			return o
		}
	}
	if h.method != "" && h.by != "leave" && !answered && !o.killed {
		select {
		case <-s.answers:
		case <-time.After(time.Minute):
			o.message = "no answer"
		}
	}
	if h.by != "cancel" { // after a cancelled request the server still reads the text for its diagnostics
		idle(pid, before, s.ended)
	}
	o.after = processorTimeOf(pid) - before
	return o
}

// TestHeavyServers is [TestHeavyInputs] for the language server and the page: as many requests as
// HEAVY_SERVERS says.
func TestHeavyServers(t *testing.T) {
	count, _ := strconv.Atoi(os.Getenv("HEAVY_SERVERS"))
	from, _ := strconv.Atoi(os.Getenv("HEAVY_FROM"))
	if count == 0 {
		t.Skip("HEAVY_SERVERS says how many")
	}
	dir := cmp.Or(os.Getenv("HEAVY_FOLDER"), t.TempDir())
	program := filepath.Join(dir, "rcheck-bdd")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/rcheck-bdd").CombinedOutput()
	require.NoError(t, err, "%s", bytes.TrimSpace(out))
	list := map[string][]overshoot{}
	for n := from; n < from+count; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 8))
		limit := 200*time.Millisecond + time.Duration(r.Int64N(int64(1800*time.Millisecond)))
		h := serverHeavy(n)
		o := serverOverrun(t, program, dir, n, h, limit)
		list[o.class] = append(list[o.class], o)
		if o.after > max(allowed, limit/10) || o.killed || o.message != "" || count == 1 {
			t.Logf("%d %s, %d bytes of %s: %v after %s at %v, status %d, %s", n, o.class, len(h.text), h.language, o.after, o.by, limit, o.status, o.message)
		}
	}
	t.Log("\n" + overshoots(list))
}
