package rchecktest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Shrink returns a source, no longer than src, of which fails is true as it is of src. It works on
// the tree: parts of lists are left out, and expressions and processes replaced by parts of theirs
// or by constants, the largest first, until nothing is left to do or fails has been asked tries
// times. What no longer makes sense is for fails to refuse.
func Shrink(src string, tries int, fails func(string) bool) string {
	s := &shrinker{src: src, tries: tries, fails: fails, asked: map[string]bool{src: true}}
	for s.improve() {
	}
	if tidy := tidied(s.src); fails(tidy) {
		return tidy
	}
	return s.src
}

// tidied is a source without empty lines and without blanks at the ends of lines.
func tidied(src string) string {
	var out strings.Builder
	for line := range strings.Lines(src) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

type shrinker struct {
	src   string
	tries int
	fails func(string) bool
	asked map[string]bool
}

// improve makes a pass over the tree and reports whether it was of use.
func (s *shrinker) improve() bool {
	changed := false
	for i := 0; ; {
		nodes := s.nodes()
		if i >= len(nodes) || s.tries <= 0 {
			return changed && s.tries > 0
		}
		if s.reduce(nodes[i]) {
			changed = true // what was at i is gone or smaller
		} else {
			i++
		}
	}
}

// nodes lists the nodes of the tree, those with the longest text first.
func (s *shrinker) nodes() []ast.Node {
	file, _ := parser.ParseFile(token.NewFileSet(), "shrink", []byte(s.src), parser.Options{})
	var out []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n != ast.Node(file) && n.Pos().IsValid() && n.End() > n.Pos() {
			out = append(out, n)
		}
		return true
	})
	length := func(n ast.Node) int { return int(n.End() - n.Pos()) }
	slices.SortStableFunc(out, func(a, b ast.Node) int { return cmp.Compare(length(b), length(a)) })
	return out
}

// reduce tries to make the text of one node shorter.
func (s *shrinker) reduce(n ast.Node) bool {
	start, end := int(n.Pos())-1, int(n.End())-1 // of the only file of its set
	var by []string
	switch n := n.(type) {
	case ast.Expr:
		by = append([]string{"true", "false", "0", "1"}, parts(s, n)...)
	case ast.Process:
		by = parts(s, n)
	}
	from := start
	for _, separator := range []string{",", ";", "+", "||", "|", "&&", "&"} {
		if before := strings.TrimRight(s.src[:start], " \n"); strings.HasSuffix(before, separator) {
			from = len(before) - len(separator)
			break
		}
	}
	to := end
	for _, separator := range []string{",", ";", "+", "||", "|"} {
		if rest := strings.TrimLeft(s.src[end:], " \n"); strings.HasPrefix(rest, separator) {
			to = len(s.src) - len(rest) + len(separator)
			break
		}
	}
	if s.replace(from, end, "") || s.replace(start, to, "") || s.replace(start, end, "") {
		return true
	}
	return slices.ContainsFunc(by, func(text string) bool { return len(text) < end-start && s.replace(start, end, text) })
}

// parts are the texts of the parts of a node that are of its kind.
func parts[N ast.Node](s *shrinker, n N) (texts []string) {
	ast.Inspect(n, func(part ast.Node) bool {
		if _, ok := part.(N); ok && part != ast.Node(n) {
			texts = append(texts, s.src[part.Pos()-1:part.End()-1])
		}
		return true
	})
	return texts
}

// replace puts text in place of a part of the source, if that fails as well.
func (s *shrinker) replace(start, end int, text string) bool {
	candidate := s.src[:start] + text + s.src[end:]
	if s.tries <= 0 || s.asked[candidate] {
		return false
	}
	s.tries--
	s.asked[candidate] = true
	if !s.fails(candidate) {
		return false
	}
	s.src = candidate
	return true
}
