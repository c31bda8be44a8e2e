//go:build js && wasm

// Command wasm is the service of the page in WebAssembly. It runs in a worker: messages of the protocol come by
// the function rcheckReceive, which it defines, and go by rcheckSend, which the worker defines.
package main

import (
	"context"
	"encoding/json"
	"io"
	"runtime/debug"
	"sync"
	"syscall/js"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/lsp"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// memory is what the collector tries to keep within, in bytes: browsers give a worker at most 4 GB, and never take
// back what it had.
const memory = 3 << 30

// growth is by how many percent the heap may grow before the collector runs: it has no thread of its own here, so that work
// waits for it.
const growth = 400

func main() {
	debug.SetMemoryLimit(memory)
	debug.SetGCPercent(growth)
	s := &stream{}
	s.some.L = &s.mu
	js.Global().Set("rcheckReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.put(args[0].String())
		return nil
	}))
	send := js.Global().Get("rcheckSend")
	s.send = func(message string) { send.Invoke(message) }
	_ = lsp.New("wasm", workbench.DefaultThresholds()).Serve(context.Background(), s)
}

// stream is the messages to and from the worker. The browser may not be kept waiting, so that those to the service
// are kept.
type stream struct {
	send func(string)

	mu      sync.Mutex
	some    sync.Cond
	waiting []string
	closed  bool
}

func (s *stream) put(message string) {
	s.mu.Lock()
	s.waiting = append(s.waiting, message)
	s.mu.Unlock()
	s.some.Signal()
}

func (s *stream) ReadObject(v any) error {
	s.mu.Lock()
	for len(s.waiting) == 0 && !s.closed {
		s.some.Wait()
	}
	if s.closed {
		s.mu.Unlock()
		return io.EOF
	}
	message := s.waiting[0]
	s.waiting = s.waiting[1:]
	s.mu.Unlock()
	return json.Unmarshal([]byte(message), v)
}

func (s *stream) WriteObject(v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		s.send(string(text))
	}
	return err
}

func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.some.Broadcast()
	return nil
}
