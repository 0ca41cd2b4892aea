import { describe, expect, it } from 'vitest'
import { lineAt, matchIn, transcriptOf } from './transcript.ts'

const cue = (startSec: number, text: string) => ({ startSec, endSec: startSec + 2, settings: '', text })

describe('a transcript', () => {
  it('has the plain words of every cue once, and none of the silent ones', () => {
    const cues = [cue(1, '<i>Sube</i> la\nmarea'), cue(3, 'Sube la marea'), cue(5, '<b></b>'), cue(7, 'y baja &amp; calla')]
    expect(transcriptOf(cues)).toEqual([
      { startSec: 1, text: 'Sube la marea' },
      { startSec: 7, text: 'y baja & calla' },
    ])
  })

  it('marks the line that was begun last', () => {
    const lines = transcriptOf([cue(1, 'a'), cue(4, 'b'), cue(9, 'c')])
    expect([0, 1, 3.9, 4, 8.99, 9, 500].map((sec) => lineAt(lines, sec))).toEqual([-1, 0, 0, 1, 1, 2, 2])
    expect(lineAt([], 3)).toBe(-1)
  })

  it('finds words whatever their case and accents, at their place in the text', () => {
    const text = 'La retícula, el ÁRBOL y 🌳 la niña'
    const found = (wanted: string) => {
      const match = matchIn(text, wanted)
      return match && text.slice(match.from, match.to)
    }
    expect(found('RETICULA')).toBe('retícula')
    expect(found(' árbol ')).toBe('ÁRBOL')
    expect(found('nina')).toBe('niña')
    expect(found('mar')).toBeNull()
    expect(found('  ')).toBeNull()
  })
})
