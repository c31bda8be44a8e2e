package logs

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A scanner reads one JSON value. It is written by hand because records need the column of each
// value, and because most of the time of a long log goes into it.
type scanner struct {
	text  string
	at    int
	depth int // that is left
	why   string
	out   []Field
}

// object reads a line that holds one JSON object and returns its fields. If it does not, why says
// what is wrong at offset at.
func (s *scanner) object() (ok bool) {
	if !s.is('{') {
		return s.fail("expected a JSON object, found %s; for a log of CSV, choose this format", s.found())
	}
	if !s.members("") {
		return false
	}
	if s.space(); s.at < len(s.text) {
		return s.fail("expected the end of the line after the object, found %s", s.found())
	}
	return true
}

func (s *scanner) fail(format string, args ...string) bool {
	for _, a := range args {
		format = strings.Replace(format, "%s", a, 1)
	}
	s.why = format
	return false
}

// found says what stands at the present place.
func (s *scanner) found() string {
	if s.at >= len(s.text) && s.at > 0 {
		return "the end of the line; a record must stand in one line"
	}
	if s.at >= len(s.text) {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.at:])
	return strconv.QuoteRune(r)
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// is reports whether a byte stands next, behind blanks.
func (s *scanner) is(c byte) bool {
	s.space()
	return s.at < len(s.text) && s.text[s.at] == c
}

// accept goes behind a byte if it stands next.
func (s *scanner) accept(c byte) bool {
	is := s.is(c)
	if is {
		s.at++
	}
	return is
}

// members reads an object; prefix goes before the names of its members.
func (s *scanner) members(prefix string) bool {
	if s.depth--; s.depth < 0 {
		return s.fail("objects and lists are nested too deep")
	}
	s.at++
	if s.accept('}') {
		s.depth++
		return true
	}
	for {
		s.space()
		name, ok := s.string("the name of a field")
		if !ok {
			return false
		}
		if !s.accept(':') {
			return s.fail("expected `:` after the name of a field, found %s", s.found())
		}
		if !s.member(s.joined(prefix, name)) {
			return false
		}
		switch {
		case s.accept(','):
		case s.accept('}'):
			s.depth++
			return true
		default:
			return s.fail("expected `,` or `}`, found %s", s.found())
		}
	}
}

// joined is the name of a member of an object within an object.
func (s *scanner) joined(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}

// member reads the value of a field.
func (s *scanner) member(name string) bool {
	if s.is('{') {
		return s.members(name)
	}
	column := s.at
	v, ok := s.value(name)
	if ok && v.Kind != objects {
		s.out = append(s.out, Field{Name: name, Value: v, Column: column})
	}
	return ok
}

// value reads a value that is no object. Objects within lists become fields with the index in their
// names.
func (s *scanner) value(name string) (v Value, ok bool) {
	if s.at == len(s.text) {
		return v, s.fail("expected a value, found %s", s.found())
	}
	switch c := s.text[s.at]; {
	case c == '"':
		v.Text, ok = s.string("a value")
		return v, ok
	case c == '[':
		return s.list(name)
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	for word, kind := range words {
		if strings.HasPrefix(s.text[s.at:], word) {
			s.at += len(word)
			return Value{Kind: kind, Text: word}, true
		}
	}
	return v, s.fail("expected a value, found %s", s.found())
}

var words = map[string]Kind{"true": Bool, "false": Bool, "null": Null}

func (s *scanner) list(name string) (v Value, ok bool) {
	if s.depth--; s.depth < 0 {
		return v, s.fail("objects and lists are nested too deep")
	}
	from := s.at
	s.at++
	v.Kind = List
	for i := 0; ; i++ {
		if i == 0 && s.is(']') {
			break
		}
		if s.is('{') {
			if !s.members(name + "." + strconv.Itoa(i)) {
				return v, false
			}
			if len(v.List) == 0 {
				v.Kind = objects
			}
		} else {
			element, ok := s.value(name)
			if !ok {
				return v, false
			}
			if v.Kind = List; element.Kind != objects {
				v.List = append(v.List, element)
			}
		}
		if s.accept(',') {
			continue
		}
		if s.is(']') {
			break
		}
		return v, s.fail("expected `,` or `]`, found %s", s.found())
	}
	s.at++
	s.depth++
	v.Text = s.text[from:s.at]
	return v, true
}

func (s *scanner) number() (v Value, ok bool) {
	from := s.at
	for s.at < len(s.text) && strings.IndexByte("+-.eE0123456789", s.text[s.at]) >= 0 {
		s.at++
	}
	text := s.text[from:s.at]
	if digits := strings.TrimPrefix(text, "-"); digits == "" || strings.Trim(digits, "0123456789") != "" {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			s.at = from
			return v, s.fail("%s is no number", strconv.Quote(text))
		}
	}
	return Value{Kind: Number, Text: text}, true
}

// string reads a string; what says what it should be.
func (s *scanner) string(what string) (string, bool) {
	if s.at == len(s.text) || s.text[s.at] != '"' {
		return "", s.fail("expected %s in quotes, found %s", what, s.found())
	}
	from := s.at + 1
	if end := strings.IndexAny(s.text[from:], "\"\\"); end >= 0 && s.text[from+end] == '"' {
		s.at = from + end + 1
		return s.text[from : from+end], true
	}
	return s.escaped(from)
}

var escapes = map[byte]string{'"': `"`, '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

// escaped reads the rest of a string that has escapes.
func (s *scanner) escaped(from int) (string, bool) {
	var b strings.Builder
	for at := from; at < len(s.text); at++ {
		switch c := s.text[at]; {
		case c == '"':
			s.at = at + 1
			return b.String(), true
		case c != '\\':
			b.WriteByte(c)
		case at+1 < len(s.text) && escapes[s.text[at+1]] != "":
			b.WriteString(escapes[s.text[at+1]])
			at++
		case at+5 < len(s.text) && s.text[at+1] == 'u':
			r, size := s.unicode(at)
			if size == 0 {
				s.at = at
				return "", s.fail("the escape %s is none of JSON", s.text[at:at+6])
			}
			b.WriteRune(r)
			at += size - 1
		default:
			s.at = at
			return "", s.fail("a backslash must begin an escape such as \\n")
		}
	}
	s.at = len(s.text)
	return "", s.fail("the line ends within a string")
}

// unicode decodes an escape of \u and four hexadecimal digits, or two of them that are one
// character. A size of 0 means that the text is no such escape.
func (s *scanner) unicode(at int) (r rune, size int) {
	n, err := strconv.ParseUint(s.text[at+2:at+6], 16, 16)
	if err != nil {
		return 0, 0
	}
	if r = rune(n); !utf16.IsSurrogate(r) {
		return r, 6
	}
	if at+12 <= len(s.text) && s.text[at+6] == '\\' && s.text[at+7] == 'u' {
		if low, err := strconv.ParseUint(s.text[at+8:at+12], 16, 16); err == nil {
			if both := utf16.DecodeRune(r, rune(low)); both != utf8.RuneError {
				return both, 12
			}
		}
	}
	return utf8.RuneError, 6
}
