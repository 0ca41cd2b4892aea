import { describe, expect, it } from 'vitest'
import { rememberPoint, resumePlace, resumePoint } from './resume.ts'

function storage(kept: Record<string, string> = {}) {
  const key = 'e-events.resume.film'
  return {
    getItem: () => kept[key] ?? null,
    setItem: (_: string, value: string) => void (kept[key] = value),
  }
}
const at = (positionSec: number, atMs: number) => ({ positionSec, atMs })

describe('the place to go on', () => {
  it('is the last one, of this device or of another, and none of an earlier show', () => {
    const own = storage()
    expect(resumePoint('film', { storage: own })).toBeUndefined()
    expect(resumePoint('film', { storage: own, known: at(300, 5_000) })).toBe(300)
    rememberPoint('film', { positionSec: 95.7, totalSec: 600, nowMs: 4_000 }, own)
    expect(resumePoint('film', { storage: own })).toBe(95)
    expect(resumePoint('film', { storage: own, known: at(300, 5_000) })).toBe(300)
    expect(resumePoint('film', { storage: own, known: at(300, 3_000) })).toBe(95)
    expect(resumePoint('film', { storage: own, known: at(300, 5_000), sinceMs: 6_000 })).toBeUndefined()
    // Seen to its end here, after it was left elsewhere.
    rememberPoint('film', { positionSec: 590, totalSec: 600, nowMs: 7_000 }, own)
    expect(resumePoint('film', { storage: own, known: at(300, 5_000) })).toBeUndefined()
  })

  it('is the beginning for a glimpse and for the credits, and never the end of a show that goes on', () => {
    expect([resumePlace(10, 600), resumePlace(11.9, 600), resumePlace(585, 600), resumePlace(9_999, Number.POSITIVE_INFINITY)]).toEqual([
      0, 11, 0, 9_999,
    ])
    // Half of a short video is not its end.
    expect([resumePlace(16, 30), resumePlace(26.9, 30), resumePlace(27, 30)]).toEqual([16, 26, 0])
  })

  it('is read as none where something else is kept, or nothing can be', () => {
    expect(resumePoint('film', { storage: storage({ 'e-events.resume.film': 'nonsense' }) })).toBeUndefined()
    const locked = {
      getItem: () => {
        throw new Error('locked')
      },
      setItem: () => {
        throw new Error('locked')
      },
    }
    rememberPoint('film', { positionSec: 95, totalSec: 600, nowMs: 1 }, locked)
    expect(resumePoint('film', { storage: locked, known: at(42, 1) })).toBe(42)
  })
})
