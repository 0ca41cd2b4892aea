import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { durationOf, fetchMaster, fetchPlaylist } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

let house: House
let transcoder: TestTranscoder
let show: Show
beforeAll(async () => {
  house = await startHouse()
  transcoder = await house.startTranscoder()
  show = await house.goLive({ segmentDurationSec: 1 })
  // One H264 stream with sound: the top rung is copied, the others are encoded beside it. Its key frames come every two
  // seconds, half as often as they should.
  await show.publish({ size: { width: 1280, height: 720 }, framesPerSec: 25 })
  await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
  await until('5 s are there', async () => durationOf(await fetchPlaylist(show.url(transcoder, '720p.m3u8'))) >= 5, 90_000)
}, 240_000)
afterAll(() => house.stop())

/** Times as they are: the publisher's clock moves by some milliseconds with its reports. */
const asTimed = '-fps_mode passthrough -enc_time_base:v 1:90000'

interface Told {
  name: string
  durationSec: number
}
/** Read from the newest end of a list: parts of the segment that grows, and where the next request continues. */
interface Look {
  text: string
  coming: Told[]
  next: { msn: number; part: number }
}

async function look(track: string, at?: { msn: number; part: number }): Promise<Look> {
  const query = at ? `?_HLS_msn=${at.msn}&_HLS_part=${at.part}&_HLS_skip=YES` : ''
  const text = await (await fetch(`${show.url(transcoder, `${track}.m3u8`)}${query}`)).text()
  const msn = (text.match(/#EXTINF/g) ?? []).length + Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0)
  const tail = text.slice(text.lastIndexOf('#EXTINF'))
  const coming = [...tail.matchAll(/EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"/g)].map(([, sec, name = '']) => ({
    name,
    durationSec: Number(sec),
  }))
  return { text, coming, next: { msn, part: coming.length } }
}

describe('a show of segments of a second', { timeout: 120_000 }, () => {
  it.each(['720p', '360p', 'audio'])(
    'tells a player that follows %s of each part once, in their order, and each one is there',
    async (track) => {
      let at = (await look(track)).next
      const seen: Told[] = []
      for (let count = 0; count < 8; count++) {
        const { text, coming, next } = await look(track, at)
        expect(text).toContain('PART-HOLD-BACK=1.8\n#EXT-X-PART-INF:PART-TARGET=0.6\n')
        expect(next.msn > at.msn || next.part > at.part).toBe(true)
        const fresh = [...text.matchAll(/EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"/g)].flatMap(([, sec, name = '']) => {
          return seen.some((one) => one.name === name) ? [] : [{ name, durationSec: Number(sec) }]
        })
        seen.push(...fresh)
        for (const { name } of coming) expect((await fetch(show.url(transcoder, name))).status).toBe(200)
        at = next
      }
      expect(seen.length).toBeGreaterThanOrEqual(8)
      const places = seen.map(({ name }) => (/_(\d+)-(\d)\.m4s/.exec(name) ?? []).slice(1).map(Number))
      expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
      // Rounded to a frame of sound.
      for (const { durationSec } of seen) expect(durationSec).toBeLessThanOrEqual(0.62)
    },
  )

  it('hands out the part that is announced as soon as it is there', async () => {
    const { text } = await look('720p')
    const [, uri = ''] = /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text) ?? []
    const answer = await fetch(show.url(transcoder, uri))
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  })

  it('is played by ffmpeg, which knows nothing of parts, without an error', async () => {
    const { variants } = await fetchMaster(show.url(transcoder, 'master.m3u8'))
    for (const { url } of variants) {
      const played = await runProgram(ffmpegBin(), words(`-hide_banner -nostats -v warning -i ${url} -t 5 ${asTimed} -f null -`), {
        timeoutMs: 60_000,
      })
      expect(played.stderr.split('\n').filter((line) => /error|invalid|corrupt|missing|discontinuity/i.test(line))).toEqual([])
    }
  })

  it('is whole at its end, in segments alone', async () => {
    const before = durationOf(await fetchPlaylist(show.url(transcoder, '720p.m3u8')))
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    for (const track of ['720p', '540p', '360p', 'audio']) {
      const list = await fetchPlaylist(show.url(transcoder, `${track}.m3u8`))
      expect(list.isEnded).toBe(true)
      expect(durationOf(list)).toBeGreaterThanOrEqual(before - 0.5)
      expect((await look(track)).text).not.toContain('EXT-X-PART:')
      for (const { url, durationSec } of list.segments) {
        expect(Math.round(durationSec)).toBeLessThanOrEqual(1)
        expect((await fetch(url)).status).toBe(200)
      }
    }
    const { url } = (await fetchMaster(show.url(transcoder, 'master.m3u8'))).variants[0] ?? { url: '' }
    const decode = `-hide_banner -nostats -v warning -i ${url} ${asTimed} -f null -`
    const played = await runProgram(ffmpegBin(), words(decode), { timeoutMs: 60_000 })
    expect(played.stderr.split('\n').filter((line) => /error|invalid|corrupt|missing|discontinuity/i.test(line))).toEqual([])
    expect(transcoder.lines.flatMap(({ msg, line }) => (msg === 'ffmpeg' ? [String(line)] : []))).toEqual([])
  })
})
