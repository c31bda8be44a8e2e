// Package output writes files so that none is lost. What a command writes is gathered first;
// [File.Commit] puts it next to its target and renames it there, once it is complete. Until then
// nothing has happened to the target: after an error, a full disk, an interrupt or a kill it is
// what it was. No output replaces an input of the same command or another of its outputs, whatever
// names and links lead to them.
//
// What is no regular file (a pipe, a device, a descriptor such as /dev/stdout) is written to as it
// is, in the end. So is a file that a renamed one could not stand for, because it has further hard
// links or an owner that cannot be given to another: it is overwritten in place, what it grows by
// first, and mended if that fails.
//
// The commands of this module use it for every file they write; who imports the packages has no
// need of it.
package output

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Files are what one command reads and writes. The zero value is ready. It is not safe for
// concurrent use.
type Files struct {
	// Stdout and Stderr are where paths such as /dev/stdout lead; nil are those of the process.
	Stdout, Stderr io.Writer

	inputs  []input
	outputs []*File

	stop stop
}

// A stop ends the writing of files.
type stop struct {
	asked     atomic.Bool
	replacing sync.Mutex // a regular file is being written
}

// Stop ends all writing of files, also while a [File.Commit] goes on, which then leaves its target
// as it was. It returns when nothing is left next to a target. It may be called at any time.
func (s *Files) Stop() {
	s.stop.asked.Store(true)
	s.stop.replacing.Lock()
	defer s.stop.replacing.Unlock()
}

// input is a file that is read.
type input struct {
	name string
	info os.FileInfo
}

// A File is an output: a text that is to be the content of a file. Nothing happens to the file
// before [File.Commit].
type File struct {
	text
	files *Files
	path  string
	place place
	// over is the input that this output is meant to replace; nil for all others.
	over os.FileInfo
	// written is the file after Commit.
	written os.FileInfo
	// forgotten tells that the path may be another output's.
	forgotten bool
}

// ErrConflict is wrapped by errors about a file that is needed for something else.
var ErrConflict = errors.New("the file is needed for something else")

type conflict struct{ text string }

func (c conflict) Error() string        { return c.text }
func (c conflict) Is(target error) bool { return target == ErrConflict }

// Read reads a file, which no output may replace from now on, until ctx ends.
func (s *Files) Read(ctx context.Context, name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s.Opened(name, f)
	return ReadAll(ctx, f)
}

// Input is read in pieces of firstPiece bytes, then of more, up to largestPiece.
const firstPiece, largestPiece = 1 << 14, 1 << 20

// ReadAll reads until the end of r or of ctx. Input that has no end, such as /dev/zero, takes no
// more memory than ctx allows: it is read piece by piece, and put together when all is there.
func ReadAll(ctx context.Context, r io.Reader) ([]byte, error) {
	var pieces [][]byte
	for size := firstPiece; ; size = min(2*size, largestPiece) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		piece := make([]byte, size)
		n, err := io.ReadFull(r, piece)
		pieces = append(pieces, piece[:n])
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return slices.Concat(pieces...), nil
		case err != nil:
			return nil, err
		}
	}
}

// Clear forgets all inputs and outputs, before a command begins anew.
func (s *Files) Clear() { s.inputs, s.outputs = nil, nil }

// Opened notes that an open file is an input. Of what is no regular file it notes nothing: pipes
// can be read and written.
func (s *Files) Opened(name string, f *os.File) {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		s.inputs = append(s.inputs, input{name, info})
	}
}

// Declare notes that a file will be read. It does nothing if there is none.
func (s *Files) Declare(name string) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		s.inputs = append(s.inputs, input{name, info})
	}
}

// Create returns an output for a path. That the path cannot be written, or is an input or another
// output, is an error now rather than after the work.
func (s *Files) Create(path string) (*File, error) { return s.add(s.file(path)) }

func (s *Files) file(path string) *File {
	return &File{text: text{stopped: &s.stop.asked}, files: s, path: path}
}

// Replace returns an output that replaces a file read before by [Files.Read].
func (s *Files) Replace(path string) (*File, error) {
	f := s.file(path)
	info, err := os.Stat(path)
	if err != nil {
		return nil, CannotWrite(path, err)
	}
	for _, in := range s.inputs {
		if os.SameFile(in.info, info) {
			f.over = in.info
		}
	}
	if f.over == nil {
		return nil, conflict{fmt.Sprintf("cannot write %s: it is no longer the file that was read", path)}
	}
	return s.add(f)
}

func (s *Files) add(f *File) (*File, error) {
	s.outputs = slices.DeleteFunc(s.outputs, func(o *File) bool { return o.forgotten })
	var err error
	if f.place, err = locate(f.path); err != nil {
		return nil, CannotWrite(f.path, err)
	}
	if err := f.conflict(); err != nil {
		return nil, err
	}
	if err := f.place.writable(); err != nil {
		return nil, CannotWrite(f.path, err)
	}
	s.outputs = append(s.outputs, f)
	return f, nil
}

