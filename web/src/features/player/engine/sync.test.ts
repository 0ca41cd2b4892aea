import { describe, expect, it } from 'vitest'
import { correctionFor } from './sync.ts'

describe('keeping a second picture in time', () => {
  it('leaves a drift alone that nobody sees', () => {
    expect(correctionFor(0.03, true)).toEqual({ kind: 'none' })
  })
  it('slows a picture that is ahead and hurries one that is behind, gently', () => {
    const ahead = correctionFor(0.2, true)
    const behind = correctionFor(-0.2, true)
    expect(ahead).toEqual({ kind: 'rate', rate: 0.9 })
    expect(behind).toEqual({ kind: 'rate', rate: 1.1 })
    expect(correctionFor(-1.4, true)).toEqual({ kind: 'rate', rate: 1.12 })
  })
  it('jumps only over a large drift, and only to where there is something to play', () => {
    expect(correctionFor(3, true)).toEqual({ kind: 'seek', bySec: -3 })
    expect(correctionFor(-3, false)).toEqual({ kind: 'rate', rate: 1.12 })
  })
})
