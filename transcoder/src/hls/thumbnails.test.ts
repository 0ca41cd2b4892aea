import { describe, expect, it } from 'vitest'
import { planThumbnails, thumbnailFilter, thumbnailTrack } from './thumbnails.ts'

describe('pictures of the seek bar', () => {
  it('stand further apart the longer a film is, and keep its ratio', () => {
    expect(planThumbnails({ width: 1920, height: 1080 }, 60)).toEqual({ everySec: 2, width: 160, height: 90 })
    expect(planThumbnails({ width: 720, height: 1280 }, 3 * 3_600)).toEqual({ everySec: 36, width: 90, height: 160 })
    expect(thumbnailFilter({ everySec: 5, width: 160, height: 90 })).toContain(String.raw`gte(t-prev_selected_t\,5)`)
  })

  it('are found by time on their sheets, a hundred on each', () => {
    const { vtt, sheets } = thumbnailTrack({ everySec: 2, width: 160, height: 90 }, 225)
    expect(sheets).toBe(2)
    const cues = vtt.split('\n\n').slice(1)
    expect(cues).toHaveLength(113)
    expect(cues[0]).toBe('00:00:00.000 --> 00:00:02.000\nsheet_001.jpg#xywh=0,0,160,90')
    expect(cues[11]).toBe('00:00:22.000 --> 00:00:24.000\nsheet_001.jpg#xywh=160,90,160,90')
    expect(cues[100]).toBe('00:03:20.000 --> 00:03:22.000\nsheet_002.jpg#xywh=0,0,160,90')
    expect(cues.at(-1)).toBe('00:03:44.000 --> 00:03:45.000\nsheet_002.jpg#xywh=320,90,160,90\n')
  })
})
