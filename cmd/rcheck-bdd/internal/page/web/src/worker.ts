// The worker that runs the checker. The first message but strings is the compiled module.
declare const Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> }
declare function importScripts(...urls: string[]): void
const scope = self as any

importScripts('wasm_exec.js')

let early: string[] | undefined = []
scope.rcheckSend = (message: string) => scope.postMessage(message)
scope.onmessage = async (e: MessageEvent) => {
  if (typeof e.data === 'string') {
    if (early) early.push(e.data)
    else scope.rcheckReceive(e.data)
    return
  }
  const go = new Go()
  const instance = await WebAssembly.instantiate(e.data as WebAssembly.Module, go.importObject)
  void go.run(instance)
  const waiting = early!
  early = undefined
  for (const m of waiting) scope.rcheckReceive(m)
}
