// Builds the page. Without arguments: the assets that the program embeds, into ../assets. `node build.mjs site FOLDER`: a static
// site that needs no server, the checker in WebAssembly included (Go has to be installed).
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { bundled, packages, texts } from './licences.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const [mode, folder] = process.argv.slice(2)
if (mode && (mode !== 'site' || !folder)) {
  console.error('usage: node build.mjs [site FOLDER]')
  process.exit(2)
}
const out = mode ? folder : join(here, '..', 'assets')
mkdirSync(out, { recursive: true })

// The style of the editor is put into a shadow root by the program: it is text there, and no style sheet of the page.
const editorStyle = {
  name: 'editor-style',
  setup: b => b.onLoad({ filter: /editor\.css$/ }, a => ({ contents: readFileSync(a.path, 'utf8'), loader: 'text' })),
}

const built = await esbuild.build({
  entryPoints: [join(here, 'src/main.tsx'), join(here, 'src/worker.ts'), ...mode ? [] : [join(here, 'src/runs.tsx')]],
  outdir: out, bundle: true, metafile: true, minify: true, charset: 'utf8', format: 'iife', target: 'es2022', legalComments: 'none',
  jsx: 'automatic', jsxImportSource: 'preact', plugins: [editorStyle],
})

// What is shipped carries its licences: packages.json is for the bill of materials, licences.txt for readers. The page of runs is one
// file, and carries those of what is in it.
const list = packages()
for (const [path, output] of Object.entries(built.metafile.outputs)) {
  const held = bundled(list, output), file = join(process.cwd(), path)
  if (path.endsWith('runs.js')) writeFileSync(file, `/*\n${texts(held).replaceAll('*/', '* /')}*/\n${readFileSync(file, 'utf8')}`)
}
writeFileSync(join(out, 'packages.json'), JSON.stringify(list.map(({ text, needs, ...p }) => p), undefined, 1) + '\n')
writeFileSync(join(out, 'licences.txt'), texts(list))

// The policy of the static site stands in the page itself; the program sends its own as a header, which is stricter.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'"
const html = readFileSync(join(here, 'src/index.html'), 'utf8')
writeFileSync(join(out, 'index.html'), mode
  ? html.replace('<!--service-->', `<meta http-equiv="Content-Security-Policy" content="${policy}">\n  <meta name="service" content="wasm">\n` +
    '  <link rel="preload" href="rcheck.wasm.gz" as="fetch" type="application/gzip" crossorigin>')
  : html.replace('<!--service-->', '<meta name="service" content="http">'))

// A Go test compares these sums with the files: it fails if a source, or what is embedded, has changed since.
if (!mode) {
  const own = ['src/index.html', 'build.mjs', 'licences.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'].map(f => join(here, f))
  const inputs = Object.keys(built.metafile.inputs).map(f => resolve(f)).filter(f => !f.includes('node_modules'))
  const files = [...new Set([...own, ...inputs]), ...readdirSync(out).map(f => join(out, f))].map(f => relative(here, f)).sort()
  const sum = f => createHash('sha256').update(readFileSync(join(here, f))).digest('hex')
  writeFileSync(join(here, 'built.sha256'), files.map(f => `${sum(f)}  ${f}\n`).join(''))
}

if (mode) {
  for (const [, file] of readFileSync(join(here, 'src/examples.ts'), 'utf8').matchAll(/^  \['(.+?)', /gm)) {
    const to = join(out, 'models', file)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(here, '../../../../../bench/models', file), to)
  }
  const go = (...args) => execFileSync('go', args, { cwd: here, env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' }, maxBuffer: 1 << 28 })
  const wasm = join(out, 'rcheck.wasm')
  go('build', '-trimpath', '-ldflags=-s -w', '-o', wasm, '../wasm')
  writeFileSync(wasm + '.gz', gzipSync(readFileSync(wasm), { level: 9 }))
  const root = execFileSync('go', ['env', 'GOROOT']).toString().trim()
  copyFileSync(join(root, 'lib/wasm/wasm_exec.js'), join(out, 'wasm_exec.js'))
  execFileSync('rm', [wasm])
}
