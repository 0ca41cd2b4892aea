import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { build, type Rolldown } from 'vite'
import { openBrowser } from '../../support/browsers.ts'
import type { Lab } from '../pages/lab.ts'

export interface LabPage {
  page: Page
  /** Runs one of the page's own functions. */
  ask<N extends keyof Lab>(name: N, ...input: Parameters<Lab[N]>): Promise<Awaited<ReturnType<Lab[N]>>>
  /** Begins with a fresh page: no connection, no cache of a player. */
  reload(): Promise<void>
}

export interface LabBrowser {
  open(): Promise<LabPage>
  close(): Promise<void>
}

export interface LabServer {
  /** Origin of its pages: the sfu has to allow it. */
  origin: string
  browser(): Promise<LabBrowser>
  close(): Promise<void>
}

/** Serves the page of the rows that need a browser. Bundled when the first one asks. */
export async function startLabServer(): Promise<LabServer> {
  let code: Promise<string> | undefined
  const server = createServer((request, response) => {
    if (request.url !== '/lab.js') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>lab</title><script src="/lab.js"></script>')
      return
    }
    code ??= bundle()
    code.then(
      (text) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async browser() {
      // Pages of other origins may not read what accounts watch: the page that measures is one.
      const browser = await openBrowser({ baseUrl: origin, args: ['--disable-web-security'] })
      return {
        async open() {
          const page = await browser.context.newPage()
          page.setDefaultTimeout(60_000)
          const reload = async () => {
            await page.goto(origin)
            await page.waitForFunction(() => 'lab' in globalThis)
          }
          await reload()
          return {
            page,
            reload,
            ask: (name, ...input) =>
              page.evaluate(
                ([method, args]) => {
                  const { lab } = globalThis as unknown as { lab: Record<string, (...values: unknown[]) => unknown> }
                  return lab[method]?.(...args)
                },
                [name, input] as [string, unknown[]],
              ) as never,
          }
        },
        close: () => browser.close(),
      }
    },
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
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('../pages/lab.ts', import.meta.url)), formats: ['iife'], name: 'labModule', fileName: 'lab' },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = output.flatMap((result) => result.output).find((part) => part.type === 'chunk')
  if (!chunk || chunk.type !== 'chunk') throw new Error('the page did not build')
  return chunk.code
}
