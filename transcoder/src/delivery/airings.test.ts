import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '@e-events/shared/limits.ts'
import { datedFolder } from '@e-events/shared/node/dated-folders.ts'
import { startHarness, type Harness } from './testing/harness.ts'

/** Ten segments of two seconds, the last of one. */
const count = 10
const startsAtMs = Date.UTC(2026, 10, 24, 20)
const list = 'vod/v1/720p.m3u8'
const segment = (index: number) => `vod/v1/r0/720p_${String(index).padStart(5, '0')}.m4s`
const text = [
  '#EXTM3U',
  '#EXT-X-VERSION:9',
  '#EXT-X-TARGETDURATION:3',
  '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=18.0,HOLD-BACK=9.0',
  '#EXT-X-MEDIA-SEQUENCE:0',
  '#EXT-X-PLAYLIST-TYPE:EVENT',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  '#EXT-X-E-EVENTS-FIRST-PART:DURATION=1.000',
  '#EXT-X-MAP:URI="r0/init_720p.mp4"',
  ...Array.from({ length: count }, (_, index) => [
    '#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.000Z',
    `#EXTINF:${index === count - 1 ? '1.00000' : '2.00000'},`,
    `r0/720p_${String(index).padStart(5, '0')}.m4s`,
  ]).flat(),
  '#EXT-X-ENDLIST',
  '',
].join('\n')

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const { storage } = harness
  await storage.put(list, text, 'application/vnd.apple.mpegurl')
  await storage.put('vod/v1/master.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p.m3u8\n', 'application/vnd.apple.mpegurl')
  for (let index = 0; index < count; index++) await storage.put(segment(index), `segment ${index}`, 'video/mp4')
  for (const name of ['r0/init_720p.mp4', 'poster.jpg', 'thumbs_0.jpg', 'thumbnails.vtt', 'show.mp4'])
    await storage.put(`vod/v1/${name}`, name, 'application/octet-stream')
})
afterAll(() => harness.stop())

/** Moves the server's clock to this second of the airing. */
const at = (second: number) => (harness.clock.offsetMs = startsAtMs + second * 1_000 - Date.now())
const token = (...prefixes: string[]) =>
  harness.token({ prefixes: prefixes.length === 0 ? [datedFolder('vod/v1', startsAtMs)] : prefixes, expiresAtMs: startsAtMs + 86_400_000 })
const ask = (key: string, query = '', own = token()) => harness.get(`/media/${own}/${key}${query}`)
const listed = (body: string) => body.match(/^r0\/\S+/gm)?.length ?? 0
const leadSec = limits.deferredLeadMs / 1_000

describe('a video that plays by the clock', () => {
  it('opens nothing before it begins, and never what lies ahead [LIVE-019]', async () => {
    at(-leadSec - 1)
    for (const key of ['vod/v1/master.m3u8', list, segment(0), 'vod/v1/r0/init_720p.mp4', 'vod/v1/poster.jpg'])
      expect((await ask(key)).status, key).toBe(404)
    at(6.5)
    // A segment may be had from the lead on before it is shown, asked for with its list or without.
    const last = Math.floor((6.5 + leadSec) / 2)
    const statuses = await Promise.all(Array.from({ length: count }, async (_, index) => (await ask(segment(index))).status))
    expect(statuses).toEqual(Array.from({ length: count }, (_, index) => (index <= last ? 200 : 404)))
    for (const key of ['vod/v1/thumbs_0.jpg', 'vod/v1/thumbnails.vtt', 'vod/v1/show.mp4']) expect((await ask(key)).status, key).toBe(404)
    for (const key of ['vod/v1/master.m3u8', 'vod/v1/r0/init_720p.mp4', 'vod/v1/poster.jpg']) expect((await ask(key)).status, key).toBe(200)
    // Nor the folder beside it, nor by a token that says another hour than the one that was signed.
    expect((await ask('vod/v10/720p.m3u8')).status).toBe(404)
  })

  it('lists what has been shown, dated by the airing, without an end until it is over', async () => {
    at(6.5)
    const { text: body } = await ask(list)
    expect(listed(body)).toBe(Math.floor((6.5 + leadSec) / 2) + 1)
    expect(body).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(body).not.toMatch(/ENDLIST|CAN-SKIP-UNTIL|FIRST-PART|2020-01-01/)
    expect(body.match(/PROGRAM-DATE-TIME:(\S+)/g)?.slice(0, 2)).toEqual([
      'PROGRAM-DATE-TIME:2026-11-24T20:00:00.000Z',
      'PROGRAM-DATE-TIME:2026-11-24T20:00:02.000Z',
    ])
    at(18)
    const whole = (await ask(list)).text
    expect([listed(whole), whole.includes('ENDLIST')]).toEqual([count, false])
    at(19.01)
    expect((await ask(list)).text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
  })

  it('holds a request for the next segment until its moment, and refuses an absurd one', async () => {
    at(6.7)
    const next = Math.floor((6.7 + leadSec) / 2) + 1
    const startedMs = Date.now()
    const { text: body } = await ask(list, `?_HLS_msn=${next}`)
    expect(listed(body)).toBe(next + 1)
    const waitedMs = Date.now() - startedMs
    expect(waitedMs).toBeGreaterThan((next * 2 - leadSec - 6.7) * 1_000 - 150)
    expect(waitedMs).toBeLessThan(2_000)
    expect((await ask(list, `?_HLS_msn=${next + 50}`)).status).toBe(400)
  })

  it('sends no other list along: nothing of it has been cut by the clock', async () => {
    at(6.5)
    const alone = (await ask(list)).text
    for (const query of ['?with=720p:0', '?with=720p:3&_HLS_skip=YES', '?with=audio:9']) expect((await ask(list, query)).text).toBe(alone)
    expect((await ask(list, '?with=720p')).status).toBe(400)
  })

  it('holds the last request until the end', async () => {
    at(18.7)
    const { text: body } = await ask(list, `?_HLS_msn=${count}`)
    expect(body).toContain('#EXT-X-ENDLIST')
  })

  it('opens as a whole once it is over, with the dates of its airing [CAT-022]', async () => {
    at(60)
    const own = token('vod/v1', datedFolder('vod/v1', startsAtMs))
    const { text: body } = await ask(list, '', own)
    expect([listed(body), body.includes('ENDLIST'), body.includes('2026-11-24T20:00:16.000Z')]).toEqual([count, true, true])
    expect((await ask('vod/v1/thumbnails.vtt', '', own)).status).toBe(200)
  })
})
