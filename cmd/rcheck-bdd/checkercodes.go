package main

import "github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"

// The codes of errors that are about no place in a source.
const (
	unreadableCode = workbench.UnreadableCode
	internalCode   = workbench.InternalCode
	setupCode      = workbench.SetupCode
)
