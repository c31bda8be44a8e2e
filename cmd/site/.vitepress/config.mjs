// The documentation site. Its pages are the Markdown files of the repository: build.mjs copies them
// into pages/, with the paths that they have there, so that their links lead where they lead in the
// repository.
import { readFileSync } from 'node:fs'

const grammar = (file, name) => ({
  ...JSON.parse(readFileSync(new URL(`../../editors/vscode/syntaxes/${file}`, import.meta.url))),
  name
})
const doc = 'cmd/rcheck-bdd/doc/'
const items = (...names) => names.map((name) => {
  const text = readFileSync(new URL(`../../rcheck-bdd/doc/${name}.md`, import.meta.url), 'utf8')
  return { text: text.match(/^# (.*)/)[1], link: `/${doc}${name}` }
})

export default {
  title: 'rcheck-bdd',
  description: 'A model checker for R-CHECK, ReCiPe and ISPL',
  srcDir: 'pages',
  outDir: process.env.SITE_FOLDER,
  cacheDir: 'node_modules/.cache',
  base: process.env.SITE_BASE ?? '/',
  rewrites: { 'README.md': 'index.md' },
  ignoreDeadLinks: true, // build.mjs looks at every link of what is built, headings included
  markdown: { languages: [grammar('rcheck.tmLanguage.json', 'rcp'), grammar('ispl.tmLanguage.json', 'ispl')] },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: `/${doc}tutorial` },
      { text: 'Cheat sheet', link: `/${doc}cheatsheet` },
      { text: 'Try it in the browser', link: '/try/index.html', target: '_blank' }
    ],
    sidebar: [
      { text: 'Begin', items: items('tutorial', 'install', 'cheatsheet', 'patterns', 'coming-from') },
      { text: 'Commands', items: items('check', 'explore', 'sweep', 'export', 'ci', 'lsp', 'serve') },
      { text: 'More about checking', items: items('limits', 'large', 'trust', 'json', 'python') },
      { text: 'Language', items: items('language', 'semantics', 'properties', 'dialects', 'grammar') },
      { text: 'States and agents', items: items('states', 'strategies', 'evidence') },
      { text: 'ISPL', items: items('ispl', 'ispl-choices') }
    ]
  }
}
