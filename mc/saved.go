package mc

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

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrSaved is wrapped by errors about saved reachable states that are damaged, or of another system.
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

// SaveReachable computes the reachable states, unless that is done, and writes them in a form that
// [WithReachable] reads. Errors are those of [Checker.Reach] and of the writer.
func (c *Checker) SaveReachable(ctx context.Context, w io.Writer) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if w == nil {
		return misuse("there is nothing to write to")
	}
	if err := c.reach(ctx); err != nil {
		return err
	}
	reached, _, _ := c.search.Reached()
	var dump bytes.Buffer
	if err := c.space.Manager().Dump(&dump, reached); err != nil {
		return err
	}
	head := savedHeader{
		Format: savedFormat, System: c.systemDigest(), States: c.space.Count(reached).String(), Order: c.Order(),
	}
	_, err := w.Write(append(head.before(dump.Bytes()), dump.Bytes()...))
	return err
}

// WithReachable takes the reachable states, and the order of the diagrams, from what
// [Checker.SaveReachable] has written, instead of exploring the system. [NewChecker] fails with
// [ErrSaved] unless they are of the same system: the digests of the system and of the states must
// be right, and the states must hold the initial ones, be closed under all interactions of this
// encoding, and be as many as were saved.
func WithReachable(saved []byte) Option { return func(s *settings) { s.reachable = saved } }

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// digestOfSystem identifies a system up to its propositions, on which the reachable states do not
// depend.
func digestOfSystem(sys *recipe.System) string {
	bare := *sys
	bare.Propositions = nil
	text := bytes.NewBufferString(bare.String())
	for _, v := range sys.Vars { // types are printed by their names
		fmt.Fprintln(text, v.Type.Kind, v.Type.Size(), v.Type.Value(0))
	}
	return digest(text.Bytes())
}

// savedStates are what was saved, once the digests were compared.
type savedStates struct {
	head savedHeader
	dump []byte
}

// readSaved reads what [WithReachable] gives; nil if it gives nothing.
func readSaved(text []byte, system func() string) (*savedStates, error) {
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
		return nil, fmt.Errorf("%w: the file has format %d, but this version reads format %d", ErrSaved, s.head.Format, savedFormat)
	case s.head.System != system():
		return nil, fmt.Errorf("%w: they belong to another system, or to other values of its constants; save them again", ErrSaved)
	case !bytes.Equal(s.head.before(dump), append(first, '\n')):
		return nil, fmt.Errorf("%w: the file is damaged or incomplete; save them again", ErrSaved)
	}
	return s, nil
}

// adopt takes over the saved states, which are tested against the encoding of the checker.
func (c *Checker) adopt(ctx context.Context, saved *savedStates) error {
	c.enter(PhaseReach)
	err := c.testSaved(ctx, saved)
	if IsLimit(err) {
		return &LimitError{Phase: PhaseReach, Err: err, board: c.board()}
	}
	return err
}

func (c *Checker) testSaved(ctx context.Context, saved *savedStates) error {
	sc := c.space.Manager().NewScope(ctx)
	defer sc.Close()
	roots, err := sc.Load(bytes.NewReader(saved.dump))
	if IsLimit(err) {
		return err
	}
	if err != nil || len(roots) != 1 {
		return errors.Join(fmt.Errorf("%w: they do not fit the encoding", ErrSaved), err)
	}
	if err := c.search.AdoptReached(ctx, roots[0]); err != nil {
		return err
	}
	if err := c.search.CertifyReached(ctx); IsLimit(err) {
		return err
	} else if err != nil {
		return fmt.Errorf("%w: %w", ErrSaved, err)
	}
	c.figures()
	if c.stats.States.String() != saved.head.States {
		return fmt.Errorf("%w: they are %s states, not %s", ErrSaved, c.stats.States, saved.head.States)
	}
	return nil
}
