package smv

import (
	"strconv"
	"strings"
)

// reserved are the words of the input language of NuSMV and nuXmv, which has no other use for them.
var reserved = strings.Fields(`
	A ABF ABG abs AF AG array ASSIGN asin acos atan at AX bool boolean BU case clock COMPASSION COMPID COMPUTE
	COMPWFF CONSTANTS CONSTARRAY CONSTRAINT cos count CTLSPEC CTLWFF DEFINE E EBF EBG EF EG esac EX exp extend
	F FAIRNESS FALSE floor FROZENVAR FUN G H IN in INIT init INIT_PREFIX Integer integer INVAR INVARSPEC ISA ITYPE
	IVAR JUSTICE ln LTLSPEC LTLWFF max MAX MDEFINE min MIN MIRROR mod MODULE NAME next NEXTWFF noncont O of pi pow
	PRED PREDICATES process PSLSPEC PARSYNTH READ Real real resize S SAT sat self sin SIMPWFF signed SPEC swconst
	sqrt T tan time time_since time_until toint TRANS TRUE typeof U UF union unsigned V VALID VAR W wrap Word word
	word1 WRITE X xnor xor Y Z uwconst`)

// names hands out identifiers.
type names map[string]bool // those that are taken

func newNames() names {
	n := names{}
	for _, w := range reserved {
		n[w] = true
	}
	return n
}

// unique is an identifier as close to the given name as can be that is not taken yet.
func (n names) unique(name string) string {
	base := identifier(name)
	out := base
	for i := 2; n[out]; i++ {
		out = base + "_" + strconv.Itoa(i)
	}
	n[out] = true
	return out
}

// identifier replaces what cannot stand in an identifier.
func identifier(name string) string {
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' }
	out := strings.Map(func(r rune) rune {
		if letter(r) || r >= '0' && r <= '9' || strings.ContainsRune("$#-", r) {
			return r
		}
		return '_'
	}, name)
	if out == "" || !letter(rune(out[0])) {
		return "_" + out
	}
	return out
}
