// The editor: CodeMirror as a client of the service. It lives in a shadow root, whose style sheets need no exception in the policy of the
// page.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { LSPClient, LSPPlugin, formatDocument, languageServerExtensions } from '@codemirror/lsp-client'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import editorStyle from './editor.css'
import { colours, language } from './language'
import { connect } from './service'
import type { Diagnostic, Range } from './types'

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
  show(name: string, text: string): void
  lenses(list: Lens[]): void
  mark(ranges: Range[]): void
  goto(range: Range): void
  format(): void
}

export function makeEditor(parent: HTMLElement, on: { diagnostics(list: Diagnostic[]): void; change(): void; message(text: string): void; check(): void }): Editor {
  const root = parent.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(editorStyle)
  root.adoptedStyleSheets = [sheet]
  let uri = ''
  const connection = connect()
  const handlers = new Set<(m: string) => void>()
  connection.receive = m => handlers.forEach(h => h(m))
  const client = new LSPClient({
    timeout: 60_000, sanitizeHTML: sanitize, extensions: languageServerExtensions(),
    notificationHandlers: {
      'textDocument/publishDiagnostics': (_, p) => { if (p.uri === uri) on.diagnostics(p.diagnostics); return false },
      'window/showMessage': (_, p) => { on.message(p.message); return true },
    },
  }).connect({ send: m => connection.send(m), subscribe: h => handlers.add(h), unsubscribe: h => handlers.delete(h) })
  const view = new EditorView({ root, parent: root as unknown as HTMLElement })
  const offset = (p: Range['start']) => {
    const line = view.state.doc.line(Math.min(p.line + 1, view.state.doc.lines))
    return Math.min(line.from + p.character, line.to)
  }
  return {
    view, client, uri: () => uri, text: () => view.state.doc.toString(),
    show(name, text) {
      uri = `file:///${encodeURIComponent(name)}`
      view.setState(EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), foldGutter(), highlightActiveLine(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(),
          highlightSelectionMatches(), autocompletion(), lintGutter(), lenses, marks, language(name), colours, EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'the model' }),
          keymap.of([
            { key: 'Ctrl-Enter', mac: 'Cmd-Enter', run: () => { on.check(); return true } },
            ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab, ...defaultKeymap,
          ]),
          client.plugin(uri, name.endsWith('.ispl') ? 'ispl' : 'rcheck'),
          EditorView.updateListener.of(u => { if (u.docChanged) on.change() }),
        ],
      }))
    },
    lenses: list => view.dispatch({ effects: setLenses.of(list) }),
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
