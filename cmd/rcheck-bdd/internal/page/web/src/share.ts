// A model in the fragment of the address, compressed: it never leaves the browser.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>)
  return new Uint8Array(await new Response(body).arrayBuffer())
}

export interface Shared { name: string; text: string }

export async function toFragment(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'))
  let binary = ''
  for (const b of bytes) binary += String.fromCharCode(b)
  return 'm=' + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The model in a fragment; undefined if there is none. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const code = /^#?m=([\w-]+)$/.exec(fragment)?.[1]
  if (!code) return undefined
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, c => c.charCodeAt(0))
    const shared = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
    if (typeof shared.text === 'string' && typeof shared.name === 'string') return shared
  } catch { /* no model */ }
  return undefined
}
