import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentDisposition } from './files.ts'
import { startHarness, type Harness } from './testing/harness.ts'

let harness: Harness
const content = randomBytes(300_000)
beforeAll(async () => {
  harness = await startHarness({ stallMs: 300 })
  await harness.storage.put('live/b1/r0/720p_00001.m4s', content, 'video/mp4')
  await harness.storage.put('live/b1/r0/init_720p.mp4', 'init', 'video/mp4')
  await harness.storage.put('live/b1/recording.mp4', content, 'video/mp4')
  await harness.storage.put('live/b1/still.jpg', 'still', 'image/jpeg')
  await harness.storage.put('live/b1/large.mp4', randomBytes(24 * 1024 * 1024), 'video/mp4')
  await harness.storage.put('live/b1/empty.mp4', '', 'video/mp4')
})
afterAll(() => harness.stop())

const address = (path: string) => `/media/${harness.token()}/live/b1/${path}`
const names = { hot: 'r0/720p_00001.m4s', fromDisk: 'recording.mp4' }

describe.each(Object.entries(names))('a file (%s)', (_, name) => {
  it.each(['bytes=300000-', 'bytes=300000-300001', 'bytes=-0', 'bytes=999999999-'])('refuses a range outside of it: %s', async (range) => {
    const answer = await harness.get(address(name), { headers: { range } })
    expect(answer).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */300000' }, text: '' })
  })

  it('is sent whole, with what a cache and a player need to know', async () => {
    const answer = await harness.get(address(name))
    expect(answer.status).toBe(200)
    expect(answer.body.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 299_999],
    ['bytes=100-199', 100, 199],
    ['bytes=299999-', 299_999, 299_999],
    ['bytes=299000-400000', 299_000, 299_999],
    ['bytes=-500', 299_500, 299_999],
    ['bytes=-400000', 0, 299_999],
  ]
  it.each(ranges)('is sent in part: %s', async (range, start, end) => {
    const answer = await harness.get(address(name), { headers: { range } })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/300000`)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(answer.body.equals(content.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=-', 'bytes=a-b', 'items=0-1'])(
    'is sent whole for a range that nobody needs to honour: %s',
    async (range) => {
      const answer = await harness.get(address(name), { headers: { range } })
      expect(answer.status).toBe(200)
      expect(answer.body.length).toBe(300_000)
    },
  )

  it('is not sent again to those who have it, and a part only of the same version', async () => {
    const { etag = '' } = (await harness.get(address(name))).headers
    expect(await harness.get(address(name), { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' })
    expect((await harness.get(address(name), { headers: { range: 'bytes=0-9', 'if-range': etag } })).status).toBe(206)
    expect((await harness.get(address(name), { headers: { range: 'bytes=0-9', 'if-range': '"older"' } })).status).toBe(200)
  })

  it('answers HEAD with the headers alone', async () => {
    expect(await harness.get(address(name), { method: 'HEAD' })).toMatchObject({
      status: 200,
      headers: { 'content-length': '300000' },
      text: '',
    })
    const part = await harness.get(address(name), { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '10', 'content-range': 'bytes 0-9/300000' }, text: '' })
  })
})

it('keeps no still for longer than a moment: it is replaced while the show runs', async () => {
  expect((await harness.get(address('still.jpg'))).headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=5',
  })
})

it('sends an empty file as an empty file', async () => {
  expect(await harness.get(address('empty.mp4'))).toMatchObject({ status: 200, headers: { 'content-length': '0' }, text: '' })
})

it('offers a recording as a download under a clean name', async () => {
  const answer = await harness.get(`${address('recording.mp4')}?download=${encodeURIComponent('../Canción "1"\r\nx: y; São João.mp4')}`)
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="Cancion 1 x y_ Sao Joao.mp4"; filename*=UTF-8''Canci%C3%B3n%201%20x%20y%3B%20S%C3%A3o%20Jo%C3%A3o.mp4`,
  )
  expect((await harness.get(`${address('still.jpg')}?download=x`)).headers['content-disposition']).toBeUndefined()
})

it.each(['', '...', '\u0000\u0001', '///', '🎸'.repeat(300), '日本語', '%0d%0a', 'a'.repeat(1_000)])(
  'makes a header of any wish: %j',
  (wish) => {
    const header = contentDisposition(wish)
    expect(header).toMatch(/^attachment; filename="[\w. ()-]+\.mp4"; filename\*=UTF-8''[\w.!~%-]+\.mp4$/)
    expect(header.length).toBeLessThan(2_000)
  },
)

it('cuts off a reader that stops reading, and serves the others meanwhile', async () => {
  const token = harness.token()
  const socket = connect(harness.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET /media/${token}/live/b1/large.mp4 HTTP/1.1\r\nhost: x\r\n\r\n`)
  socket.pause()
  expect((await harness.get(address('r0/720p_00001.m4s'))).body.length).toBe(300_000)
  await expect.poll(async () => await harness.registry.metrics(), { timeout: 5_000 }).toMatch(/delivery_slow_readers_total 1/)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await ended
})

it('sends a file of many chunks to its last byte', async () => {
  const steady = await harness.get(address('large.mp4'))
  expect(steady.body.length).toBe(24 * 1024 * 1024)
})

it('hands segments to nginx where it stands in front, and still checks everything itself', async () => {
  const behind = await startHarness({ storage: harness.storage, accelRedirectPrefix: '/internal-media' })
  const answer = await behind.get(`/media/${behind.token()}/live/b1/r0/720p_00001.m4s`)
  expect(answer).toMatchObject({
    status: 200,
    text: '',
    headers: { 'x-accel-redirect': '/internal-media/live/b1/r0/720p_00001.m4s', 'content-type': 'video/mp4' },
  })
  const download = await behind.get(`/media/${behind.token()}/live/b1/recording.mp4?download=show`)
  expect(download.headers).toMatchObject({
    'x-accel-redirect': '/internal-media/live/b1/recording.mp4',
    'content-disposition': contentDisposition('show'),
  })
  for (const path of ['live/b1/absent.m4s', 'live/b2/x.m4s']) {
    const refused = await behind.get(`/media/${behind.token()}/${path}`)
    expect(refused.status).toBe(404)
    expect(refused.headers['x-accel-redirect']).toBeUndefined()
  }
  await behind.stop()
})

it('reads a segment from storage once for many viewers, and forgets a deleted one within half a minute', async () => {
  let reads = 0
  const counting = await startHarness({
    storage: { ...harness.storage, read: (key, range) => ((reads += 1), harness.storage.read(key, range)) },
  })
  await harness.storage.put('live/b1/r1/720p_00009.m4s', content, 'video/mp4')
  const ask = () => counting.get(`/media/${counting.token()}/live/b1/r1/720p_00009.m4s`)
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  expect(answers.every(({ body }) => body.equals(content))).toBe(true)
  expect(reads).toBe(1)
  await harness.storage.removeAll('live/b1/r1')
  counting.clock.offsetMs = 31_000
  expect((await ask()).status).toBe(404)
  await counting.stop()
})

it('keeps no more in memory than it may', async () => {
  const tight = await startHarness({ storage: harness.storage, hotSegmentBytes: 700_000 })
  for (let i = 0; i < 5; i++) await harness.storage.put(`live/b1/r2/s${i}.m4s`, content, 'video/mp4')
  const ask = (i: number) => tight.get(`/media/${tight.token()}/live/b1/r2/s${i}.m4s`)
  for (const i of [0, 1, 2, 3, 4]) expect((await ask(i)).body.length).toBe(300_000)
  await ask(4)
  await ask(0)
  const metrics = await tight.registry.metrics()
  expect(metrics).toMatch(/delivery_hot_cache_total\{outcome="miss"\} 6/)
  expect(metrics).toMatch(/delivery_hot_cache_total\{outcome="hit"\} 1/)
  await tight.stop()
})
