import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Serves the bare page of React and MUI, compressed as ours is. `pictures`: addresses that it shows. */
export async function startBareStore(pictures: readonly string[]): Promise<{ origin: string; close(): Promise<void> }> {
  const script = brotliCompressSync(await bundle())
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare store</title>
<script>globalThis.pictures=${JSON.stringify(pictures)}</script><div id="root"></div><script src="/store.js"></script></html>`
  const server = createServer((request, response) => {
    if (request.url === '/store.js')
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' }).end(script)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Whatever the bench itself runs as: the development runtime is not in React's production build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('../pages/bare-store.tsx', import.meta.url)),
        formats: ['iife'],
        name: 'bareStore',
        fileName: 'store',
      },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = output.flatMap((result) => result.output).find((part) => part.type === 'chunk')
  if (!chunk || chunk.type !== 'chunk') throw new Error('the bare page did not build')
  return chunk.code
}
