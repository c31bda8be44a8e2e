package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// Stdio is the stream of the protocol on a reader and a writer: messages behind headers. A text
// that is no message of JSON-RPC is answered with an error, and the stream goes on with the next
// message.
func Stdio(in io.Reader, out io.Writer) jsonrpc2.ObjectStream {
	both := stdio{in, out}
	return &framed{
		ObjectStream: jsonrpc2.NewBufferedStream(both, jsonrpc2.VSCodeObjectCodec{}),
		in:           bufio.NewReaderSize(in, longestLine),
	}
}

type stdio struct {
	io.Reader
	io.Writer
}

func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// framed reads messages, each behind a header with its length; the stream inside writes them.
type framed struct {
	jsonrpc2.ObjectStream
	in *bufio.Reader
}

const (
	// maxMessage bounds a message in bytes, before memory is taken for it.
	maxMessage = 256 << 20
	// longestLine bounds a line of a header in bytes.
	longestLine = 64 << 10
	lengthField = "content-length:"
)

// ReadObject reads the next message that is one.
func (f *framed) ReadObject(v any) error {
	for {
		n, err := f.length()
		if err != nil {
			return err
		}
		if n > maxMessage { // the header is wrong: go on with the next one
			continue
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(f.in, text); err != nil {
			return err
		}
		if err = json.Unmarshal(text, v); err == nil {
			return nil
		}
		if err := f.refuse(text, err); err != nil {
			return err
		}
	}
}

// length reads up to the end of a header, and tells the length of the message behind it. Lines of
// no header are passed over. A header may begin behind the rest of a message on the same line.
func (f *framed) length() (int64, error) {
	length := int64(-1)
	for {
		line, err := f.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, err
		}
		text := strings.ToLower(string(bytes.TrimSpace(line)))
		if text == "" && length >= 0 {
			return length, nil
		}
		if at := strings.LastIndex(text, lengthField); at >= 0 {
			n, err := strconv.ParseInt(strings.TrimSpace(text[at+len(lengthField):]), 10, 64)
			if length = n; err != nil || n < 0 {
				length = -1
			}
		}
	}
}

// refuse answers what is no message. If its length was wrong, the next header may be inside of it.
func (f *framed) refuse(text []byte, why error) error {
	if at := bytes.Index(bytes.ToLower(text), []byte(lengthField)); at >= 0 {
		f.in = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(text[at:]), f.in), longestLine)
	}
	code, id := jsonrpc2.CodeParseError, json.RawMessage("null")
	if json.Valid(text) {
		var known struct {
			ID json.RawMessage `json:"id"`
		}
		if code = jsonrpc2.CodeInvalidRequest; json.Unmarshal(text, &known) == nil && len(known.ID) > 0 {
			id = known.ID
		}
	}
	return f.WriteObject(map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": why.Error()},
	})
}
