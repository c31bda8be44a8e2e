package scanner

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes of the scanner.
const (
	illegalCharacter diag.Code = "RC0101"
	invalidUTF8      diag.Code = "RC0102"
	openComment      diag.Code = "RC0103"
)
