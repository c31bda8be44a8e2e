package subject

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
)

// ErrSaved is wrapped by errors about saved reachable states that are damaged, or of another
// system.
var ErrSaved = errors.New("the saved reachable states cannot be used")

// savedFormat is the version of the format of saved reachable states.
const savedFormat = 1

// savedHeader is the first line, in JSON; a dump of the diagram follows (see [bdd.Manager.Dump]).
type savedHeader struct {
	Format int `json:"rcheck_bdd_reachable"`
	// System identifies the system, its propositions apart.
	System string   `json:"system"`
	States string   `json:"states"`
	Order  []string `json:"order"`
	// SHA256 is that of the whole, where this member is empty.
	SHA256 string `json:"sha256"`
}

// before is the header's line in front of a dump, and signs both.
func (h savedHeader) before(dump []byte) []byte {
	line := func() []byte {
		text, _ := json.Marshal(h) // which has nothing that cannot be written
		return append(text, '\n')
	}
	h.SHA256 = ""
	h.SHA256 = digest(append(line(), dump...))
	return line()
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Save computes the reachable states, unless that is done, and writes them in the form that
// [settings.Settings] takes as Reachable. Errors are those of [Subject.Reach] and of the writer.
func (s *Subject) Save(ctx context.Context, w io.Writer) error {
	if err := s.Reach(ctx); err != nil {
		return err
	}
	reached, _, _ := s.Search.Reached()
	var dump bytes.Buffer
	if err := s.Space.Manager().Dump(&dump, reached); err != nil {
		return err
	}
	head := savedHeader{
		Format: savedFormat, System: digest([]byte(s.Kind.Text())),
		States: s.Space.Count(reached).String(), Order: s.Order(),
	}
	_, err := w.Write(append(head.before(dump.Bytes()), dump.Bytes()...))
	return err
}

// savedStates are what was saved, once the digests were compared.
type savedStates struct {
	head savedHeader
	dump []byte
}

// readSaved reads saved states of a system; nil if there is no text.
func readSaved(text []byte, of formalism.System) (*savedStates, error) {
	if text == nil {
		return nil, nil
	}
	first, dump, _ := bytes.Cut(text, []byte("\n"))
	first = slices.Clip(first)
	s := &savedStates{dump: dump}
	switch err := json.Unmarshal(first, &s.head); {
	case err != nil || s.head.Format == 0:
		return nil, fmt.Errorf("%w: the file has another format", ErrSaved)
	case s.head.Format != savedFormat:
		return nil, fmt.Errorf("%w: the file has format %d, but this version reads format %d",
			ErrSaved, s.head.Format, savedFormat)
	case s.head.System != digest([]byte(of.Text())):
		return nil, fmt.Errorf("%w: they belong to another system, or to other values of its constants; save them again", ErrSaved)
	case !bytes.Equal(s.head.before(dump), append(first, '\n')):
		return nil, fmt.Errorf("%w: the file is damaged or incomplete; save them again", ErrSaved)
	}
	return s, nil
}

// adopt takes over the saved states, which are tested against the encoding.
func adopt(ctx context.Context, s *Subject, saved *savedStates) error {
	s.Enter(fault.PhaseReach)
	err := testSaved(ctx, s, saved)
	if fault.IsLimit(err) {
		return s.Limited(fault.Limit{Phase: fault.PhaseReach, Err: err})
	}
	return err
}

func testSaved(ctx context.Context, s *Subject, saved *savedStates) error {
	sc := s.Space.Manager().NewScope(ctx)
	defer sc.Close()
	roots, err := sc.Load(bytes.NewReader(saved.dump))
	if fault.IsLimit(err) {
		return err
	}
	if err != nil || len(roots) != 1 {
		return errors.Join(fmt.Errorf("%w: they do not fit the encoding", ErrSaved), err)
	}
	if err := s.Search.AdoptReached(ctx, roots[0]); err != nil {
		return err
	}
	if err := s.Search.CertifyReached(ctx); fault.IsLimit(err) {
		return err
	} else if err != nil {
		return fmt.Errorf("%w: %w", ErrSaved, err)
	}
	s.figures()
	if s.Stats.States.String() != saved.head.States {
		return fmt.Errorf("%w: they are %s states, not %s", ErrSaved, s.Stats.States, saved.head.States)
	}
	return nil
}

// Dump is what [Subject.Clone] needs of the reachable states, which must be known.
func (s *Subject) Dump() ([]byte, error) {
	var dump bytes.Buffer
	reached, dead, _ := s.Search.Reached()
	err := s.Space.Manager().Dump(&dump, reached, dead)
	return dump.Bytes(), err
}

// load takes over the reachable states of a dump.
func load(ctx context.Context, s *Subject, dump []byte) error {
	sc := s.Space.Manager().NewScope(ctx)
	defer sc.Close()
	roots, err := sc.Load(bytes.NewReader(dump))
	if err == nil {
		s.Search.Adopt(roots[0], roots[1])
	}
	return err
}
