package ispl

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"

// The codes of this package.
const (
	illegalCharacter   diag.Code = "RC0801"
	unexpectedText     diag.Code = "RC0802"
	nestedTooDeeply    diag.Code = "RC0803"
	numberTooLarge     diag.Code = "RC0804"
	missingSection     diag.Code = "RC0805"
	misplacedSection   diag.Code = "RC0806"
	tooManyErrors      diag.Code = "RC0807"
	duplicateName      diag.Code = "RC0811"
	unknownName        diag.Code = "RC0812"
	invisible          diag.Code = "RC0813"
	typeMismatch       diag.Code = "RC0821"
	outOfRange         diag.Code = "RC0822"
	emptyType          diag.Code = "RC0823"
	emptySection       diag.Code = "RC0824"
	severalAssignments diag.Code = "RC0825"
	misplaced          diag.Code = "RC0826"
	neverTrue          diag.Code = "RC0831"
	repeatedLine       diag.Code = "RC0832"
	unused             diag.Code = "RC0833"
	separately         diag.Code = "RC0834"
)
