package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Version is a text that was typed in a page. The page replaces it while nothing goes from it but
// a few characters, and else begins another one, so that a text which is deleted or replaced stays.
type Version struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Text string `json:"text,omitempty"` // not in lists
	// Since and Changed are when it was begun and last changed, in milliseconds since 1970.
	Since   int64 `json:"since"`
	Changed int64 `json:"changed"`
	// Size is how many bytes the text has.
	Size int `json:"size"`
}

// A History keeps versions in a folder, a file for each, which only the user can read. Several
// servers share it. It survives browsers, which keep texts apart for each port.
type History struct {
	folder string
	bounds Bounds

	mu   sync.Mutex
	seen map[string]seenVersion
}

// seenVersion is a version without its text, and the file as it was read.
type seenVersion struct {
	stamp stamp
	Version
}

// Bounds are how much a history keeps: of more the oldest versions go.
type Bounds struct {
	Versions int
	Bytes    int64
}

// DefaultBounds are some weeks of work.
func DefaultBounds() Bounds { return Bounds{Versions: 500, Bytes: 64 << 20} }

// NewHistory returns the history in a folder, which it makes if there is none.
func NewHistory(folder string, b Bounds) (*History, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("cannot save what you type in %s: %w", folder, cause(err))
	}
	return &History{folder: folder, bounds: b, seen: map[string]seenVersion{}}, nil
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-z]{8,40}$`) })

func (h *History) path(id string) string { return filepath.Join(h.folder, id+".json") }

// Keep keeps a version, in the place of an older one of its name.
func (h *History) Keep(v Version) error {
	if !identifier().MatchString(v.ID) {
		return fmt.Errorf("there is no version %q", v.ID)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if old, err := h.read(v.ID); err == nil && old.Changed > v.Changed {
		return nil // came late
	}
	v.Size = len(v.Text)
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	scratch, err := os.CreateTemp(h.folder, ".*.tmp") // for the user alone
	if err != nil {
		return cause(err)
	}
	defer os.Remove(scratch.Name()) // which fails once it is renamed
	_, err = scratch.Write(text)
	if err = cmp.Or(err, scratch.Close()); err != nil {
		return cause(err)
	}
	changed := time.UnixMilli(v.Changed)
	if err := os.Chtimes(scratch.Name(), changed, changed); err != nil { // the order of files is that of changes
		return cause(err)
	}
	if err := os.Rename(scratch.Name(), h.path(v.ID)); err != nil {
		return err
	}
	return h.prune(v.ID)
}

// Version is the version of a name, with its text.
func (h *History) Version(id string) (Version, error) {
	if !identifier().MatchString(id) {
		return Version{}, fmt.Errorf("there is no version %q", id)
	}
	v, err := h.read(id)
	if err != nil {
		return v, fmt.Errorf("the version is no longer kept: %w", cause(err))
	}
	return v, nil
}

func (h *History) read(id string) (v Version, err error) {
	text, err := os.ReadFile(h.path(id))
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	return v, err
}

// files are the versions, those that were changed last first.
func (h *History) files() ([]fs.FileInfo, error) {
	entries, err := os.ReadDir(h.folder)
	if err != nil {
		return nil, cause(err)
	}
	var out []fs.FileInfo
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".json")
		if info, err := e.Info(); ok && identifier().MatchString(id) && err == nil {
			out = append(out, info)
		}
	}
	slices.SortStableFunc(out, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return out, nil
}

// prune removes the oldest versions beyond the bounds; the one that was just kept stays.
func (h *History) prune(kept string) error {
	files, err := h.files()
	if err != nil {
		return err
	}
	own := filepath.Base(h.path(kept))
	count, bytes := 1, int64(0)
	for _, f := range files {
		if f.Name() == own {
			bytes += f.Size()
		}
	}
	for _, f := range files {
		if f.Name() == own {
			continue
		}
		count++
		bytes += f.Size()
		id := strings.TrimSuffix(f.Name(), ".json")
		if count > h.bounds.Versions || bytes > h.bounds.Bytes {
			if err := os.Remove(h.path(id)); err != nil && !os.IsNotExist(err) {
				return cause(err)
			}
		}
	}
	return nil
}

// List is all versions without their texts, the newest first. What is no version is left out.
func (h *History) List() ([]Version, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	files, err := h.files()
	if err != nil {
		return nil, err
	}
	out, seen := []Version{}, map[string]seenVersion{}
	for _, f := range files {
		id, now := strings.TrimSuffix(f.Name(), ".json"), stamp{f.ModTime(), f.Size()}
		v, known := h.seen[id]
		if !known || v.stamp != now {
			read, err := h.read(id)
			if err != nil || read.ID != id {
				continue
			}
			read.Text = ""
			v = seenVersion{now, read}
		}
		seen[id] = v
		out = append(out, v.Version)
	}
	h.seen = seen
	slices.SortStableFunc(out, func(a, b Version) int { return cmp.Compare(b.Changed, a.Changed) })
	return out, nil
}

// HistoryFolder is where versions are kept if nothing else is said: the folder of the system for
// what programs keep. It is empty if the environment names none.
func HistoryFolder(getenv func(string) string) string {
	const own = "rcheck-bdd/history"
	if folder := getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, own)
	}
	if folder := getenv("LocalAppData"); folder != "" {
		return filepath.Join(folder, own)
	}
	if folder := getenv("HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, ".local/state", own)
	}
	return ""
}
