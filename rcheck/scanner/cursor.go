package scanner

import (
	"bytes"
	"unicode"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

type scanner struct {
	file *token.File
	src  []byte
	off  int
	rep  *diag.Reporter // nil while tokens are only counted
}

func (s *scanner) skipBlanks() {
	s.off = len(s.src) - len(bytes.TrimLeftFunc(s.src[s.off:], unicode.IsSpace))
}

func (s *scanner) word() token.Kind {
	kind := token.Int
	for s.off < len(s.src) && isWordByte(s.src[s.off]) {
		if c := s.src[s.off]; c < '0' || c > '9' {
			kind = token.Word
		}
		s.off++
	}
	return kind
}

func (s *scanner) blockComment() {
	start := s.off
	s.off += len("/*")
	if length := bytes.Index(s.src[s.off:], []byte("*/")); length >= 0 {
		s.off += length + len("*/")
		return
	}
	s.off = len(s.src)
	if s.rep != nil {
		s.rep.Report(openComment, token.Span{Start: s.file.Pos(start), End: s.file.Pos(start + 2)},
			"the comment that begins here is not closed by `*/` before the end of the file")
	}
}

func (s *scanner) startsWith(text string) bool {
	return len(s.src)-s.off >= len(text) && string(s.src[s.off:s.off+len(text)]) == text
}

func (s *scanner) span(start int) token.Span {
	return token.Span{Start: s.file.Pos(start), End: s.file.Pos(s.off)}
}

// accept consumes a text if it stands next.
func (s *scanner) accept(text string) bool {
	ok := s.startsWith(text)
	if ok {
		s.off += len(text)
	}
	return ok
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
