// The colours of the text while the service is not asked: words, numbers, comments.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags as t } from '@lezer/highlight'

const declarations = new Set(('const enum channels channel guard agent system local init relabel repeat rep absent spawn stop GET SUPPLY Get Supply SPEC LTOL LTLSPEC LTL ' +
  'CTLSPEC ATLSPEC NAME assume contract guarantee FAIRNESS COMPASSION forall exists structure variables').split(' '))
const ispl = new Set(('Agent Vars Obsvars Lobsvars Actions Protocol Evolution RedStates GreenStates Evaluation InitStates Groups Fairness Formulae ' +
  'end if and or Other Environment Semantics').split(' '))
const words = new Set('sender getter supplier initiator producer chan ch myself self deadlock PROGRESS p2p enabled bool int location any'.split(' '))

export function language(name: string) {
  const joint = name.endsWith('.ispl')
  return StreamLanguage.define<{ comment: boolean }>({
    name: joint ? 'ispl' : 'rcheck',
    startState: () => ({ comment: false }),
    token(s, state) {
      if (state.comment) {
        if (s.skipTo('*/')) { s.match('*/'); state.comment = false } else s.skipToEnd()
        return 'comment'
      }
      if (s.match(joint ? '--' : '//')) { s.skipToEnd(); return 'comment' }
      if (!joint && s.match('/*')) { state.comment = true; return 'comment' }
      if (!joint && s.match(/(message-structure|communication-variables|property-variables|receive-guard|automaton-state)\b/)) return 'keyword'
      if (!joint && s.match(/(observe|red|violation|picture)(?=\s*:(?!=))/)) return 'keyword'
      const m = s.match(/\w+/) as RegExpMatchArray | null
      if (m) {
        const w = m[0]
        if (/^\d+$/.test(w)) return 'number'
        if (/^(true|false|TRUE|FALSE)$/.test(w)) return 'bool'
        if ((joint ? ispl : declarations).has(w)) return 'keyword'
        if (/^(F|G|X|U|W|R|AG|EF|AX|EX|AF|EG|K|GK|GCK|DK|O)$/.test(w)) return 'operatorKeyword'
        return words.has(w) ? 'keyword' : 'variableName'
      }
      if (s.match(/@\w+/)) return 'meta'
      if (s.match(/[-<>!=&|+*?:.]+/)) return 'operator'
      s.next()
      return null
    },
    languageData: { commentTokens: joint ? { line: '--' } : { line: '//', block: { open: '/*', close: '*/' } } },
  })
}

export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: t.keyword, class: 'tok-keyword' }, { tag: t.operatorKeyword, class: 'tok-keyword' }, { tag: t.comment, class: 'tok-comment' },
  { tag: t.number, class: 'tok-number' }, { tag: t.bool, class: 'tok-number' }, { tag: t.meta, class: 'tok-meta' }, { tag: t.operator, class: 'tok-operator' },
]))
