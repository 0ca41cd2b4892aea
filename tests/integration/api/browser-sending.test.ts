import { createHash } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { uploads, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { openBrowser, type OwnBrowser } from '../../support/browsers.ts'
import { bundlePage } from '../../support/bundled-page.ts'
import { until } from '../sfu/support.ts'
import type { SendingLab } from './sending-page.ts'

declare const lab: SendingLab

let t: TestApi
let front: Server
let browser: OwnBrowser
let token: string
let owner: { id: string; email: string }
/** Method and status of what the page asked the api. */
const asked: string[] = []
/** How many of the next pieces get one wrong bit on their way. */
let damaged = 0
beforeAll(async () => {
  t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0' } })
  owner = await t.factories.producer()
  token = await t.tokenOf(owner)
  const code = await bundlePage(new URL('sending-page.ts', import.meta.url))
  const api = new URL(t.url)
  front = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith('/api/')) {
      const isScript = incoming.url === '/page.js'
      outgoing.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      outgoing.end(isScript ? code : '<!doctype html><title>lab</title><script src="/page.js"></script>')
      return
    }
    const { method, headers, url } = incoming
    const further = request({ host: api.hostname, port: api.port, path: url, method, headers }, (reply) => {
      asked.push(`${method} ${reply.statusCode}`)
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    further.on('error', () => outgoing.destroy())
    let isFirst = method === 'PATCH' && damaged > 0
    if (isFirst) damaged--
    incoming.on('data', (piece: Buffer) => {
      if (isFirst) piece[piece.length - 1] = (piece[piece.length - 1] ?? 0) ^ 1
      isFirst = false
      further.write(piece)
    })
    incoming.on('end', () => further.end())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser({ baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}` })
}, 180_000)
afterAll(async () => {
  await browser.close()
  front.closeAllConnections()
  front.close()
  await t.stop()
})

const head = '\0\0\0\u0020ftypisom\0\0\u0002\0'
const bytesOf = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i < head.length ? head.codePointAt(i)! : i % 251)))
const product = async () =>
  t.factories.product({ type: 'vod', channel_id: (await t.factories.channel({ owner_id: owner.id })).id }, { sessions: 0 })
async function tab(): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`)
  return page
}
const start = (page: Page, slug: string, size: number) => page.evaluate((job) => lab.start(job), { token, slug, head, size })
const stateOf = (page: Page) => page.evaluate(() => lab.state())
const mediaOf = async (slug: string) => ((await t.call(uploads.media, { params: { slug }, as: token })).body as ProductMedia).video

describe('the sender of the web', { timeout: 180_000 }, () => {
  it('sends a part again that was damaged on its way, and the film is whole [VID-006]', async () => {
    const { slug } = await product()
    const page = await tab()
    damaged = 1
    await start(page, slug, 9_000_000)
    await until('all is sent', async () => (await stateOf(page)) === 'done', 90_000)
    expect(asked).toContain('PATCH 460')
    const row = await t.database.knex('uploads').where({ state: 'processing' }).first('storage_key', 'etag')
    const etag = createHash('sha256').update(bytesOf(9_000_000)).digest('hex')
    expect(row?.etag).toBe(etag)
    const stored = await readFile(path.join(t.storageDir, row?.storage_key ?? ''))
    expect(createHash('sha256').update(stored).digest('hex')).toBe(etag)
    await page.close()
  })

  it('gives way, in words, to another tab that sends a new file for the same product', async () => {
    const { slug } = await product()
    const [one, two] = [await tab(), await tab()]
    await start(one, slug, 40_000_000)
    await until('a part is there', async () => {
      const state = await mediaOf(slug)
      return state.state === 'uploading' && state.offsetBytes > 0
    })
    await one.evaluate(() => lab.pause())
    await start(two, slug, 9_000_001)
    await until('the second tab is done', async () => (await stateOf(two)) === 'done', 90_000)
    await one.evaluate(() => lab.resume())
    const state = await until(
      'the first tab has given up',
      async () => {
        const shown = await stateOf(one)
        return typeof shown === 'object' && shown.state === 'failed' ? shown : undefined
      },
      60_000,
    )
    expect(state.error).toBe(errorText('UPLOAD_GONE', 'en'))
    expect(await mediaOf(slug)).toMatchObject({ state: 'processing', sizeBytes: 9_000_001 })
  })
})
