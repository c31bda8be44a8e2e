//go:build !rudd

package bdd

// DefaultEngine is the engine of managers whose options name none: "native", or "rudd" in programs
// built with the tag rudd, which is how all tests are run on that engine (go test -tags rudd
// ./...).
const DefaultEngine = "native"
