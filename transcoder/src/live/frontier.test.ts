import { describe, expect, it } from 'vitest'
import { createFrontier } from './frontier.ts'

const video = (durationSec: number) => ({ track: '720p' as const, durationSec })
const audio = (durationSec: number) => ({ track: 'audio' as const, durationSec })

describe('frontier of a run', () => {
  it('lists nothing before every track has something', () => {
    const frontier = createFrontier(['720p', 'audio'], 1)
    expect(frontier.add([video(2), video(2)])).toEqual([])
    expect(frontier.add([audio(1)])).toEqual([video(2), audio(1)])
  })

  it('lets no track run ahead by more than the tolerance, and keeps its order', () => {
    const frontier = createFrontier(['720p', 'audio'], 1)
    expect(frontier.add([audio(1), audio(1), video(2)])).toEqual([audio(1), audio(1), video(2)])
    expect(frontier.add([video(2), video(0.1)])).toEqual([])
    expect(frontier.add([audio(1)])).toEqual([video(2), audio(1)])
    expect(frontier.add([audio(1)])).toEqual([video(0.1), audio(1)])
    expect(frontier.slowestSec()).toBe(4)
  })

  it('names the track whose source sends nothing', () => {
    const frontier = createFrontier(['720p', 'audio'], 1)
    frontier.add([video(2), video(2)])
    expect(frontier.lagging(3)).toEqual(['audio'])
    expect(frontier.lagging(5)).toEqual([])
  })
})