// conflict returns an error if the target is needed for something else.
func (f *File) conflict() error {
	now, err := os.Stat(f.place.path())
	exists := err == nil
	for _, in := range f.files.inputs {
		if exists && f.over == nil && os.SameFile(in.info, now) {
			return conflict{fmt.Sprintf("%s is the input %s, which would be overwritten; give another file", f.path, in.name)}
		}
	}
	if f.over != nil && exists && (!now.ModTime().Equal(f.over.ModTime()) || now.Size() != f.over.Size()) {
		return conflict{fmt.Sprintf("cannot write %s: it has changed since it was read", f.path)}
	}
	if null, err := os.Stat(os.DevNull); exists && err == nil && os.SameFile(null, now) {
		return nil
	}
	regular := f.place.descriptor < 0 && exists && now.Mode().IsRegular()
	if regular {
		for _, stream := range []*os.File{os.Stdout, os.Stderr} {
			if info, err := stream.Stat(); err == nil && os.SameFile(info, now) {
				return conflict{fmt.Sprintf("%s is also where other output goes; give another file, or /dev/%s", f.path, filepath.Base(stream.Name()))}
			}
		}
	}
	for _, other := range f.files.outputs {
		if other != f && (other.place.same(f.place) || regular && other.written != nil && os.SameFile(other.written, now)) {
			return conflict{fmt.Sprintf("%s and %s are one file, which cannot hold two outputs; give another", other.path, f.path)}
		}
	}
	return nil
}

// Commit makes the text the content of the file, or changes nothing and returns an error. Errors
// name the file.
func (f *File) Commit() error {
	if err := f.conflict(); err != nil {
		return err
	}
	if err := f.commit(); err != nil {
		return CannotWrite(f.path, err)
	}
	f.written, _ = os.Stat(f.place.path())
	return nil
}

func (f *File) commit() error {
	switch p := &f.place; {
	case p.descriptor == 1 && f.files.Stdout != nil:
		return f.writeTo(f.files.Stdout)
	case p.descriptor == 2 && f.files.Stderr != nil:
		return f.writeTo(f.files.Stderr)
	case p.descriptor >= 0 || p.stream:
		return p.send(&f.text)
	}
	f.files.stop.replacing.Lock()
	defer f.files.stop.replacing.Unlock()
	return f.place.replace(&f.text)
}

// WriteFile makes a text the content of a file, or changes nothing and returns an error that names
// the file.
func WriteFile(path string, text []byte) error {
	f, err := new(Files).Create(path)
	if err != nil {
		return err
	}
	f.Write(text) // which cannot fail
	return f.Commit()
}

// Forget gives up an output, or one that is written and may be written anew.
func (f *File) Forget() { f.forgotten = true }

// CannotWrite returns an error that names the file once, and the cause.
func CannotWrite(path string, err error) error {
	var fault *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &fault):
		err = fault.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// descriptorPath matches the paths of open descriptors. The links of /dev/stdout and the like lead
// to one on some systems only.
var descriptorPath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:/dev/(std(?:in|out|err))|/dev/fd/(\d+)|/proc/(?:self|thread-self|` + strconv.Itoa(os.Getpid()) + `)/(?:task/\d+/)?fd/(\d+))$`)
})

// descriptorOf is the descriptor that a path stands for, or -1.
func descriptorOf(path string) int {
	path = filepath.Clean(path)
	if !strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/proc/") {
		return -1
	}
	m := descriptorPath().FindStringSubmatch(path)
	if m == nil {
		return -1
	}
	if m[1] != "" {
		return map[string]int{"stdin": 0, "stdout": 1, "stderr": 2}[m[1]]
	}
	n, err := strconv.Atoi(m[2] + m[3])
	if err != nil {
		return -1
	}
	return n
}

// manyLinks is how many links are followed from one path, as by Linux.
const manyLinks = 40

// locate follows the links of a path, also to what does not exist.
func locate(path string) (place, error) {
	if path == "" {
		return place{}, errors.New("the name is empty")
	}
	for range manyLinks {
		if n := descriptorOf(path); n >= 0 {
			return place{descriptor: n, dir: "/dev/fd", base: strconv.Itoa(n)}, nil
		}
		dir, base := filepath.Split(path)
		if link, err := os.Readlink(path); err == nil {
			if filepath.IsAbs(link) {
				path = link
			} else {
				path = dir + link // not cleaned: after a link `..` is what the system says
			}
			continue
		}
		p := place{descriptor: -1, base: base}
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir() || base == "":
			return p, errors.New("it is a directory")
		case err == nil:
			p.stream = !info.Mode().IsRegular()
		case !errors.Is(err, fs.ErrNotExist):
			return p, err
		}
		dir = cmp.Or(dir, ".")
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return p, err
		}
		p.dir, err = filepath.Abs(dir)
		return p, err
	}
	return place{}, errors.New("too many links")
}

// same reports whether two places are one by their names.
func (p *place) same(q place) bool {
	if p.dir != q.dir {
		a, errA := os.Stat(p.dir)
		b, errB := os.Stat(q.dir)
		if errA != nil || errB != nil || !os.SameFile(a, b) {
			return false
		}
	}
	return p.base == q.base || (p.caseless || q.caseless) && strings.EqualFold(p.base, q.base)
}
