// Package certify tests answers before they are given. A violation is replayed by the interpreter
// ([Confirm]). What holds is compared with what the interpreter knows of reachable states and of
// runs ([Comparison]).
package certify
