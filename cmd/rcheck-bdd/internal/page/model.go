package page

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// A Model is the one that the page was given. It is the one file that the page reads and may write.
type Model struct {
	Name string
	// Path is the file, absolute; empty if there is none, so that Text is all there is.
	Path string
	Text []byte
}

// content is the model as it is now, for the page.
type content struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// Hash tells one content from another; a text that is written replaces one that the page has seen.
	Hash string `json:"hash"`
	// Path is where it would be written to; empty if it cannot be.
	Path string `json:"path,omitempty"`
	// Fault says why the file cannot be read.
	Fault string `json:"fault,omitempty"`
}

// now reads the model.
func (m *Model) now() content {
	out := content{Name: m.Name, Path: m.Path}
	text := m.Text
	if m.Path != "" {
		var err error
		if text, err = os.ReadFile(m.Path); err != nil {
			out.Fault = fmt.Sprintf("cannot read %s: %s", m.Name, cause(err))
			return out
		}
	}
	if !utf8.Valid(text) { // what is shown of it is not what it is
		out.Path = ""
	}
	sum := sha256.Sum256(text)
	out.Text, out.Hash = string(text), hex.EncodeToString(sum[:8])
	return out
}

// cause is an error without the path, which is none of the page's business.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// errChanged says that somebody else has written the file.
var errChanged = errors.New("the file has changed since the page read it")

// write makes a text the content of the file, if the file is still the one with the hash.
func (m *Model) write(text, hash string) (content, error) {
	now := m.now()
	switch {
	case m.Path == "":
		return now, fmt.Errorf("%s is not a file that can be written", m.Name)
	case now.Fault == "" && now.Path == "":
		return now, fmt.Errorf("%s is not written in UTF-8: save the text under another name", m.Name)
	case now.Hash != hash:
		return now, errChanged
	}
	if err := output.WriteFile(m.Path, []byte(text)); err != nil {
		return now, err
	}
	return m.now(), nil
}

// stamp tells one content of a file from another, as far as the system does.
type stamp struct {
	changed time.Time
	size    int64
}

func (m *Model) stamp() (s stamp) {
	if info, err := os.Stat(m.Path); err == nil {
		s = stamp{info.ModTime(), info.Size()}
	}
	return s
}

// A sight is the content of a file and the stamp that the file had before it was read.
type sight struct {
	stamp   stamp
	content content
	at      time.Time
}

// seen reads the file; it reads nothing if there is none.
func (m *Model) seen() sight {
	if m == nil || m.Path == "" {
		return sight{}
	}
	return sight{at: time.Now(), stamp: m.stamp(), content: m.now()}
}

// fresh reports whether the file was written so shortly before it was read that its stamp may not
// tell a later change: clocks of file systems tick every few milliseconds, on some every two
// seconds.
func (s sight) fresh() bool { return s.at.Sub(s.stamp.changed) < 3*time.Second }

// NewModel is a model of the given name, or path, whose text was read.
func NewModel(path string, text []byte) *Model {
	m := &Model{Name: filepath.Base(path), Text: text}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		m.Path, _ = filepath.Abs(path) // without one it is read once
	}
	return m
}
