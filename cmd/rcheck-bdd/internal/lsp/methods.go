package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
)

// params are the parameters of all messages; each has some of them.
type params struct {
	ID           jsonrpc2.ID `json:"id"`
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []workbench.Change `json:"contentChanges"`
	Position       workbench.Position `json:"position"`
	Range          workbench.Range    `json:"range"`
	NewName        string             `json:"newName"`
	Context        struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
	Query     string            `json:"query"`
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`

	// Of the client, and what it is set to.
	Capabilities struct {
		Workspace struct {
			InlayHint struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"inlayHint"`
		} `json:"workspace"`
	} `json:"capabilities"`
	InitializationOptions chosen `json:"initializationOptions"`
	Settings              struct {
		Chosen chosen `json:"rcheck-bdd"`
	} `json:"settings"`

	// Of the requests beyond the protocol.
	workbench.Question
	Token     string          `json:"token"` // of a check, or of random runs, repeated in the notifications about them
	Trace     json.RawMessage `json:"trace"`
	Property  int             `json:"property"`
	Session   int             `json:"session"`
	Initial   int             `json:"initial"`
	At        int             `json:"at"`
	Count     int             `json:"count"`
	Condition string          `json:"condition"`
	Verdict   *report.Result  `json:"verdict"`

	Sampling workbench.Sampling `json:"sampling"`
}

// chosen is what users choose.
type chosen struct {
	// Verdicts tells whether properties are checked while one types; nil leaves that as it is.
	Verdicts *bool `json:"verdicts"`
	// Told asks for a notification `rcheck/verdicts` whenever they change.
	Told bool `json:"told"`
}

// argument is the first argument of a command, which is the URI of a document.
func (p *params) argument() string {
	var uri string
	if len(p.Arguments) > 0 {
		_ = json.Unmarshal(p.Arguments[0], &uri)
	}
	return uri
}

// capabilities is what the server offers.
func (s *Server) capabilities() any {
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"foldingRangeProvider":       true,
			"renameProvider":             map[string]any{"prepareProvider": true},
			"completionProvider":         map[string]any{"triggerCharacters": strings.Fields("- @ ( [ < { .")},
			"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", ","}},
			"inlayHintProvider":          true,
			"workspaceSymbolProvider":    true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"codeLensProvider":           map[string]any{},
			"semanticTokensProvider": map[string]any{
				"legend": map[string]any{"tokenTypes": workbench.TokenTypes, "tokenModifiers": workbench.TokenModifiers}, "full": true,
			},
			"executeCommandProvider": map[string]any{"commands": []string{workbench.CheckCommand, workbench.WitnessCommand}},
		},
		"serverInfo": map[string]any{"name": "rcheck-bdd", "version": s.version},
	}
}

type askDocument func(*Server, context.Context, *workbench.Document, *params, *jsonrpc2.Conn) (any, error)

// quick is a question that is answered from the document alone.
func quick(f func(*workbench.Document, *params) any) askDocument {
	return func(_ *Server, _ context.Context, d *workbench.Document, p *params, _ *jsonrpc2.Conn) (any, error) {
		return f(d, p), nil
	}
}

// there is a question about a place in the document.
func there[T any](f func(*workbench.Place) T) askDocument {
	return quick(func(d *workbench.Document, p *params) any { return f(workbench.At(d, p.Position)) })
}

// slow is a question that may take work.
func slow[T any](f func(context.Context, *workbench.Document, *params) (T, error)) askDocument {
	return func(_ *Server, ctx context.Context, d *workbench.Document, p *params, _ *jsonrpc2.Conn) (any, error) {
		return f(ctx, d, p)
	}
}

