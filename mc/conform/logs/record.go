package logs

import (
	"errors"
	"fmt"
	"strconv"
)

// A Kind is the kind of a value in a log.
type Kind uint8

const (
	Text    Kind = iota // a string
	Number              // a number
	Bool                // true or false
	Null                // null, or an empty cell of CSV
	List                // an array of such values
	objects             // an array of objects alone, which are fields of their own
)

// String is the kind in words.
func (k Kind) String() string {
	return [...]string{"text", "a number", "a truth value", "null", "a list"}[k]
}

// A Value is the value of a field.
type Value struct {
	Kind Kind
	// Text is the text of a string without its quotes, or the spelling of another value.
	Text string
	// List are the elements of a list.
	List []Value
}

// A Field is one field of a record. The fields of an object within the record have names with dots,
// such as "user.id".
type Field struct {
	Name  string
	Value Value
	// Column is where the value stands in its line, in characters counted from 1.
	Column int
}

// A Record is one line of a log. Its fields are valid until the next record is read.
type Record struct {
	File   string
	Line   int // counted from 1
	Fields []Field
}

// Field returns a field by its name; nil if there is none.
func (r *Record) Field(name string) *Field {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

// Place is FILE:LINE.
func (r *Record) Place() string { return r.File + ":" + strconv.Itoa(r.Line) }

// fault is an error about a value of the record.
func (r *Record) fault(column int, format string, args ...any) error {
	return &Error{File: r.File, Line: r.Line, Column: max(column, 1), Message: fmt.Sprintf(format, args...)}
}

// beyond is an error about a limit.
func (r *Record) beyond(column int, format string, args ...any) error {
	err := r.fault(column, format, args...).(*Error)
	err.limit = true
	return err
}

// An Error says what is wrong in the text of a log or map, and where. Line and Column count from 1.
type Error struct {
	File         string
	Line, Column int
	Message      string
	limit        bool
}

// Is reports whether the error is about a limit, where the target is [ErrTooLarge].
func (e *Error) Is(target error) bool { return e.limit && target == ErrTooLarge }

// Error is FILE:LINE:COLUMN: error: MESSAGE.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Column, e.Message)
}

// ErrTooLarge is wrapped by the error about a log that goes beyond [Limits].
var ErrTooLarge = errors.New("the log goes beyond a limit")

// Limits bound what is read of a log. A field that is zero stands for its default.
type Limits struct {
	// Line is the number of bytes of a line; 1 MiB. A longer line is an error.
	Line int
	// Depth is how deep objects and arrays of JSON may be nested; 64.
	Depth int
	// Entries is the number of records that are held in memory at a time, where the order of
	// records has to be found; 1 000 000.
	Entries int
}
