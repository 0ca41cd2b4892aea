import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '../../support/browsers.ts'
import { bundlePage } from '../../support/bundled-page.ts'

/**
 * A browser whose page speaks to the sfu as a studio or viewer does: mediasoup-client, socket.io and our signalling
 * client, a real handshake.
 */
export interface MediaBrowser {
  /** Runs in the page; `globalThis.lab` holds what page.ts exports. */
  run<A, R>(script: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  /** Origin of its page: the sfu has to allow it. */
  origin: string
  lines: string[]
  close(): Promise<void>
}

let bundled: Promise<string> | undefined

/** Bundled once per test file. */
function bundle(): Promise<string> {
  bundled ??= bundlePage(new URL('page.ts', import.meta.url))
  return bundled
}

export async function openMediaBrowser(): Promise<MediaBrowser> {
  const code = await bundle()
  const server = createServer((request, response) => {
    const script = request.url === '/page.js'
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' })
    response.end(script ? code : '<!doctype html><title>lab</title><script src="/page.js"></script>')
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
