package logs

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Format is the form of a log.
type Format uint8

const (
	// JSONLines has one JSON object a line.
	JSONLines Format = iota
	// CSV has the names of the fields in its first line.
	CSV
	// OpenTelemetry has one object of OTLP/JSON a line, with spans or log records.
	OpenTelemetry
)

// FormatOf is the format of a log by its file name: CSV if that ends in ".csv", else JSON lines.
func FormatOf(name string) Format {
	if strings.HasSuffix(strings.ToLower(name), ".csv") {
		return CSV
	}
	return JSONLines
}

// A Reader reads the records of one log. It holds one record at a time. It is not safe for
// concurrent use.
type Reader struct {
	format Format
	limits Limits
	lines  *bufio.Reader
	long   []byte // a line that is longer than the buffer
	line   int
	record Record
	read   func() (*Record, error)
	scan   scanner
	order  []int // of the fields of a record, by name
}

// NewReader returns a reader of a log. The name is what errors and places call it.
func NewReader(name string, from io.Reader, format Format, l Limits) *Reader {
	l.Line, l.Depth, l.Entries = cmp.Or(l.Line, 1<<20), cmp.Or(l.Depth, 64), cmp.Or(l.Entries, 1_000_000)
	r := &Reader{format: format, limits: l, lines: bufio.NewReaderSize(from, 1<<16), record: Record{File: name}}
	switch format {
	case CSV:
		r.read = r.csv()
	case OpenTelemetry:
		r.read = r.otel()
	default:
		r.read = r.json
	}
	return r
}

// Next returns the next record, and io.EOF after the last one. Another error has a place; an
// *[Error] if the text is not what its format says. The record is valid until the next call.
func (r *Reader) Next() (*Record, error) { return r.read() }

// text returns the next line that is not empty.
func (r *Reader) text() (string, error) {
	for {
		line, err := r.lines.ReadSlice('\n')
		r.long = r.long[:0]
		for err == bufio.ErrBufferFull && len(r.long) <= r.limits.Line {
			r.long = append(r.long, line...)
			line, err = r.lines.ReadSlice('\n')
		}
		if len(r.long) > 0 {
			r.long = append(r.long, line...)
			line = r.long
		}
		if len(line) == 0 || err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			if err == io.EOF {
				return "", err
			}
			return "", fmt.Errorf("reading %s after line %d: %w", r.record.File, r.line, err)
		}
		r.line++
		r.record.Line = r.line
		if len(line) > r.limits.Line {
			return "", r.record.beyond(r.limits.Line+1, "the line has more than %d bytes", r.limits.Line)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if r.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if strings.TrimSpace(text) != "" {
			return text, nil
		}
	}
}

// json reads a record of JSON lines.
func (r *Reader) json() (*Record, error) {
	text, err := r.text()
	if err != nil {
		return nil, err
	}
	if err := r.parse(text); err != nil {
		return nil, err
	}
	return &r.record, nil
}

// parse makes the object of a line the record.
func (r *Reader) parse(text string) error {
	s := &r.scan
	*s = scanner{text: text, depth: r.limits.Depth, out: r.record.Fields[:0]}
	ok := s.object()
	r.record.Fields = s.out
	if !ok {
		return r.record.fault(1+utf8.RuneCountInString(text[:min(s.at, len(text))]), "%s", s.why)
	}
	at, column := 0, 1
	for i := range s.out { // offsets become columns
		offset := s.out[i].Column
		if offset < at { // a list stands behind the fields of its objects
			at, column = 0, 1
		}
		column += utf8.RuneCountInString(text[at:offset])
		at, s.out[i].Column = offset, column
	}
	return r.unique()
}

// unique says which field of the record is the first with the name of an earlier one.
func (r *Reader) unique() error {
	fields := r.record.Fields
	r.order = r.order[:0]
	for i := range fields {
		r.order = append(r.order, i)
	}
	slices.SortFunc(r.order, func(i, j int) int { return cmp.Or(cmp.Compare(fields[i].Name, fields[j].Name), i-j) })
	second := len(fields)
	for k := 1; k < len(fields); k++ {
		if i := r.order[k]; fields[i].Name == fields[r.order[k-1]].Name {
			second = min(second, i)
		}
	}
	if second == len(fields) {
		return nil
	}
	f := fields[second]
	return r.record.fault(f.Column, "a second field has the name %q; give each field a name of its own", f.Name)
}

// csv reads records of CSV, one a line.
func (r *Reader) csv() func() (*Record, error) {
	var names []string
	return func() (*Record, error) {
		for {
			text, err := r.text()
			if err != nil {
				return nil, err
			}
			parser := csv.NewReader(strings.NewReader(text))
			parser.FieldsPerRecord = -1
			cells, err := parser.Read()
			var fault *csv.ParseError
			if errors.As(err, &fault) {
				return nil, r.record.fault(fault.Column, "the line is no CSV: %s", fault.Err)
			}
			if err != nil {
				return nil, r.record.fault(1, "the line is no CSV: %s", err)
			}
			header := names == nil
			if header {
				names = cells
			}
			if len(cells) != len(names) {
				return nil, r.record.fault(1, "the number of cells is %d, but the first line names %d; leave a cell empty if it has no value",
					len(cells), len(names))
			}
			r.record.Fields = r.record.Fields[:0]
			for i, cell := range cells {
				line, column := parser.FieldPos(i)
				_ = line // always 1
				r.record.Fields = append(r.record.Fields, Field{
					Name: names[i], Value: cellValue(cell), Column: utf8.RuneCountInString(text[:min(column-1, len(text))]) + 1})
			}
			if !header {
				return &r.record, nil
			}
			if err := r.unique(); err != nil {
				return nil, err
			}
		}
	}
}

// cellValue is the value of a cell of CSV. Its kind is not known, so that it is text, which stands
// for numbers and truth values as well.
func cellValue(cell string) Value {
	if cell == "" {
		return Value{Kind: Null}
	}
	return Value{Kind: Text, Text: cell}
}

// otel reads records of OpenTelemetry.
func (r *Reader) otel() func() (*Record, error) {
	var queue []Record
	return func() (*Record, error) {
		for len(queue) == 0 {
			record, err := r.json()
			if err != nil {
				return nil, err
			}
			if queue, err = telemetry(record); err != nil {
				return nil, err
			}
		}
		out := queue[0]
		queue = queue[1:]
		return &out, nil
	}
}
