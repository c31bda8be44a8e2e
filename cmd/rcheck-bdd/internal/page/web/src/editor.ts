// The editor: CodeMirror as a client of the service. It lives in a shadow root, whose style sheets need no exception in the policy of the
// page. Another text takes the place of the old one by a change that can be undone.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab, invertedEffects, isolateHistory } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { LSPClient, LSPPlugin, formatDocument, languageServerExtensions } from '@codemirror/lsp-client'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import editorStyle from './editor.css'
import { colours, language } from './language'
import { wellFormed } from './kept'
import { type Connection, connect } from './service'
import type { Diagnostic, Range } from './types'
import type { Beside } from './typing'

/** Lenses are buttons above a line; marks colour what a run executes. */
export interface Lens { line: number; title: string; run: () => void }
const setLenses = StateEffect.define<Lens[]>()
const setMarks = StateEffect.define<{ from: number; to: number }[]>()

class LensWidget extends WidgetType {
  constructor(readonly lenses: Lens[]) { super() }
  eq(other: LensWidget) { return this.lenses.map(l => l.title).join() === other.lenses.map(l => l.title).join() && this.lenses[0]?.line === other.lenses[0]?.line }
  toDOM() {
    const box = document.createElement('div')
    box.className = 'lenses'
    for (const l of this.lenses) {
      const b = document.createElement('button')
      b.textContent = l.title
      b.onclick = l.run
      box.append(b)
    }
    return box
  }
  ignoreEvent() { return true }
}

const lenses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes)
    for (const e of tr.effects) {
      if (!e.is(setLenses)) continue
      const byLine = new Map<number, Lens[]>()
      for (const l of e.value) byLine.set(l.line, [...byLine.get(l.line) ?? [], l])
      const b = new RangeSetBuilder<Decoration>()
      for (const [line, list] of [...byLine].sort((x, y) => x[0] - y[0])) {
        if (line >= tr.newDoc.lines) continue
        const at = tr.newDoc.line(line + 1).from
        b.add(at, at, Decoration.widget({ widget: new LensWidget(list), block: true, side: -1 }))
      }
      set = b.finish()
    }
    return set
  },
  provide: f => EditorView.decorations.from(f),
})

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes)
    for (const e of tr.effects) {
      if (e.is(setMarks)) {
        const ranges = e.value.filter(r => r.from < r.to && r.to <= tr.newDoc.length)
        set = Decoration.set(ranges.map(r => Decoration.mark({ class: 'executed' }).range(r.from, r.to)), true)
      }
    }
    return set
  },
  provide: f => EditorView.decorations.from(f),
})

/** Which model the text is: its name, and the file of the program that it can be written to, with the contents last seen there. */
export interface Which { name: string; path?: string; seen?: string }
const setWhich = StateEffect.define<Which>()
const which = StateField.define<Which>({
  create: () => ({ name: '' }),
  update: (w, tr) => tr.effects.reduce((w, e) => e.is(setWhich) ? e.value : w, w),
})
/** Undoing the change to another model brings back which one it was. */
const whichUndone = invertedEffects.of(tr => tr.effects.some(e => e.is(setWhich)) ? [setWhich.of(tr.startState.field(which))] : [])
/** Marks changes that replace the text as a whole. */
const replaces = Annotation.define<boolean>()

/** Lines that are too long go on below their beginning, not at the edge. */
const indents = ViewPlugin.fromClass(class {
  decorations: DecorationSet
  constructor(view: EditorView) { this.decorations = hanging(view) }
  update(u: ViewUpdate) { if (u.docChanged || u.viewportChanged) this.decorations = hanging(u.view) }
}, { decorations: p => p.decorations })

const mostIndent = 24

function hanging(view: EditorView): DecorationSet {
  const b = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      const blanks = /^[ \t]*/.exec(line.text)![0].replaceAll('\t', '    ').length
      const n = Math.min(mostIndent, blanks) + 2
      b.add(line.from, line.from, Decoration.line({ attributes: { style: `padding-left: calc(${n}ch + 6px); text-indent: -${n}ch` } }))
      at = line.to + 1
    }
  }
  return b.finish()
}

/** What is typed over a selection: the browser's own editing would try to keep the style of what goes, which the policy forbids. */
const typedOver = EditorView.domEventHandlers({
  beforeinput(e, view) {
    if (e.inputType !== 'insertText' || e.data === null || view.composing || e.isComposing || view.state.selection.main.empty) return false
    view.dispatch(view.state.replaceSelection(e.data), { userEvent: 'input.type', scrollIntoView: true })
    e.preventDefault()
    return true
  },
})

