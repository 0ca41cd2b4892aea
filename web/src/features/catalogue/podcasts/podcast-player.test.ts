import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberPoint, resumePoint } from '../../../lib/resume.ts'
import { resample } from './components/waveform-seek.tsx'
import type { AttachOptions } from './engine/attach-audio.ts'
import { chapterAt } from '../../../lib/chapters.ts'
import { chapterBack, chapterForward } from './engine/chapters.ts'
import { PodcastPlayer } from './engine/podcast-player.ts'
import { readPeaks } from './queries.ts'

const track = { slug: 'ondas', title: 'Ondas', channelTitle: 'Marea', artUrl: null, masterUrl: '/media/a/master.m3u8', durationSec: 600 }
const chapters = [
  { title: 'Uno', startMs: 0 },
  { title: 'Dos', startMs: 120_000 },
  { title: 'Tres', startMs: 300_000 },
]

function setUp(refresh: (slug: string) => Promise<string | undefined> = () => Promise.resolve('/media/b/master.m3u8')) {
  const audio = document.createElement('audio')
  // An element that has something to play; jsdom's own never has.
  Object.defineProperty(audio, 'readyState', { value: 4 })
  vi.spyOn(audio, 'play').mockImplementation(() => {
    audio.dispatchEvent(new Event('playing'))
    return Promise.resolve()
  })
  vi.spyOn(audio, 'pause').mockImplementation(() => void audio.dispatchEvent(new Event('pause')))
  const attached: { url: string; options: AttachOptions }[] = []
  const player = new PodcastPlayer(
    {
      attach: (_, url, options) => {
        attached.push({ url, options })
        audio.currentTime = options.startSec
        return Promise.resolve(() => undefined)
      },
      refresh,
      nowMs: Date.now,
    },
    audio,
  )
  const moveTo = (sec: number) => {
    audio.currentTime = sec
    audio.dispatchEvent(new Event('timeupdate'))
  }
  return { audio, player, attached, moveTo, get: player.getSnapshot }
}

describe('the player of podcasts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('begins where this device stopped, and remembers the place as it goes', async () => {
    rememberPoint('ondas', { positionSec: 95, totalSec: 600, nowMs: 1_000 })
    const { player, attached, moveTo, get } = setUp()
    await player.open(track, { play: true })
    expect([attached[0]?.options.startSec, get().positionSec, get().phase]).toEqual([95, 95, 'playing'])
    moveTo(96)
    expect(resumePoint('ondas')).toBe(95)
    moveTo(240)
    expect(resumePoint('ondas')).toBe(240)
    moveTo(242)
    player.pause()
    expect([resumePoint('ondas'), get().phase]).toEqual([242, 'paused'])
  })

  it('goes on untouched when the same podcast is opened again, and changes to another', async () => {
    const { player, attached, get } = setUp()
    await player.open(track, { play: true })
    await player.open({ ...track, masterUrl: '/media/new/master.m3u8' }, { play: false })
    expect([attached.length, get().phase]).toEqual([1, 'playing'])
    await player.open({ ...track, slug: 'otro' }, { play: false })
    expect([attached.length, get().phase, get().track?.slug]).toEqual([2, 'paused', 'otro'])
  })

  it('takes a fresh address when its own is refused, from the same place, and gives up after a few', async () => {
    const { player, attached, moveTo, get } = setUp()
    await player.open(track, { play: true })
    moveTo(200)
    attached[0]?.options.onRefused()
    await vi.waitFor(() => expect(attached).toHaveLength(2))
    expect([attached[1]?.url, attached[1]?.options.startSec]).toEqual(['/media/b/master.m3u8', 200])
    // A closed podcast has no effect any more.
    attached[0]?.options.onRefused()
    expect(attached).toHaveLength(2)
    await vi.waitFor(() => expect(get().phase).toBe('playing'))

    const gone = setUp(() => Promise.resolve(undefined))
    await gone.player.open(track, { play: true })
    gone.attached[0]?.options.onRefused()
    await vi.waitFor(() => expect(gone.get().phase).toBe('failed'))
  })

  it('renews its address while it plays, without loading anew', async () => {
    vi.useFakeTimers()
    const address = (name: string, rest = 'master.m3u8') => `/media/${name}.${'s'.repeat(43)}/${rest}`
    const { player, attached } = setUp(() => Promise.resolve(address('b')))
    await player.open({ ...track, masterUrl: address('a') }, { play: true })
    const { signed } = attached[0]!.options
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    expect(signed.sign(address('a', '1.m4s'))).toBe(address('a', '1.m4s'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([signed.sign(address('a', '1.m4s')), attached.length]).toEqual([address('b', '1.m4s'), 1])
    player.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stays paused where the browser wants a press first', async () => {
    const { player, audio, get } = setUp()
    vi.spyOn(audio, 'play').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await player.open(track, { play: true })
    expect(get().phase).toBe('paused')
  })

  it('never seeks before the beginning or behind the end', async () => {
    const { player, get } = setUp()
    await player.open(track, { play: false })
    player.seekBy(-15)
    expect(get().positionSec).toBe(0)
    player.seekTo(10_000)
    expect(get().positionSec).toBeCloseTo(599.9)
  })

  it('falls asleep after the minutes asked for, or where the chapter ends, and not when one jumps', async () => {
    const { player, moveTo, get } = setUp()
    await player.open(track, { play: true })
    player.setChapters('ondas', chapters)
    player.setSleep({ minutes: 15 })
    vi.advanceTimersByTime(15 * 60_000 - 1)
    expect(get().phase).toBe('playing')
    vi.advanceTimersByTime(1)
    expect([get().phase, get().sleep]).toEqual(['paused', null])

    await player.play()
    moveTo(10)
    player.setSleep('chapter')
    player.seekTo(299)
    moveTo(299.5)
    expect(get().phase).toBe('playing')
    moveTo(300.1)
    expect([get().phase, get().sleep]).toEqual(['paused', null])
  })

  it('keeps the speed for the next one', () => {
    setUp().player.setRate(1.5)
    expect(setUp().get().rate).toBe(1.5)
    localStorage.setItem('e-events.podcast-rate', '17')
    expect(setUp().get().rate).toBe(1)
  })
})

describe('chapters', () => {
  it.each([
    [0, 0],
    [119.9, 0],
    [120, 1],
    [9_999, 2],
  ])('at %d s one is in number %d', (sec, index) => expect(chapterAt(chapters, sec)).toBe(index))

  it('back is the beginning of this one, then the one before; forward ends with the last', () => {
    expect([chapterBack(chapters, 130), chapterBack(chapters, 121), chapterBack(chapters, 1)]).toEqual([120, 0, 0])
    expect([chapterForward(chapters, 10), chapterForward(chapters, 400)]).toEqual([120, undefined])
    expect(chapterAt(chapters.slice(1), 5)).toBe(-1)
  })
})

describe('the shape of the sound', () => {
  it('is read from a list or a document, on any scale', () => {
    expect(readPeaks([1, -2, 4])).toEqual([0.25, 0.5, 1])
    expect(readPeaks({ data: [0, 128] })).toEqual([0, 1])
    expect([readPeaks({}), readPeaks([]), readPeaks(['x']), readPeaks([0, 0]), readPeaks(null)]).toEqual([null, null, null, null, null])
  })

  it('keeps its peaks when it is drawn smaller, and holds its length when larger', () => {
    expect(resample([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3])
    expect(resample([1], 3)).toEqual([1, 1, 1])
  })
})
