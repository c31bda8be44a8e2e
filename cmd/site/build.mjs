// Builds the documentation site into a folder: `node build.mjs FOLDER`. With PAGE=FOLDER, the static
// page with the checker is put under try/. links.mjs then looks at every link.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')
const folder = resolve(process.argv[2] ?? 'dist')
const pages = join(here, 'pages')
const sources = ['README.md', 'CHANGELOG.md', '.github/CONTRIBUTING.md', 'cmd/rcheck-bdd/doc', 'bench/README.md',
  'bench/WHERE.md', 'bench/LIMITS.md', 'bench/ENGINES.md', 'bench/results']

const filesOf = (path) => statSync(path).isDirectory()
  ? readdirSync(path).flatMap((name) => filesOf(join(path, name)))
  : [path]

// visible is the path of a page in the site, where no folder may begin with a dot.
const visible = (path) => path.replaceAll('.github/', 'github/')

// leading is a page whose links to other files of the repository, such as LICENSE, lead to copies
// of them as text: Vitepress takes every link without a known ending for a page.
function leading(page) {
  return readFileSync(page, 'utf8').replace(/(?<!!\[[^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)]*)?\)/g, (all, link, id = '') => {
    const file = join(dirname(page), link)
    if (link.endsWith('.md')) return `](${visible(link)}${id})`
    if (!existsSync(file) || statSync(file).isDirectory()) return all
    const copy = `/files${file.slice(root.length)}.txt`
    put(join(pages, 'public', copy), readFileSync(file))
    return `](${copy})`
  })
}

function put(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function copyPages() {
  rmSync(pages, { recursive: true, force: true })
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      put(join(pages, visible(file.slice(root.length))), file.endsWith('.md') ? leading(file) : readFileSync(file))
    }
  }
}

copyPages()
execFileSync(join(here, 'node_modules/.bin/vitepress'), ['build', here], {
  stdio: 'inherit', env: { ...process.env, SITE_FOLDER: folder }
})
if (process.env.PAGE) cpSync(process.env.PAGE, join(folder, 'try'), { recursive: true })
execFileSync(process.execPath, [join(here, 'links.mjs'), folder], { stdio: 'inherit' })
