//go:build !386 && !arm && !mips && !mipsle

// Package wide is there only where integers have 64 bits: elsewhere the build of whatever needs
// diagrams ends with a line that names this folder, before anything is compiled. Nodes, counts and
// hashes are packed into words of that size, and so they are in the library rudd.
package wide