const setHints = StateEffect.define<{ at: number; hint: Beside }[]>()

/** A verdict beside its property. */
class HintWidget extends WidgetType {
  constructor(readonly hint: Beside) { super() }
  eq(other: HintWidget) { return this.hint.verdict === other.hint.verdict && this.hint.reason === other.hint.reason && this.hint.stale === other.hint.stale }
  toDOM() {
    const box = document.createElement('span')
    box.className = `hint ${this.hint.verdict}${this.hint.stale ? ' stale' : ''}`
    box.textContent = { '': '', holds: '✓ holds', violated: '✗ violated', unknown: '? not decided while typing' }[this.hint.verdict]
    box.title = this.hint.stale ? 'before the last change' : this.hint.reason ?? ''
    return box
  }
}

const hints = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes)
    for (const e of tr.effects) {
      if (e.is(setHints)) set = Decoration.set(e.value.map(h => Decoration.widget({ widget: new HintWidget(h.hint), side: 1 }).range(h.at)), true)
    }
    return set
  },
  provide: f => EditorView.decorations.from(f),
})

/** What the service's Markdown may become: text, code and paragraphs. */
function sanitize(html: string): string {
  const from = new DOMParser().parseFromString(html, 'text/html').body
  const copy = (n: Node, into: Node) => {
    for (const c of n.childNodes) {
      if (c instanceof Text) into.appendChild(document.createTextNode(c.data))
      else if (c instanceof Element) {
        if (/^(p|pre|code|em|strong|span|br)$/i.test(c.tagName)) {
          const e = document.createElement(c.tagName)
          if (/^[\w -]*$/.test(c.className)) e.className = c.className
          copy(c, into.appendChild(e))
        } else copy(c, into)
      }
    }
  }
  const out = document.createElement('div')
  copy(from, out)
  return out.innerHTML
}

export interface Editor {
  view: EditorView
  client: LSPClient
  uri(): string
  text(): string
  which(): Which
  /** Shows another text, which can be undone. The first one begins the history, or brings back one that was kept. */
  show(w: Which, text: string, undo?: unknown): void
  /** Says what is known of the file now. */
  note(w: Which): void
  undo(): unknown
  /** Connects to the program anew. */
  connect(): void
  lenses(list: Lens[]): void
  mark(ranges: Range[]): void
  /** Shows what is known of the properties at the ends of their lines; stale verdicts are greyed. */
  hints(list: Beside[]): void
  goto(range: Range): void
  format(): void
}

interface Told {
  diagnostics(list: Diagnostic[]): void
  /** The text has changed: by another one that is shown, or by whoever types. */
  change(replaced: boolean, byKey: boolean): void
  message(text: string): void
  check(): void
  write(): void
  /** The service has ended the connection. */
  ended(): void
}

/** Tab leads into the editor and out of it again. It indents once something was typed, or clicked at. */
let pointed = false
const passing = [
  EditorView.domEventHandlers({
    pointerdown: (_, view) => { pointed = true; view.setTabFocusMode(false) },
    focus: (_, view) => { view.setTabFocusMode(!pointed); pointed = false },
  }),
  EditorView.updateListener.of(u => { if (u.transactions.some(tr => tr.isUserEvent('input') || tr.isUserEvent('delete'))) u.view.setTabFocusMode(false) }),
]

