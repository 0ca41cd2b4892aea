import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SoundAlong } from './sound-along.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const sound = (last: number, end = '') =>
  `#EXTM3U\n#EXT-X-E-EVENTS-FIRST-PART:DURATION=0.50000\n#EXT-X-SKIP:SKIPPED-SEGMENTS=${last}\n#EXTINF:1.0,\ne1r0/audio_${last}.m4s\n${end}`
const answer = (last: number, end = '') => `pictures\n#E-EVENTS-LIST:audio\n${sound(last, end)}`
const url = '/720p.m3u8?_HLS_msn=8&_HLS_skip=YES'

function begin(): SoundAlong {
  const along = new SoundAlong()
  along.note(sound(6))
  return along
}

describe('sound that comes along with pictures', () => {
  it('is asked for by number once its first list is there, and never with a list that is not waited for', () => {
    expect(new SoundAlong().carry(url)).toBeUndefined()
    const along = begin()
    expect(along.carry(url)).toBe(`${url}&with=audio:7`)
    expect(along.carry('/720p.m3u8')).toBeUndefined()
    along.note('#EXTM3U\n#EXT-X-ENDLIST\n')
    expect(along.carry(url)).toBeUndefined()
  })

  it('goes to whoever waits, whichever came first', async () => {
    const along = begin()
    along.carry(url)
    const waiting = along.next(7)
    expect(along.take(answer(7))).toBe('pictures')
    along.carried()
    expect(await waiting).toBe(sound(7))
    along.note(sound(7))
    along.carry(url)
    along.take(answer(8))
    expect(await along.next(8)).toBe(sound(8))
  })

  it('is asked for by itself where no request of pictures begins soon, and waits as long as one is open', async () => {
    const along = begin()
    const alone = along.next(7)
    await vi.advanceTimersByTimeAsync(400)
    expect(await alone).toBeUndefined()

    along.carry(url)
    let got: string | undefined | null = null
    void along.next(7).then((list) => (got = list))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(got).toBeNull()
    along.carried()
    await vi.advanceTimersByTimeAsync(400)
    expect(got).toBeUndefined()
  })

  it('is not taken from an answer that is older than what is waited for, but from one that ends the show', async () => {
    const along = begin()
    along.carry(url)
    const waiting = along.next(8)
    along.take(answer(7))
    along.take(answer(7, '#EXT-X-ENDLIST\n'))
    expect(await waiting).toContain('#EXT-X-ENDLIST')
  })

  it('is given up where answers bring none', async () => {
    const along = begin()
    for (let count = 0; count < 3; count++) {
      expect(along.carry(url)).toBeDefined()
      const waiting = along.next(7)
      expect(along.take('pictures')).toBe('pictures')
      along.carried()
      expect(await waiting).toBeUndefined()
    }
    expect(along.carry(url)).toBeUndefined()
    expect(await along.next(7)).toBeUndefined()
  })
})
