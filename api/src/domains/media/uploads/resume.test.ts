import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { tusPath, uploads, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { Upload, type HttpRequest } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

const megabyte = 1024 * 1024
let t: TestApi
let line: Awaited<ReturnType<typeof createLine>>
let slug: string
let as: string
beforeAll(async () => {
  t = await createTestApi({ env: { STORAGE_RESERVE_BYTES: '0' } })
  line = await createLine(Number(new URL(t.url).port), [3 * megabyte, 19 * megabyte])
  const producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  const channel = await t.factories.channel({ owner_id: producer.id })
  slug = (await t.factories.product({ type: 'vod', channel_id: channel.id }, { sessions: 0 })).slug
})
afterAll(async () => {
  line.close()
  await t.stop()
})

const film = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), randomBytes(24 * megabyte - 16)])

/** A wire to the api that breaks each time when so many bytes in all have gone over it. */
async function createLine(port: number, breaks: readonly number[]) {
  let sent = 0
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
    }
    near.on('data', (data: Buffer) => {
      sent += data.length
      if (sent >= (breaks[cuts] ?? Number.POSITIVE_INFINITY)) {
        cuts++
        end()
      } else if (!far.write(data)) {
        near.pause()
        far.once('drain', () => near.resume())
      }
    })
    far.on('data', (data: Buffer) => near.write(data))
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, cuts: () => cuts, close: () => void server.close() }
}

describe('a film of three parts, sent by the client of the web', () => {
  it('arrives whole although the network is cut twice and the sender begins anew in between [VID-006]', async () => {
    const patched: number[] = []
    const options = {
      endpoint: `http://127.0.0.1:${line.port}${tusPath}`,
      chunkSize: 8 * megabyte,
      retryDelays: [0, 100, 200, 400, 800, 1_600],
      metadata: { filename: 'film.mp4', filetype: 'video/mp4', productSlug: slug, purpose: 'video' },
      headers: { authorization: `Bearer ${as}` },
      onBeforeRequest: (request: HttpRequest) => {
        if (request.getMethod() === 'PATCH') patched.push(Number(request.getHeader('Upload-Offset')))
      },
    }
    // The first cut falls into the first part; the second one into the last, and then this sender is gone for good.
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(film, {
        ...options,
        onShouldRetry: () => line.cuts() < 2,
        onError: () => resolve(upload.url ?? ''),
        onSuccess: () => reject(new Error('it was to be cut')),
      })
      upload.start()
    })
    expect(line.cuts()).toBe(2)
    const state = (await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia
    expect(state.video).toMatchObject({ state: 'uploading' })

    const before = patched.length
    await new Promise<void>((resolve, reject) => {
      new Upload(film, { ...options, uploadUrl: url, onError: reject, onSuccess: () => resolve() }).start()
    })
    // Only what was missing has been sent again: nothing before the part that was cut (more than once where the line
    // that broke was still let go).
    expect(patched.length).toBeGreaterThan(before)
    const cutPart = patched[before - 1] ?? Number.NaN
    expect(cutPart).toBeGreaterThanOrEqual(8 * megabyte)
    expect(Math.min(...patched.slice(before))).toBeGreaterThanOrEqual(cutPart)
    const id = url.split('/').at(-1) ?? ''
    const file = path.join(t.storageDir, 'sources', `${id}.mp4`)
    expect((await stat(file)).size).toBe(film.length)
    expect((await readFile(file)).equals(film)).toBe(true)
    expect(((await t.call(uploads.media, { params: { slug }, as })).body as ProductMedia).video).toMatchObject({ state: 'processing' })
  }, 60_000)
})

describe('a line that dies without a word', () => {
  it('does not hold the upload: who comes back on another one goes on after what has arrived [VID-006]', async () => {
    const other = film.subarray(0, 3 * megabyte)
    const metadata = { filename: 'b.mp4', productSlug: slug, purpose: 'video' }
    const opened = await t.http
      .post(tusPath)
      .set({ 'tus-resumable': '1.0.0', 'upload-length': String(other.length), authorization: `Bearer ${as}` })
      .set(
        'upload-metadata',
        Object.entries(metadata)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      )
    const location = opened.headers['location'] as string
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${as}` }
    const dead = request(`${t.url}${location}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': String(other.length),
      },
    })
    dead.on('error', () => undefined)
    // A megabyte, and then silence: neither the rest nor an end.
    dead.write(other.subarray(0, megabyte))
    const file = path.join(t.storageDir, 'sources', `${location.split('/').at(-1)}.mp4`)
    await expect
      .poll(
        () =>
          stat(file).then(
            ({ size }) => size,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(megabyte)
    const asked = await t.http.head(location).set(headers)
    expect([asked.status, asked.headers['upload-offset']]).toEqual([200, String(megabyte)])
    const rest = await t.http
      .patch(location)
      .set({ ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(megabyte) })
      .send(other.subarray(megabyte))
    expect(rest.status).toBe(204)
    expect((await readFile(file)).equals(other)).toBe(true)
    dead.destroy()
  }, 60_000)
})
