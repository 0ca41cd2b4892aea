import { describe, expect, it } from 'vitest'
import { dbToFader, dbToGain, faderToDb, peakDb } from './levels.ts'

describe('levels', () => {
  it('full scale is 0 dB, half is −6, silence is −∞', () => {
    expect(peakDb(new Float32Array([0, -1, 0.2]))).toBeCloseTo(0, 6)
    expect(peakDb(new Float32Array([0.5, -0.1]))).toBeCloseTo(-6.02, 2)
    expect(peakDb(new Float32Array(8))).toBe(-Infinity)
  })

  it('the fader is off at the bottom, 0 dB at four fifths and +12 at the top', () => {
    expect(faderToDb(0)).toBe(-Infinity)
    expect(faderToDb(0.8)).toBeCloseTo(0, 9)
    expect(faderToDb(1)).toBeCloseTo(12, 9)
    expect(dbToGain(-60)).toBe(0)
    expect(dbToGain(6)).toBeCloseTo(1.995, 2)
  })

  it.each([-59, -30, -12, -6, 0, 3, 12])('%d dB survives the way to the fader and back', (db) => {
    expect(faderToDb(dbToFader(db))).toBeCloseTo(db, 6)
  })
})
