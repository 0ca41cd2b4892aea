import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '../../support/browsers.ts'
import { bundlePage } from '../../support/bundled-page.ts'

/**
 * A browser whose page speaks to the sfu as a studio or viewer does: mediasoup-client, socket.io and our signalling
 * client, a real handshake.
 */
export interface MediaBrowser {
  /** Runs in the page; `globalThis.lab` holds what its script sets. */
  run<A, R>(script: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  /** Origin of its page: the sfu has to allow it. */
  origin: string
  lines: string[]
  close(): Promise<void>
}

const bundled = new Map<string, Promise<string>>()

/** Bundled once per test file. */
function bundle(script: string): Promise<string> {
  const known = bundled.get(script) ?? bundlePage(new URL(script, import.meta.url))
  bundled.set(script, known)
  return known
}

/** `script` is a module of this folder that sets `globalThis.lab`. */
export async function openMediaBrowser(script: 'page.ts' | 'meet-page.ts' = 'page.ts'): Promise<MediaBrowser> {
  const code = await bundle(script)
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? code : '<!doctype html><title>lab</title><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await openBrowser({ baseUrl, args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] })
  const page = browser.context.pages()[0] ?? (await browser.context.newPage())
  await page.goto(baseUrl)
  return {
    origin: baseUrl,
    lines: browser.lines,
    run: (script, argument) => page.evaluate(script as (argument: unknown) => unknown, argument) as never,
    async close() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
