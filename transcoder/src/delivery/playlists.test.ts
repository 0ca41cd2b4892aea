import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForms } from '../hls/publisher.ts'
import { createFeedJournal } from '../live/feed-journal.ts'
import { askFastCgi } from './testing/fastcgi-client.ts'
import { startHarness, type Answer, type Harness } from './testing/harness.ts'

let harness: Harness

type Get = (
  path: string,
  options?: { method?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal },
) => Promise<Answer>

const key = 'live/b1/f1/720p.m3u8'
const address = (query = '', path = key) => `/media/${harness.token()}/${path}${query}`

function media(segments: number, options: { ended?: boolean; first?: number } = {}): string {
  const first = options.first ?? 0
  const lines = Array.from({ length: segments }, (_, i) => `#EXTINF:2.000,\nr0/720p_${String(first + i).padStart(5, '0')}.m4s`)
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...lines,
    ...(options.ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}
const publish = (segments: number, options: { ended?: boolean } = {}, path = key) =>
  harness.hub.publish(path, { form: createForms(media(segments, options)), lastMsn: segments - 1, ended: options.ended ?? false })
const lastSegment = (text: string) =>
  text
    .trim()
    .split('\n')
    .findLast((line) => !line.startsWith('#'))
const waiting = async () => Number(/^delivery_playlist_waiting (\d+)/m.exec(await harness.registry.metrics())?.[1])
const held = async () => expect.poll(waiting).toBe(1)

describe.each(['HTTP', 'FastCGI'] as const)('by %s,', (way) => {
  beforeAll(async () => {
    harness = await startHarness({ holdMs: 400, pollMs: 20 })
  })
  afterAll(() => harness.stop())
  const get: Get = (path, options = {}) => (way === 'HTTP' ? harness.get(path, options) : askFastCgi(harness.fastCgiPort, path, options))

  describe('a playlist that this process writes', () => {
    it.each(['_HLS_msn=', '_HLS_msn=-1', '_HLS_msn=1.5', '_HLS_msn=abc', '_HLS_msn=9999999999', '_HLS_part=0', '_HLS_msn=25'])(
      'refuses %s',
      async (query) => {
        publish(10, {}, 'live/b1/f1/refuse.m3u8')
        const answer = await get(address(`?${query}`, 'live/b1/f1/refuse.m3u8'))
        expect(answer.status).toBe(400)
        expect(JSON.parse(answer.text)).toMatchObject({ code: 'BAD_REQUEST' })
      },
    )

    it('answers the newest edition at once, uncached by others', async () => {
      publish(3)
      const answer = await get(address())
      expect(answer.text).toBe(media(3))
      expect(answer.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-cache' })
    })

    it('lets a browser keep a closed list, which a player asked for ahead, for a moment', async () => {
      publish(3, { ended: true }, 'live/b1/f1/closed.m3u8')
      expect((await get(address('', 'live/b1/f1/closed.m3u8'))).headers).toMatchObject({ 'cache-control': 'private, max-age=5' })
    })

    it('holds a request until its segment is listed', async () => {
      publish(3)
      const answer = get(address('?_HLS_msn=3'))
      await held()
      publish(4)
      expect(lastSegment((await answer).text)).toBe('r0/720p_00003.m4s')
      expect(await waiting()).toBe(0)
    })

    it('answers at once what is listed already, and what is final', async () => {
      publish(4)
      expect(lastSegment((await get(address('?_HLS_msn=2'))).text)).toBe('r0/720p_00003.m4s')
      publish(4, { ended: true })
      expect((await get(address('?_HLS_msn=4'))).text).toContain('#EXT-X-ENDLIST')
      expect((await get(address('?_HLS_msn=400'))).text).toContain('#EXT-X-ENDLIST')
    })

    it('answers what there is when the segment does not come in time', async () => {
      publish(3, {}, 'live/b1/f1/silent.m3u8')
      const asked = get(address('?_HLS_msn=3', 'live/b1/f1/silent.m3u8'))
      await held()
      const answer = await asked
      expect(answer.status).toBe(200)
      expect(lastSegment(answer.text)).toBe('r0/720p_00002.m4s')
      expect(await waiting()).toBe(0)
    })

    it('frees the place of a viewer who leaves', async () => {
      publish(3, {}, 'live/b1/f1/left.m3u8')
      const leave = new AbortController()
      const answer = get(address('?_HLS_msn=3', 'live/b1/f1/left.m3u8'), { signal: leave.signal })
      await held()
      leave.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(waiting).toBe(0)
    })

    it('never holds a master playlist', async () => {
      const text = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p.m3u8\n'
      harness.hub.publish('live/b1/f1/master.m3u8', { form: createForms(text), lastMsn: -1, ended: false })
      expect((await get(address('?_HLS_msn=50', 'live/b1/f1/master.m3u8'))).text).toBe(text)
    })

    it('compresses for those who can read it, answers 304 to those who have it, and nothing but headers to HEAD', async () => {
      publish(200)
      const plain = await get(address())
      const zipped = await get(address(), { headers: { 'accept-encoding': 'br, gzip' } })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, origin' })
      expect(zipped.body.length).toBeLessThan(plain.body.length / 5)
      expect(gunzipSync(zipped.body).toString()).toBe(plain.text)
      const again = await get(address(), { headers: { 'if-none-match': plain.headers.etag } })
      expect(again).toMatchObject({ status: 304, text: '' })
      publish(201)
      expect((await get(address(), { headers: { 'if-none-match': plain.headers.etag } })).status).toBe(200)
      const head = await get(address(), { method: 'HEAD' })
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(Number(head.headers['content-length'])).toBe(media(201).length)
    })
  })

  describe('a delta update', () => {
    it.each([
      ['_HLS_skip=YES', 'short'],
      ['_HLS_msn=2&_HLS_skip=v2', 'short'],
      ['_HLS_skip=NO', 'whole'],
      ['_HLS_msn=2', 'whole'],
    ])('%s gets the %s form', async (query, form) => {
      const path = 'live/b1/f1/delta.m3u8'
      harness.hub.publish(path, { form: createForms(media(3), 'short'), lastMsn: 2, ended: false })
      expect((await get(address(`?${query}`, path))).text).toBe(form === 'short' ? 'short' : media(3))
    })

    it('and the whole list are two things to a cache', async () => {
      const path = 'live/b1/f1/delta.m3u8'
      harness.hub.publish(path, { form: createForms(media(3), 'short'), lastMsn: 2, ended: false })
      const { etag } = (await get(address('', path))).headers
      expect((await get(address('?_HLS_skip=YES', path), { headers: { 'if-none-match': etag } })).status).toBe(200)
    })
  })

  describe('two lists in one answer', () => {
    const folder = 'live/b1/p1'
    const [pictures, sound] = [`${folder}/720p.m3u8`, `${folder}/audio.m3u8`]
    const both = (segments: number, soundSegments = segments) => `${media(segments)}#E-EVENTS-LIST:audio\n${media(soundSegments)}`
    const ask = (query: string, options?: Parameters<Get>[1]) => get(address(`?${query}`, pictures), options)

    it.each([
      '',
      'audio',
      'audio:',
      ':3',
      'audio:-1',
      'audio:1.5',
      'audio:9999999999',
      'Audio:3',
      'audio:9',
      `${'a'.repeat(17)}:3`,
      'a.b:3',
    ])('refuses with=%s', async (companion) => {
      publish(3, {}, pictures)
      publish(3, {}, sound)
      const answer = await ask(`_HLS_msn=3&with=${companion}`)
      expect([answer.status, JSON.parse(answer.text)]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })])
    })

    it('comes at once where both list their segments, or are final', async () => {
      publish(3, {}, pictures)
      publish(4, {}, sound)
      expect((await ask('with=audio:3')).text).toBe(both(3, 4))
      expect((await ask('_HLS_msn=2&with=audio:3')).text).toBe(both(3, 4))
      publish(4, { ended: true }, sound)
      const half = await ask('_HLS_msn=2&with=audio:400')
      expect(half.text).toBe(`${media(3)}#E-EVENTS-LIST:audio\n${media(4, { ended: true })}`)
      expect(half.headers['cache-control']).toBe('private, no-cache')
      publish(3, { ended: true }, pictures)
      expect((await ask('_HLS_msn=3&with=audio:4')).headers['cache-control']).toBe('private, max-age=5')
    })

    it.each([
      [pictures, sound],
      [sound, pictures],
    ])('is held until both list them, %s first', async (earlier, later) => {
      publish(3, {}, pictures)
      publish(3, {}, sound)
      const answers = Promise.all([ask('_HLS_msn=3&with=audio:3'), ask('_HLS_msn=3&_HLS_skip=YES&with=audio:3')])
      await expect.poll(waiting).toBe(2)
      publish(4, {}, earlier)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await waiting()).toBe(2)
      publish(4, {}, later)
      for (const { text } of await answers) expect(text).toBe(both(4))
      expect(await waiting()).toBe(0)
    })

    it('waits no longer for two than for one, and answers what there is', async () => {
      const holdMs = 1_000
      const patient = await startHarness({ holdMs })
      const grow = (key: string, segments: number) =>
        patient.hub.publish(key, { form: createForms(media(segments)), lastMsn: segments - 1, ended: false })
      for (const key of [pictures, sound]) grow(key, 3)
      const startedMs = Date.now()
      setTimeout(() => grow(pictures, 4), 700)
      const path = `/media/${patient.token()}/${pictures}?_HLS_msn=3&with=audio:3`
      const answer = await (way === 'HTTP' ? patient.get(path) : askFastCgi(patient.fastCgiPort, path))
      expect(answer.text).toBe(both(4, 3))
      expect(Date.now() - startedMs).toBeGreaterThan(holdMs - 50)
      expect(Date.now() - startedMs).toBeLessThan(holdMs + 500)
      await patient.stop()
    })

    it.each([3, 4])('frees the place of a viewer who leaves, pictures of %i segments', async (segments) => {
      publish(segments, {}, pictures)
      publish(3, {}, sound)
      const leave = new AbortController()
      const answer = ask('_HLS_msn=3&with=audio:3', { signal: leave.signal })
      await held()
      leave.abort()
      await expect(answer).rejects.toThrow('aborted')
      await expect.poll(waiting).toBe(0)
    })

    it('is made once per pair of editions and form, however many ask, and is another thing to a cache than the list alone', async () => {
      let made = 0
      const grow = (key: string, segments: number) => {
        const form = createForms(media(segments), `${key} in short`)
        harness.hub.publish(key, { form: (skip) => ((made += 1), form(skip)), lastMsn: segments - 1, ended: false })
      }
      for (const key of [pictures, sound]) grow(key, 3)
      const answers = Promise.all(
        Array.from({ length: 20 }, (_, index) => ask(`_HLS_msn=3&with=audio:3${index % 2 === 0 ? '&_HLS_skip=YES' : ''}`)),
      )
      await expect.poll(waiting).toBe(20)
      for (const key of [pictures, sound]) grow(key, 4)
      const texts = new Set((await answers).map(({ text }) => text))
      expect(texts).toEqual(new Set([both(4), `${pictures} in short#E-EVENTS-LIST:audio\n${sound} in short`]))
      expect(made).toBe(4)
      const { etag } = (await ask('with=audio:3')).headers
      const again = async (query: string) => (await ask(query, { headers: { 'if-none-match': etag } })).status
      expect([await again('with=audio:3'), await again('with=audio:3&_HLS_skip=YES'), await again('')]).toEqual([304, 200, 200])
      grow(sound, 5)
      expect(await again('with=audio:3')).toBe(200)
    })

    it('comes compressed', async () => {
      publish(200, {}, pictures)
      publish(200, {}, sound)
      const { headers, body } = await ask('with=audio:3', { headers: { 'accept-encoding': 'gzip' } })
      expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual(['gzip', body.length])
      expect(gunzipSync(body).toString()).toBe(both(200))
    })

    it('is the list that was asked for alone, where its folder has no other one or both are very long', async () => {
      publish(3, {}, pictures)
      expect((await ask('_HLS_msn=2&with=540p:2')).text).toBe(media(3))
      const answer = ask('_HLS_msn=3&with=540p:3')
      await held()
      publish(4, {}, pictures)
      expect((await answer).text).toBe(media(4))
      const noise = Array.from({ length: 3_000 }, (_, index) => createHash('sha1').update(String(index)).digest('hex')).join('\n')
      for (const key of [pictures, sound]) harness.hub.publish(key, { form: createForms(noise, 'short'), lastMsn: 3, ended: false })
      expect((await ask('with=audio:3')).text).toBe(noise)
      expect((await ask('with=audio:3&_HLS_skip=YES')).text).toBe('short#E-EVENTS-LIST:audio\nshort')
    })

    it('comes from storage as well', async () => {
      const other = 'live/b1/p2'
      const store = (track: string, segments: number) =>
        harness.storage.put(`${other}/${track}.m3u8`, media(segments), 'application/vnd.apple.mpegurl')
      for (const track of ['720p', 'audio']) await store(track, 3)
      const answer = get(address('?_HLS_msn=3&with=audio:3', `${other}/720p.m3u8`))
      await held()
      for (const track of ['720p', 'audio']) await store(track, 4)
      expect((await answer).text).toBe(both(4))
    })
  })

  describe('a feed that another process records', () => {
    const segment = (index: number) => ({
      track: '720p' as const,
      segment: { name: `720p_${String(index).padStart(5, '0')}.m4s`, durationSec: 2, sizeBytes: 5 },
    })
    const facts = { codec: 'avc1.42c01f', width: 1280, height: 720, frameRate: 25, startOffsetSec: 0 }
    const state = () => ({
      runs: [
        { id: 'e1r0', capturedAtMs: 1_700_000_000_000, tracks: new Map([['720p' as const, { facts, segments: [segment(0).segment] }]]) },
      ],
      removed: { runs: 0, segments: {} },
      ended: false,
      targetDurationSec: 2,
    })

    it('is listed from its journal, held for its next segment, told in deltas, and goes on in another volume and in its closed list', async () => {
      const prefix = 'live/b1/f9'
      const path = `${prefix}/720p.m3u8`
      const journal = createFeedJournal(harness.storage, prefix, 1)
      await journal.begin(state())
      expect(lastSegment((await get(address('', path))).text)).toBe('e1r0/720p_00000.m4s')
      expect((await get(address('', `${prefix}/540p.m3u8`))).status).toBe(200)
      expect((await get(address('', `${prefix}/audio.m3u8`))).status).toBe(404)
      const answer = get(address('?_HLS_msn=1', path))
      await held()
      await journal.append([{ type: 'segments', run: 'e1r0', list: [['720p', '720p_00001.m4s', 2, 5]] }])
      expect(lastSegment((await answer).text)).toBe('e1r0/720p_00001.m4s')
      // More than a piece holds.
      for (let index = 2; index < 600; index++)
        await journal.append([{ type: 'segments', run: 'e1r0', list: [['720p', segment(index).segment.name, 2, 5]] }])
      await expect.poll(async () => lastSegment((await get(address('?_HLS_skip=YES', path))).text)).toBe('e1r0/720p_00599.m4s')
      expect((await get(address('?_HLS_skip=YES', path))).text).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=593')
      // A new worker reports everything again; the remaining output of the old one is ignored.
      const next = createFeedJournal(harness.storage, prefix, 2)
      const [run] = state().runs
      run?.tracks.get('720p')?.segments.push(...Array.from({ length: 600 }, (_, index) => segment(index + 1).segment))
      await next.begin({ ...state(), runs: run ? [run] : [] })
      await journal.append([{ type: 'segments', run: 'e1r0', list: [['720p', '720p_90000.m4s', 2, 5]] }])
      await expect.poll(async () => lastSegment((await get(address('', path))).text)).toBe('e1r0/720p_00600.m4s')
      await harness.storage.put(path, media(601, { ended: true }), 'application/vnd.apple.mpegurl')
      await next.remove()
      await expect.poll(async () => (await get(address('', path))).text).toBe(media(601, { ended: true }))
    })
  })

  describe('a playlist that another process writes', () => {
    const other = 'live/b1/f2/720p.m3u8'
    const store = (text: string) => harness.storage.put(other, text, 'application/vnd.apple.mpegurl')

    it('comes from storage, with the same blocking reload and the same refusals', async () => {
      await store(media(5, { first: 100 }))
      expect((await get(address('', other))).text).toBe(media(5, { first: 100 }))
      expect((await get(address('?_HLS_msn=130', other))).status).toBe(400)
      const answers = Promise.all(Array.from({ length: 20 }, () => get(address('?_HLS_msn=105', other))))
      await expect.poll(waiting).toBe(20)
      await store(media(6, { first: 100 }))
      for (const { text } of await answers) expect(lastSegment(text)).toBe('r0/720p_00105.m4s')
      await store(media(6, { first: 100, ended: true }))
      await expect.poll(async () => (await get(address('?_HLS_msn=106', other))).text).toContain('#EXT-X-ENDLIST')
    })

    it('is read once for all who wait', async () => {
      let reads = 0
      const counting = await startHarness({
        pollMs: 50,
        holdMs: 500,
        storage: { ...harness.storage, getText: (name) => ((reads += 1), harness.storage.getText(name)) },
      })
      await store(media(5))
      const answers = await Promise.all(Array.from({ length: 50 }, () => counting.get(`/media/${counting.token()}/${other}?_HLS_msn=5`)))
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([media(5)]))
      expect(reads).toBeLessThan(25)
      await counting.stop()
    })

    it('goes over to this process in the middle of a request', async () => {
      await store(media(5))
      const answer = get(address('?_HLS_msn=5', other))
      await held()
      publish(6, {}, other)
      expect(lastSegment((await answer).text)).toBe('r0/720p_00005.m4s')
    })

    it('is gone when it was deleted', async () => {
      const gone = 'live/b1/f3/720p.m3u8'
      await harness.storage.put(gone, media(2), 'application/vnd.apple.mpegurl')
      expect((await get(address('', gone))).status).toBe(200)
      await harness.storage.removeAll('live/b1/f3')
      await expect.poll(async () => (await get(address('', gone))).status).toBe(404)
    })
  })
})
