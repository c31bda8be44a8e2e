// The packages that the page is made of, by the lock file, with their licences.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** All packages of the lock file that are not for development only, in the order of their names. */
export function packages() {
  const lock = JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages).filter(([path, p]) => path && !p.dev).map(([path, p]) => {
    const folder = join(here, path), name = path.replace(/^.*node_modules\//, '')
    const file = existsSync(folder) && readdirSync(folder).find(f => /^licen[sc]e(\.|$)/i.test(f))
    if (!file || !p.license) throw new Error(`${name} ${p.version} has no licence: it cannot be part of the page`)
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
    return { name, version: p.version, licence: p.license, integrity: p.integrity, text, needs: Object.keys(p.dependencies ?? {}) }
  }).sort((a, b) => a.name < b.name ? -1 : 1)
}

/** The texts of licences, each under the names of the packages that it is for. */
export const texts = list => list.map(p => `==== ${p.name} ${p.version}: ${p.licence}\n\n${p.text}\n`).join('\n')

/**
 * Which of the packages an output of esbuild holds, with those that they need: some packages are published with others in them.
 * Code of a package that the lock file does not list is an error: its licence would be missing.
 */
export function bundled(list, output) {
  const names = new Set(Object.keys(output.inputs).flatMap(i => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(i)?.[1] ?? []))
  const strange = [...names].find(name => !list.some(p => p.name === name))
  if (strange) throw new Error(`${strange} is part of the page, but not of the lock file's packages`)
  for (const name of names) list.find(p => p.name === name).needs.forEach(n => names.add(n)) // also visits those that are added
  return list.filter(p => names.has(p.name))
}
