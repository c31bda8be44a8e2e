// Looks at every link of a built site: `node links.mjs FOLDER`. What a link names must be there,
// headings included.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const folder = resolve(process.argv[2])

const filesOf = (path) => statSync(path).isDirectory()
  ? readdirSync(path).flatMap((name) => filesOf(join(path, name)))
  : [path]

// idsOf are the headings and other places of a built page that links can name.
const known = new Map()
function idsOf(file) {
  if (!known.has(file)) {
    known.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]*)"/g)].map((m) => m[1])))
  }
  return known.get(file)
}

// deadLinks are the links of a built page whose file or heading is not in the site.
function deadLinks(page) {
  const dead = []
  const text = readFileSync(page, 'utf8').replace(/<script[\s\S]*?<\/script>/g, '')
  let links = 0
  for (const [, link] of text.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)) {
    if (/^(\w+:|\/\/)/.test(link)) continue
    links++
    const [path, id] = decodeURIComponent(link.replaceAll('&amp;', '&')).split('#')
    let file = path === '' ? page : path.startsWith('/') ? join(folder, path) : join(dirname(page), path)
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html')
    if (!existsSync(file) && existsSync(file + '.html')) file += '.html'
    if (!existsSync(file) || id && file.endsWith('.html') && !idsOf(file).has(id)) dead.push(link)
  }
  return { links, dead }
}

let links = 0
let bad = 0
const built = filesOf(folder).filter((file) => file.endsWith('.html') && !file.startsWith(join(folder, 'try')))
for (const page of built) {
  const found = deadLinks(page)
  links += found.links
  for (const link of found.dead) {
    bad++
    console.log(`${page.slice(folder.length + 1)}: the link ${link} leads nowhere`)
  }
}
console.log(`${built.length} pages, ${links} links, ${bad} of them lead nowhere`)
process.exitCode = bad === 0 ? 0 : 1
