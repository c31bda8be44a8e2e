// Package token declares the source positions and the tokens of R-CHECK models.
//
// Positions are small integers that a [FileSet] gives out. So one value names a place in any of
// several sources: a model, formulas from the command line, or a file of properties. A syntax tree,
// its diagnostics and its traces can use the same positions.
//
// Use this package together with ast and diag, to find the file, line and column of a node or a
// diagnostic.
package token

import (
	"fmt"
	"sort"
	"sync"
	"unicode/utf8"
)

// Pos is a place in one of the files of a [FileSet]: the file's base plus a byte offset. The zero
// value is [NoPos].
type Pos int

// NoPos is the position of something that is not in any file.
const NoPos Pos = 0

// IsValid reports whether p names a place.
func (p Pos) IsValid() bool { return p != NoPos }

// Span is the half-open range of source from Start to End.
type Span struct {
	Start, End Pos
}

// Reference says that the name at one place refers to a declaration at another place.
type Reference struct {
	At, Declared Pos
}

// Position is a [Pos] resolved to file, line and column.
type Position struct {
	Filename string
	Offset   int // bytes from the beginning of the file, from 0
	Line     int // from 1; 0 where there is no position
	Column   int // Unicode code points from the beginning of the line, from 1; a tab counts as one
}

// IsValid reports whether the position names a place.
func (p Position) IsValid() bool { return p.Line > 0 }

// String returns file:line:column, without the parts that are missing.
func (p Position) String() string {
	switch {
	case !p.IsValid() && p.Filename == "":
		return "-"
	case !p.IsValid():
		return p.Filename
	case p.Filename == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
}

// File is one source text of a [FileSet]. It is immutable.
type File struct {
	name  string
	base  int
	src   []byte
	lines []int // offset of each line's first byte; lines[0] is 0
	ascii bool  // every byte is a code point
}

// Name returns the name the file was added under.
func (f *File) Name() string { return f.name }

// Size returns the length of the source in bytes.
func (f *File) Size() int { return len(f.src) }

// Source returns the text of the file. The caller must not change it.
func (f *File) Source() []byte { return f.src }

// Pos returns the position of the byte at the given offset, which is clipped to the file. The
// offset Size() is the end of the file.
func (f *File) Pos(offset int) Pos {
	return Pos(f.base + min(max(offset, 0), len(f.src)))
}

// Offset returns the byte offset of p, clipped to the file.
func (f *File) Offset(p Pos) int {
	return min(max(int(p)-f.base, 0), len(f.src))
}

// Position resolves p, which must belong to f.
func (f *File) Position(p Pos) Position {
	off := f.Offset(p)
	line := sort.SearchInts(f.lines, off+1) - 1
	column := off - f.lines[line]
	if !f.ascii {
		column = utf8.RuneCount(f.src[f.lines[line]:off])
	}
	return Position{Filename: f.name, Offset: off, Line: line + 1, Column: column + 1}
}

// Line returns the text of a line, counted from 1, without its line end. It returns nil for a line
// the file does not have.
func (f *File) Line(n int) []byte {
	if n < 1 || n > len(f.lines) {
		return nil
	}
	start, end := f.lines[n-1], len(f.src)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	if end > start && f.src[end-1] == '\r' {
		end--
	}
	return f.src[start:end]
}

// FileSet gives every byte of a number of files a [Pos] of its own. The zero value is not usable;
// see [NewFileSet]. All methods may be called concurrently.
type FileSet struct {
	mu    sync.RWMutex
	files []*File
	next  int
}

// NewFileSet returns an empty set.
func NewFileSet() *FileSet { return &FileSet{next: 1} }

// Add adds a source text under a name. Two files may share a name. The set keeps src, which must
// not change afterwards.
func (s *FileSet) Add(name string, src []byte) *File {
	f := &File{name: name, src: src, lines: []int{0}, ascii: true}
	for i, b := range src {
		if b == '\n' {
			f.lines = append(f.lines, i+1)
		}
		f.ascii = f.ascii && b < utf8.RuneSelf
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f.base = s.next
	s.next += len(src) + 1
	s.files = append(s.files, f)
	return f
}

// File returns the file that holds p, or nil.
func (s *FileSet) File(p Pos) *File {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i].base > int(p) }) - 1
	if i < 0 || int(p) > s.files[i].base+len(s.files[i].src) {
		return nil
	}
	return s.files[i]
}

// Text returns the text of a range that lies in one file, or nothing if no file of the set holds
// its start.
func (s *FileSet) Text(at Span) string {
	f := s.File(at.Start)
	if f == nil {
		return ""
	}
	return string(f.src[f.Offset(at.Start):f.Offset(at.End)])
}

// Position resolves p; the result is invalid if no file of the set holds it.
func (s *FileSet) Position(p Pos) Position {
	if f := s.File(p); f != nil {
		return f.Position(p)
	}
	return Position{}
}
