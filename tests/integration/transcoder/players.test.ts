import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitFirstPart } from '@e-events/shared/domain/first-part.ts'
import { firstPartName } from '@e-events/shared/domain/film-files.ts'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { durationOf, fetchMaster, fetchPlaylist, probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { askFastCgi } from '../../../transcoder/src/delivery/testing/fastcgi-client.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

// Checks a running show with other players than ours.

const playedSec = 6
let house: House
let transcoder: TestTranscoder
let fastCgiPort: number
let show: Show
let master: string
beforeAll(async () => {
  house = await startHouse()
  fastCgiPort = await freePort(0)
  transcoder = await house.startTranscoder({ TRANSCODER_FASTCGI_PORT: String(fastCgiPort) })
  show = await house.goLive()
  // One H264 stream with sound: the top rung is copied, the others are encoded beside it.
  await show.publish({ size: { width: 1280, height: 720 }, framesPerSec: 25 })
  await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
  await until('20 s are there', async () => durationOf(await fetchPlaylist(show.url(transcoder, '720p.m3u8'))) >= 20, 90_000)
  master = show.url(transcoder, 'master.m3u8')
}, 240_000)
afterAll(() => house.stop())

const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

describe('a live stream', { timeout: 120_000 }, () => {
  it('declares what it is: the length of its segments, the rate of its pictures, how close one may follow', async () => {
    const text = await (await fetch(show.url(transcoder, '720p.m3u8'))).text()
    expect(text).toContain('#EXT-X-TARGETDURATION:2\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12.0,HOLD-BACK=6.0\n')
    const rates = [...(await (await fetch(master)).text()).matchAll(/FRAME-RATE=([\d.]+)/g)].map(([, rate]) => rate)
    expect(rates).toEqual(['25.000', '25.000', '25.000'])
    for (const track of ['720p', '540p', '360p', 'audio']) {
      const { segments } = await fetchPlaylist(show.url(transcoder, `${track}.m3u8`))
      // The first one, too.
      for (const { durationSec } of segments) expect(durationSec, track).toBeLessThan(2.5)
    }
  })

  it('has sound in segments as long as the pictures’, which end at the same moments', async () => {
    const lists = await Promise.all(['720p', 'audio'].map((track) => fetchPlaylist(show.url(transcoder, `${track}.m3u8`))))
    const ends = lists.map(({ segments }) =>
      segments.map(({ programDateTimeMs, durationSec }) => ((programDateTimeMs ?? 0) + durationSec * 1000) / 1000),
    )
    const [pictures = [], sound = []] = ends
    expect(Math.abs(pictures.length - sound.length)).toBeLessThanOrEqual(1)
    for (const [index, end] of sound.slice(0, pictures.length).entries()) expect(Math.abs(end - (pictures[index] ?? 0))).toBeLessThan(0.3)
  })

  it('tells a player that follows less than a kilobyte at a time, the moment there is something to tell', async () => {
    const address = show.url(transcoder, '720p.m3u8')
    const { segments } = await fetchPlaylist(address)
    const startedMs = performance.now()
    const answer = await fetch(`${address}?_HLS_msn=${segments.length}&_HLS_skip=YES`, { headers: { 'accept-encoding': 'identity' } })
    const text = await answer.text()
    expect(performance.now() - startedMs).toBeLessThan(4_000)
    expect(text).toMatch(/#EXT-X-SKIP:SKIPPED-SEGMENTS=\d+\n/)
    expect(text.length).toBeLessThan(1_000)
    expect(text).toContain(`_${String(segments.length).padStart(5, '0')}.m4s`)
  })

  it('hands out the first part of each segment before its list names it, and for a while afterwards', async () => {
    for (const track of ['720p', '360p', 'audio']) {
      const address = show.url(transcoder, `${track}.m3u8`)
      expect(await (await fetch(address)).text()).toContain('#EXT-X-E-EVENTS-FIRST-PART:DURATION=1.00000\n')
      const { segments } = await fetchPlaylist(address)
      const latest = segments.at(-1)?.url ?? ''
      const next = latest.replace(/_\d+(?=\.m4s)/, `_${String(segments.length).padStart(5, '0')}`)
      const listed = fetch(`${address}?_HLS_msn=${segments.length}&_HLS_skip=YES`).then(async (answer) => {
        expect(await answer.text()).toContain(next.slice(next.lastIndexOf('/') + 1))
        return performance.now()
      })
      const file = await until('its first part is there', async () => {
        const answer = await fetch(firstPartName(next))
        return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
      })
      const { pictures, sound } = splitFirstPart(file)
      const first = Buffer.from(pictures)
      const aheadMs = -performance.now() + (await listed)
      expect(aheadMs, track).toBeGreaterThan(500)
      const whole = Buffer.from(await (await fetch(next)).arrayBuffer())
      expect(whole.subarray(0, first.length).equals(first), track).toBe(true)
      // Pictures bring the sound of the same time, which its own segment begins with.
      expect(sound?.name.slice(0, 6), track).toBe(track === 'audio' ? undefined : 'audio_')
      if (sound) {
        const heard = await until('its sound is whole', async () => {
          const answer = await fetch(new URL(sound.name, next))
          return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
        })
        expect(heard.subarray(0, sound.bytes.length).equals(sound.bytes), track).toBe(true)
      }
      expect(first.length / whole.length).toBeGreaterThan(0.3)
      expect(first.length / whole.length).toBeLessThan(0.8)
      expect((await fetch(firstPartName(latest))).status).toBe(200)
      expect((await fetch(firstPartName(segments[0]?.url ?? ''))).status, 'a first part is not kept').toBe(404)
    }
  })

  it('tells nginx the same by FastCGI', async () => {
    const address = show.url(transcoder, '720p.m3u8')
    const { segments } = await fetchPlaylist(address)
    const { status, text } = await askFastCgi(fastCgiPort, `${new URL(address).pathname}?_HLS_msn=${segments.length}&_HLS_skip=YES`)
    expect(status).toBe(200)
    expect(text).toMatch(/#EXT-X-SKIP:SKIPPED-SEGMENTS=\d+\n/)
    expect(text).toContain(`_${String(segments.length).padStart(5, '0')}.m4s`)
  })

  it('is made without a word of ffmpeg about times that go back', () => {
    const said = transcoder.lines.flatMap(({ msg, line }) => (msg === 'ffmpeg' ? [String(line)] : []))
    expect(said.filter((line) => /monotonous|monotonic/i.test(line))).toEqual([])
  })

  it('is understood by ffprobe and played by ffmpeg without an error', async () => {
    const { streams } = await probe(master, ['-show_streams'])
    const kinds = streams.map(({ codec_type, codec_name, height }) => `${codec_type} ${codec_name} ${height ?? '-'}`)
    expect(kinds.toSorted()).toEqual(['audio aac -', 'video h264 360', 'video h264 540', 'video h264 720'])
    const { variants } = await fetchMaster(master)
    for (const { url } of variants) {
      const played = await runProgram(ffmpegBin(), words(`-hide_banner -nostats -v warning -i ${url} -t ${playedSec} -f null -`), {
        timeoutMs: 60_000,
      })
      expect(played.stderr.split('\n').filter((line) => /error|invalid|corrupt|missing|discontinuity/i.test(line))).toEqual([])
    }
  })

  it('is played by mpv', async ({ skip }) => {
    skip(!isThere('mpv'), 'mpv is not on this machine')
    const argv = words(`--no-config --vo=null --ao=null --untimed=no --length=${playedSec} --msg-level=all=warn`)
    const played = await runProgram('mpv', [...argv, master], { timeoutMs: 60_000 })
    expect(`${played.stdout.toString()}${played.stderr}`.split('\n').filter((line) => /error|fail/i.test(line))).toEqual([])
  })

  it('is played by GStreamer', async ({ skip }) => {
    skip(!isThere('gst-play-1.0'), 'gst-play-1.0 is not on this machine')
    const argv = words('--no-interactive --videosink=fakesink --audiosink=fakesink')
    // It has no option for a length: played for some seconds, then ended from outside.
    const played = spawnSync('gst-play-1.0', [...argv, master], { timeout: (playedSec + 6) * 1000, killSignal: 'SIGINT', encoding: 'utf8' })
    expect(`${played.stdout}${played.stderr}`).not.toMatch(/ERROR/)
    expect(played.stdout).toMatch(/Now playing/)
  })
})
