import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/lib/ports.mjs'
import { createForms } from '../../transcoder/src/hls/publisher.ts'
import { secret, startHarness, type Harness } from '../../transcoder/src/delivery/testing/harness.ts'
import { writeShippedNginx } from '../support/shipped-nginx.ts'

// The first part of a live segment as a file of its own, through deploy/nginx as it is shipped but for TLS.
const bin = process.env['NGINX_BIN'] ?? ''
const whole = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))
const half = whole.subarray(0, 90_000)
const run = 'live/b1/e1r0'

let folder: string
let delivery: Harness
let nginx: ChildProcess
let port: number

async function ask(key: string, { token = delivery.token(), range }: { token?: string; range?: string } = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/media/${token}/${key}`, range === undefined ? {} : { headers: { range } })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
const put = (key: string, content: Buffer) => delivery.storage.put(key, content, 'video/mp4')
const metrics = () => delivery.registry.metrics()

describe('the first part of a segment behind deploy/nginx', () => {
  beforeEach(({ skip }) => skip(bin === '', 'no nginx on this machine'))

  beforeAll(async () => {
    if (bin === '') return
    folder = await mkdtemp(path.join(tmpdir(), 'ee-nginx-parts-'))
    delivery = await startHarness({ accelRedirectPrefix: '/internal-media' })
    port = await freePort(0)
    const argv = await writeShippedNginx({
      folder,
      plainPort: port,
      servicePort: delivery.port,
      mediaPort: delivery.port,
      fastCgiPort: delivery.fastCgiPort,
      mediaRoot: path.join(delivery.root, 'media'),
    })
    nginx = spawn(bin, argv, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, MEDIA_TOKEN_SECRET: secret } })
    await put(`${run}/720p_00001-0.m4s`, half)
    await vi.waitFor(async () => expect((await ask(`${run}/720p_00001-0.m4s`)).status).toBe(200), { timeout: 15_000 })
  })

  afterAll(async () => {
    nginx?.kill('SIGTERM')
    if (nginx && nginx.exitCode === null) await once(nginx, 'exit')
    await delivery?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('comes from the volume, and the rest of the whole by its range, without the transcoder', async () => {
    const first = await ask(`${run}/720p_00001-0.m4s`)
    expect([first.status, first.headers.get('content-type'), first.headers.get('accept-ranges')]).toEqual([200, 'video/mp4', 'bytes'])
    expect(first.body.equals(half)).toBe(true)
    await put(`${run}/720p_00001.m4s`, whole)
    const rest = await ask(`${run}/720p_00001.m4s`, { range: `bytes=${half.length}-` })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${half.length}-${whole.length - 1}/${whole.length}`])
    expect(Buffer.concat([first.body, rest.body]).equals(whole)).toBe(true)
    // Nothing is left of a segment that ended with its first part.
    const none = await ask(`${run}/720p_00001.m4s`, { range: `bytes=${whole.length}-` })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
    expect(await metrics()).not.toMatch(/^delivery_answers_total\{kind="segment"/m)
  })

  it('is opened by the token of its folder alone', async () => {
    for (const token of [delivery.token({ prefixes: ['live/b2'] }), delivery.token({ expiresAtMs: Date.now() - 1 }), 'x.y'])
      expect((await ask(`${run}/720p_00001-0.m4s`, { token })).status).toBe(404)
  })

  it('is answered 404 by the transcoder while it is absent, and is there for the next one who asks as soon as it is', async () => {
    for (let number = 10; number < 30; number++) {
      const key = `${run}/720p_000${number}-0.m4s`
      const early = await ask(key)
      expect([early.status, early.headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(JSON.parse(early.body.toString())).toMatchObject({ code: 'NOT_FOUND' })
      await put(key, half)
      expect((await ask(key)).status, key).toBe(200)
    }
    expect(await metrics()).toMatch(/^delivery_answers_total\{kind="segment",status="404"\} 2\d$/m)
  })

  it('is absent again for whoever asks for it first once it was removed', async () => {
    const key = `${run}/720p_00040-0.m4s`
    await put(key, half)
    await delivery.storage.removeAll(key)
    expect((await ask(key)).status).toBe(404)
  })

  it('follows lists that come two in one answer, by FastCGI', async () => {
    const text = (track: string, segments: number) =>
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n${Array.from({ length: segments }, (_, index) => `#EXTINF:1.0,\ne1r0/${track}_0000${index}.m4s\n`).join('')}`
    const publish = (segments: number) => {
      for (const track of ['720p', 'audio'])
        delivery.hub.publish(`live/b1/${track}.m3u8`, {
          form: createForms(text(track, segments), `${track} in short\n`),
          lastMsn: segments - 1,
          ended: false,
        })
    }
    publish(2)
    expect((await ask('live/b1/720p.m3u8?with=audio:1')).body.toString()).toBe(
      `${text('720p', 2)}#E-EVENTS-LIST:audio\n${text('audio', 2)}`,
    )
    const held = ask('live/b1/720p.m3u8?_HLS_msn=2&_HLS_skip=YES&with=audio:2')
    await expect.poll(metrics).toMatch(/^delivery_playlist_waiting 1$/m)
    publish(3)
    expect((await held).body.toString()).toBe('720p in short\n#E-EVENTS-LIST:audio\naudio in short\n')
    expect((await ask('live/b1/720p.m3u8?with=audio')).status).toBe(400)
  })
})