export function makeEditor(parent: HTMLElement, on: Told): Editor {
  const root = parent.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(editorStyle)
  root.adoptedStyleSheets = [sheet]
  const uriOf = (name: string) => `file:///${encodeURIComponent(wellFormed(name))}`
  const uri = () => uriOf(view.state.field(which, false)?.name ?? '')
  const client = new LSPClient({
    timeout: 60_000, sanitizeHTML: sanitize, extensions: languageServerExtensions(),
    notificationHandlers: {
      'textDocument/publishDiagnostics': (_, p) => { if (p.uri === uri()) on.diagnostics(p.diagnostics); return false },
      'window/showMessage': (_, p) => { on.message(p.message); return true },
    },
  })
  let connection: Connection | undefined
  /** Nobody answers what was asked over a connection that has ended; the client would say so a minute later. */
  const forget = () => (client as unknown as { requests: { timeout: number }[] }).requests.splice(0).forEach(r => clearTimeout(r.timeout))
  const join = () => {
    connection?.close()
    forget()
    const c = connection = connect(), handlers = new Set<(m: string) => void>()
    c.ended = () => { if (connection === c) { forget(); on.ended() } }
    c.receive = m => handlers.forEach(h => h(m))
    if (client.connected) client.disconnect()
    client.connect({ send: m => c.send(m), subscribe: h => handlers.add(h), unsubscribe: h => handlers.delete(h) })
  }
  join()
  // Until a text is shown nothing can be typed: the text would take its place.
  const view = new EditorView({ root, parent: root as unknown as HTMLElement, extensions: EditorView.editable.of(false) })
  const speech = new Compartment(), service = new Compartment()
  const speaks = (name: string) => language(name), serves = (name: string) => client.plugin(uriOf(name), name.endsWith('.ispl') ? 'ispl' : 'rcheck')
  /** Another name is another document of the service, perhaps in the other language. */
  const renamed = EditorState.transactionExtender.of(tr => {
    const w = tr.effects.find(e => e.is(setWhich))?.value as Which | undefined
    if (!w || w.name === tr.startState.field(which).name) return null
    return { effects: [speech.reconfigure(speaks(w.name)), service.reconfigure(serves(w.name))] }
  })
  const extensions = (w: Which) => [
    lineNumbers(), foldGutter(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(),
    highlightSelectionMatches(), autocompletion(), lintGutter(), lenses, marks, hints, which.init(() => w), whichUndone, renamed,
    speech.of(speaks(w.name)), service.of(serves(w.name)), colours, EditorView.lineWrapping, indents,
    EditorView.contentAttributes.of({ 'aria-label': 'the model', 'aria-description': 'Once you type, Tab indents: Escape and then Tab leaves the editor' }),
    keymap.of([
      { key: 'Ctrl-Enter', mac: 'Cmd-Enter', run: () => { on.check(); return true } },
      { key: 'Ctrl-s', mac: 'Cmd-s', run: () => { on.write(); return true }, preventDefault: true },
      ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab, ...defaultKeymap,
    ]),
    typedOver, passing,
    EditorView.updateListener.of(u => {
      if (!u.docChanged) return
      parent.classList.add('stale')
      on.change(u.transactions.some(tr => tr.annotation(replaces)), u.transactions.every(tr => tr.isUserEvent('delete.backward') || tr.isUserEvent('delete.forward')))
    }),
  ]
  const offset = (p: Range['start']) => {
    const line = view.state.doc.line(Math.min(p.line + 1, view.state.doc.lines))
    return Math.min(line.from + p.character, line.to)
  }
  return {
    view, client, uri, text: () => view.state.doc.toString(), which: () => view.state.field(which, false) ?? { name: '' }, connect: join,
    show(w, text, undo) {
      if (view.state.field(which, false) !== undefined) {
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true,
          effects: setWhich.of(w), annotations: [replaces.of(true), isolateHistory.of('full')],
        })
        return
      }
      const config = { doc: text, extensions: extensions(w) }
      try {
        if (undo) return view.setState(EditorState.fromJSON({ ...undo, doc: text }, config, { history: historyField }))
      } catch { /* of another version of the page */ }
      view.setState(EditorState.create(config))
    },
    note: w => view.dispatch({ effects: setWhich.of(w), annotations: Transaction.addToHistory.of(false) }),
    undo: () => view.state.toJSON({ history: historyField }),
    lenses: list => view.dispatch({ effects: setLenses.of(list) }),
    hints(list) {
      parent.classList.remove('stale')
      view.dispatch({ effects: setHints.of(list.filter(h => h.verdict).map(h => ({ at: view.state.doc.lineAt(offset(h.position)).to, hint: h }))) })
    },
    mark(ranges) {
      const list = ranges.map(r => ({ from: offset(r.start), to: offset(r.end) }))
      view.dispatch({ effects: [setMarks.of(list), ...list.slice(0, 1).map(r => EditorView.scrollIntoView(r.from, { y: 'nearest', yMargin: 60 }))] })
    },
    goto(range) {
      const at = offset(range.start)
      view.dispatch({ selection: { anchor: at, head: offset(range.end) }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    format: () => { formatDocument(view); LSPPlugin.get(view)?.client.sync() },
  }
}
