import { describe, expect, it } from 'vitest'
import { parseSeekPreviews, previewAt } from './seek-previews.ts'

const vtt = `WEBVTT

00:00:00.000 --> 00:00:02.000
sheet_001.jpg#xywh=0,0,160,90

00:00:02.000 --> 00:00:04.000
sheet_001.jpg#xywh=160,0,160,90

NOTE nothing to see

01:00:02.500 --> 01:00:04.000
sheet_002.jpg#xywh=0,90,160,90
`

describe('pictures of the seek bar', () => {
  const previews = parseSeekPreviews(vtt, 'https://e.test/media/token/vod/id/thumbnails.vtt')

  it('are read with the token of their own address', () => {
    expect(previews).toHaveLength(3)
    expect(previews[1]).toEqual({
      fromSec: 2,
      toSec: 4,
      sheetUrl: 'https://e.test/media/token/vod/id/sheet_001.jpg',
      x: 160,
      y: 0,
      width: 160,
      height: 90,
    })
    expect(previews[2]?.fromSec).toBe(3_602.5)
    expect(parseSeekPreviews('no vtt', 'https://e.test/a.vtt')).toEqual([])
  })

  it('are found by time; before the first one it is the first', () => {
    expect(previewAt(previews, 3.9)?.x).toBe(160)
    expect(previewAt(previews, 9_999)?.y).toBe(90)
    expect(previewAt(previews, -1)?.x).toBe(0)
    expect(previewAt([], 1)).toBeUndefined()
  })
})
