package scanner

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/cursor"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A scanner reads tokens at a cursor.
type scanner struct{ cursor.Cursor }

func (s *scanner) word() token.Kind {
	kind := token.Int
	s.Skip(func(c byte) bool {
		within := isWordByte(c)
		if within && (c < '0' || c > '9') {
			kind = token.Word
		}
		return within
	})
	return kind
}

func (s *scanner) blockComment() {
	start := s.Off
	s.Off += len("/*")
	if at := s.Span(start); !s.SkipTo("*/") && s.Rep != nil {
		s.Rep.Report(openComment, at, "the comment that begins here is not closed by `*/` before the end of the file")
	}
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
