package output

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// place is where an output goes, links followed.
type place struct {
	// descriptor is that of a path such as /dev/fd/3, or -1.
	descriptor int
	// stream tells that there is something which is no regular file.
	stream bool
	// dir has no links in it; base is the name in it, which may be that of nothing.
	dir, base string
	// caseless tells that names in the directory differ by more than case.
	caseless bool
}

// writable returns an error if the place surely cannot be written. It leaves everything as it is.
func (p *place) writable() error {
	if p.descriptor >= 0 || p.stream {
		return nil
	}
	neighbour, fault := p.neighbour(0o600)
	if fault == nil {
		upper := filepath.Join(p.dir, strings.ToUpper(filepath.Base(neighbour.Name())))
		_, err := os.Lstat(upper)
		p.caseless = err == nil
		fault = errors.Join(neighbour.Close(), os.Remove(neighbour.Name()))
	}
	old, err := os.OpenFile(p.path(), os.O_WRONLY, 0)
	switch {
	case err == nil:
		return old.Close() // it can be written in place, whatever is true of its directory
	case errors.Is(err, fs.ErrNotExist):
		return fault
	}
	return err // a file that must not be written is left alone, although it could be replaced
}

// neighbour creates an empty file in the directory of the place.
func (p *place) neighbour(mode fs.FileMode) (*os.File, error) {
	for {
		name := "." + p.base[:min(len(p.base), 100)] + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
		f, err := os.OpenFile(filepath.Join(p.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// send writes a text to a stream.
func (p *place) send(t *text) error {
	f, err := os.OpenFile(p.path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(t.writeTo(f), f.Close())
}

// replace puts a text at the place of a regular file, or of nothing.
func (p *place) replace(t *text) error {
	old, err := os.Stat(p.path())
	if errors.Is(err, fs.ErrNotExist) {
		_, err := p.rename(t, nil)
		return err
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(p.path(), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) { // it may be written, but not read
		f, err = os.OpenFile(p.path(), os.O_WRONLY, 0)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if links(old) == 1 {
		if kept, err := p.rename(t, old); kept {
			return err
		}
	}
	return overwrite(f, old.Size(), t)
}

// rename writes a text next to the place and renames it there. An old file gives its permissions
// and owner. Where it cannot, or where nothing can be created, kept is false and everything is as
// it was.
func (p *place) rename(t *text, old os.FileInfo) (kept bool, err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600 // until all is as with the old one
	}
	f, err := p.neighbour(mode)
	if err != nil {
		return old == nil, err
	}
	defer os.Remove(f.Name()) // which fails once it is renamed
	err = t.writeTo(f)
	if old != nil {
		if giveOwner(f, old) != nil || f.Chmod(modeOf(old)) != nil {
			f.Close()
			return false, nil
		}
		err = errors.Join(err, f.Sync()) // else a crash could leave neither the old text nor the new one
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return true, err
	}
	return true, os.Rename(f.Name(), p.path())
}

// path is the path of the place, without links.
func (p *place) path() string { return filepath.Join(p.dir, p.base) }

// modeOf is the mode of a file as Chmod takes it.
func modeOf(info os.FileInfo) fs.FileMode {
	return info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// overwrite replaces the text of an open file of a size. What does not fit into it is written
// first, behind the old text: there the disk can be full without a loss. If it fails later, the old
// text is put back.
func overwrite(f *os.File, size int64, t *text) error {
	before := make([]byte, size)
	_, unread := io.ReadFull(f, before)
	fits := min(size, t.size)
	if err := t.writePart(io.NewOffsetWriter(f, size), size, t.size); err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	err := t.writePart(io.NewOffsetWriter(f, 0), 0, fits)
	if err == nil {
		err = f.Truncate(t.size)
	}
	if err != nil && unread == nil {
		_, mended := f.WriteAt(before, 0)
		err = errors.Join(err, mended, f.Truncate(size))
	}
	return errors.Join(err, f.Sync())
}
