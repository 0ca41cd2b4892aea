import { describe, expect, it } from 'vitest'
import { composeMusic } from './music.ts'

const headerBytes = 44
const bytesPerSecond = 48_000 * 4

function left(wav: Buffer): Int16Array {
  const samples = new Int16Array((wav.length - headerBytes) / 4)
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(headerBytes + i * 4)
  return samples
}
const loudness = (samples: Int16Array, fromSec: number, toSec: number): number => {
  const part = samples.subarray(fromSec * 48_000, toSec * 48_000)
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length)
}

describe('the music of the demo', () => {
  it('is a WAV file of exactly the wanted length', () => {
    const wav = composeMusic({ seconds: 8 })
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.readUInt32LE(24)).toBe(48_000)
    expect(wav.length - headerBytes).toBe(8 * bytesPerSecond)
  })

  it('is heard all the time, never clips, and loops without a click', () => {
    const samples = left(composeMusic({ seconds: 8 }))
    for (let second = 0; second < 8; second++) expect(loudness(samples, second, second + 1)).toBeGreaterThan(500)
    expect(samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0)).toBeLessThan(32_000)
    expect(Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0))).toBeLessThan(1_500)
  })

  it('ticks on every second where it is asked to', () => {
    const plain = left(composeMusic({ seconds: 8 }))
    const ticking = left(composeMusic({ seconds: 8, tick: true }))
    const difference = ticking.map((value, i) => value - (plain[i] ?? 0))
    for (let second = 0; second < 8; second++) {
      expect(loudness(difference, second, second + 0.05)).toBeGreaterThan(300)
      expect(loudness(difference, second + 0.2, second + 0.9)).toBeLessThan(5)
    }
  })
})
