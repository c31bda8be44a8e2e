// A model in the fragment of the address, compressed: it never leaves the browser.
import { wellFormed } from './kept'

/** How many bytes a model in an address may unpack to: what is sent by somebody else must not fill the memory. */
export const mostShared = 4 << 20

const piped = (bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) =>
  new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>)

export interface Shared { name: string; text: string }

export async function toFragment(shared: Shared): Promise<string> {
  const bytes = new Uint8Array(await new Response(piped(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'))).arrayBuffer())
  let binary = ''
  for (const b of bytes) binary += String.fromCharCode(b)
  return 'm=' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes that others unpack to; an error as soon as they are too many. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = piped(bytes, new DecompressionStream('deflate-raw')).getReader(), parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
    parts.push(value)
    size += value.length
    if (size > mostShared) {
      void reader.cancel()
      throw new Error(`The model in this address is larger than ${mostShared >> 20} MB: ask for it as a file.`)
    }
  }
}

/** The model in a fragment; undefined if there is none, and an error if there is one that cannot be read. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('m')
  if (code === null) return undefined
  let shared
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    shared = JSON.parse(new TextDecoder().decode(await unpacked(Uint8Array.from(binary, c => c.charCodeAt(0)))))
  } catch (e) {
    if (/ MB: /.test(String(e))) throw e
  }
  if (typeof shared?.text !== 'string' || typeof shared.name !== 'string') throw new Error('The model in this address is not complete: ask for the address again.')
  return { name: wellFormed(shared.name), text: wellFormed(shared.text) }
}