// aboutDocuments are the requests about an open document.
var aboutDocuments = map[string]askDocument{
	"textDocument/hover": slow(func(ctx context.Context, d *workbench.Document, p *params) (*workbench.Hover, error) {
		return workbench.At(d, p.Position).Hover(ctx)
	}),
	"textDocument/definition": there((*workbench.Place).Definition),
	"textDocument/references": quick(func(d *workbench.Document, p *params) any {
		return workbench.At(d, p.Position).References(p.Context.IncludeDeclaration)
	}),
	"textDocument/documentHighlight": there((*workbench.Place).Highlights),
	"textDocument/documentSymbol":    quick(func(d *workbench.Document, _ *params) any { return workbench.Symbols(d) }),
	"textDocument/foldingRange":      quick(func(d *workbench.Document, _ *params) any { return workbench.Folds(d) }),
	"textDocument/codeLens":          quick(func(d *workbench.Document, _ *params) any { return workbench.Lenses(d) }),
	"textDocument/completion":        there((*workbench.Place).Complete),
	"textDocument/signatureHelp":     there((*workbench.Place).Signature),
	"textDocument/inlayHint": func(s *Server, ctx context.Context, d *workbench.Document, p *params, _ *jsonrpc2.Conn) (any, error) {
		return workbench.Hints(ctx, d, p.Range, s.liveOf(d.URI))
	},
	"textDocument/semanticTokens/full": quick(func(d *workbench.Document, _ *params) any {
		return map[string]any{"data": workbench.SemanticTokens(d)}
	}),
	"textDocument/formatting": slow(func(ctx context.Context, d *workbench.Document, _ *params) ([]workbench.TextEdit, error) {
		return workbench.Format(ctx, d)
	}),
	"textDocument/codeAction": slow(func(ctx context.Context, d *workbench.Document, p *params) ([]workbench.CodeAction, error) {
		return workbench.CodeActions(ctx, d, p.Range)
	}),
	"textDocument/prepareRename": slow(func(_ context.Context, d *workbench.Document, p *params) (*workbench.Renaming, error) {
		return workbench.At(d, p.Position).PrepareRename()
	}),
	"textDocument/rename": slow(func(ctx context.Context, d *workbench.Document, p *params) (*workbench.WorkspaceEdit, error) {
		return workbench.At(d, p.Position).Rename(ctx, p.NewName)
	}),
	"workspace/executeCommand": (*Server).execute,
	"rcheck/check":             (*Server).check,
	"rcheck/show": func(s *Server, ctx context.Context, d *workbench.Document, p *params, _ *jsonrpc2.Conn) (any, error) {
		return workbench.Show(ctx, d, p.Trace, p.Property, s.thresholds)
	},
	"rcheck/along": slow(func(ctx context.Context, d *workbench.Document, p *params) ([]string, error) {
		return workbench.Along(ctx, d, p.Trace, p.Condition)
	}),
	"rcheck/page":   (*Server).page,
	"rcheck/sample": (*Server).sample,
	"rcheck/start":  (*Server).start,
}

// check decides properties. Verdicts and progress are told by notifications that carry the token of
// the request, the summary is the answer.
func (s *Server) check(ctx context.Context, d *workbench.Document, p *params, conn *jsonrpc2.Conn) (any, error) {
	return s.limited(ctx, d, p.Question, workbench.Listener{
		Verdict: func(v workbench.Verdict) {
			_ = conn.Notify(ctx, "rcheck/verdict", map[string]any{"token": p.Token, "verdict": v})
		},
		Progress: func(x workbench.Progress) {
			_ = conn.Notify(ctx, "rcheck/progress", map[string]any{"token": p.Token, "progress": x})
		},
	})
}

// sample takes random runs under the limits of the server. What they show is told now and then.
func (s *Server) sample(ctx context.Context, d *workbench.Document, p *params, conn *jsonrpc2.Conn) (any, error) {
	ctx, end := s.bounded(ctx, &p.Question)
	defer end()
	return workbench.RandomRuns(ctx, d, p.Sampling, s.thresholds, func(x *workbench.Sample) {
		_ = conn.Notify(ctx, "rcheck/sample", map[string]any{"token": p.Token, "sample": x})
	})
}

// limited checks under the limits of the server, and gives the memory back that the check leaves.
func (s *Server) limited(ctx context.Context, d *workbench.Document, q workbench.Question, tell workbench.Listener) (*workbench.Summary, error) {
	defer debug.FreeOSMemory()
	ctx, end := s.bounded(ctx, &q)
	defer end()
	return workbench.Check(ctx, d, q, s.thresholds, tell)
}

// bounded is ctx under the limits of the server, which bound the question, too.
func (s *Server) bounded(ctx context.Context, q *workbench.Question) (context.Context, context.CancelFunc) {
	if most := s.Memory >> 20; most > 0 && (q.Megabytes <= 0 || q.Megabytes > most) {
		q.Megabytes = most
	}
	if s.Limited != nil {
		return s.Limited(ctx)
	}
	return ctx, func() {}
}

// page is a run as a page of its own; without a trace, a simulation, whose page asks for the steps.
// A verdict's explanation is shown as it is.
func (s *Server) page(ctx context.Context, d *workbench.Document, p *params, conn *jsonrpc2.Conn) (any, error) {
	if s.WriteRuns == nil {
		return nil, fault(jsonrpc2.CodeMethodNotFound, "this server writes no pages")
	}
	r := report.Result{Index: p.Property}
	var err error
	switch {
	case p.Verdict != nil:
		r = *p.Verdict
	case len(p.Trace) == 0:
		r.Shown, err = s.start(ctx, d, p, conn)
	default:
		err = showRun(ctx, d, p, s.thresholds, &r)
	}
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = s.WriteRuns(ctx, &b, &report.Document{
		Schema: report.Schema, Tool: report.Tool{Name: "rcheck-bdd", Version: s.version},
		Runs: []report.Run{{File: d.Name(), Source: d.Text, Results: []report.Result{r}, Warnings: []report.Notice{}}},
	})
	answer := map[string]any{"html": b.String()}
	if w, ok := r.Shown.(walk); ok {
		answer["session"] = w.Session
	}
	return answer, err
}

