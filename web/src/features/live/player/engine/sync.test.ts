import { describe, expect, it } from 'vitest'
import { correctionFor, inStepMs } from './sync.ts'

const shown = { isBuffered: true, isHidden: false }

describe('keeping a second picture in time', () => {
  it('leaves a drift alone that is less than a frame', () => {
    expect(correctionFor(0.015, shown)).toEqual({ kind: 'none' })
  })
  it('slows a picture that is ahead and hurries one that is behind, gently', () => {
    expect(correctionFor(0.1, shown)).toEqual({ kind: 'rate', rate: 0.94 })
    expect(correctionFor(-0.1, shown)).toEqual({ kind: 'rate', rate: 1.06 })
    expect(correctionFor(-0.45, shown)).toEqual({ kind: 'rate', rate: 1.12 })
  })
  it('works on every drift that is more than in step', () => {
    for (const sign of [1, -1]) expect(correctionFor((sign * inStepMs) / 1000, shown).kind).toBe('rate')
  })
  it('hurries more while nobody sees it', () => {
    expect(correctionFor(-0.15, { ...shown, isHidden: true })).toEqual({ kind: 'rate', rate: 1.3 })
    expect(correctionFor(-0.25, { ...shown, isHidden: true })).toEqual({ kind: 'seek' })
    expect(correctionFor(-0.45, { isBuffered: false, isHidden: true })).toEqual({ kind: 'rate', rate: 1.5 })
  })
  it('jumps over half a second where there is something to play, and over more wherever it is', () => {
    expect(correctionFor(0.6, shown)).toEqual({ kind: 'seek' })
    expect(correctionFor(-0.6, { ...shown, isBuffered: false })).toEqual({ kind: 'rate', rate: 1.12 })
    expect(correctionFor(-1.7, { ...shown, isBuffered: false })).toEqual({ kind: 'seek' })
  })
})
