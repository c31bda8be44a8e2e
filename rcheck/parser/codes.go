package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes of the parser. Exported are those that other packages report too or treat apart.
const (
	unexpectedToken    diag.Code = "RC0104"
	expectedExpression diag.Code = "RC0105"
	openBracket        diag.Code = "RC0106"
	chainedComparison  diag.Code = "RC0107"
	numberTooLarge     diag.Code = "RC0108"
	nestedTooDeeply    diag.Code = "RC0109"
	TooManyErrors      diag.Code = "RC0110"
	tooManyReadings    diag.Code = "RC0111"
	noDeclaration      diag.Code = "RC0112"
	repeatedSection    diag.Code = "RC0113"
	missingUpdates     diag.Code = "RC0114"
	missingSendGuard   diag.Code = "RC0115"
	ReadingsDiffer     diag.Code = "RC0201"
	RepetitionDiffers  diag.Code = "RC0202"
)