// showRun adds the run of a trace, and what property it is of.
func showRun(ctx context.Context, d *workbench.Document, p *params, t workbench.Thresholds, r *report.Result) error {
	shown, err := workbench.Show(ctx, d, p.Trace, p.Property, t)
	if err != nil {
		return err
	}
	r.Shown = shown
	for _, x := range shown.Statuses {
		if x.Index == p.Property {
			r.Name, r.Formula = x.Name, x.Formula
			if x.Holds != nil {
				r.Verdict = map[bool]string{true: "holds", false: "violated"}[*x.Holds]
			}
		}
	}
	return nil
}

// execute does the command of a lens for clients that know nothing of `rcheck/check`: the verdicts
// are the answer, and are shown to the user.
func (s *Server) execute(ctx context.Context, d *workbench.Document, p *params, conn *jsonrpc2.Conn) (any, error) {
	q := workbench.Question{Witness: p.Command == workbench.WitnessCommand}
	if !q.Witness && p.Command != workbench.CheckCommand {
		return nil, fault(jsonrpc2.CodeInvalidParams, "there is no command "+p.Command)
	}
	number := 0
	if len(p.Arguments) > 1 {
		if err := json.Unmarshal(p.Arguments[1], &number); err != nil {
			return nil, fault(jsonrpc2.CodeInvalidParams, err.Error())
		}
	}
	if number > 0 {
		q.Properties = []int{number}
	}
	verdicts := []workbench.Verdict{}
	_, err := s.limited(ctx, d, q, workbench.Listener{
		Progress: func(workbench.Progress) {},
		Verdict: func(v workbench.Verdict) {
			verdicts = append(verdicts, v)
			name := cmp.Or(v.Name, fmt.Sprintf("property %d", v.Index))
			s.show(ctx, conn, 3, fmt.Sprintf("%s: %s", name, v.Verdict))
		},
	})
	return verdicts, err
}

// start begins a simulation.
func (s *Server) start(ctx context.Context, d *workbench.Document, p *params, _ *jsonrpc2.Conn) (any, error) {
	x, err := workbench.Start(ctx, d, p.Initial, p.Trace, p.At, s.thresholds)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.last++
	id := s.last
	idle := make(chan struct{})
	s.sessions[id] = &session{x, idle}
	delete(s.sessions, id-s.thresholds.Sessions)
	s.mu.Unlock()
	defer close(idle)
	w, err := x.Walk(ctx, s.thresholds)
	return walk{id, w}, err
}

// walk is where a session is.
type walk struct {
	Session int `json:"session"`
	*workbench.Walk
}

type askSession func(*Server, context.Context, workbench.Session, *params) (any, error)

// moving is a request that moves a session.
func moving(f func(context.Context, workbench.Session, *params) error) askSession {
	return func(s *Server, ctx context.Context, x workbench.Session, p *params) (any, error) {
		if err := f(ctx, x, p); err != nil {
			return nil, err
		}
		w, err := x.Walk(ctx, s.thresholds)
		return walk{p.Session, w}, err
	}
}

// aboutSessions are the requests about a session.
var aboutSessions = map[string]askSession{
	"rcheck/take": moving(func(ctx context.Context, x workbench.Session, p *params) error { return x.Take(ctx, p.Count) }),
	"rcheck/back": moving(func(_ context.Context, x workbench.Session, p *params) error { return x.Back(p.Count) }),
	"rcheck/random": moving(func(ctx context.Context, x workbench.Session, p *params) error {
		return x.Random(ctx, p.Count)
	}),
	"rcheck/goto": func(s *Server, ctx context.Context, x workbench.Session, p *params) (any, error) {
		met, err := x.Goto(ctx, p.Condition, s.thresholds)
		if err != nil {
			return nil, err
		}
		w, err := x.Walk(ctx, s.thresholds)
		if err == nil {
			w.Met = &met
		}
		return walk{p.Session, w}, err
	},
	"rcheck/trace": func(_ *Server, ctx context.Context, x workbench.Session, _ *params) (any, error) {
		return x.Trace(ctx)
	},
}
