/** Silence on the meter's scale. */
export const silenceDb = -Infinity

/** Peak of one block of samples (−1…1) in dBFS. */
export function peakDb(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak === 0 ? silenceDb : 20 * Math.log10(peak)
}

/** A fader's position (0…1) to gain in dB: fine around 0 dB (at 0.8), −60 at the bottom, which is off. Up to +12. */
export function faderToDb(position: number): number {
  if (position <= 0) return silenceDb
  if (position >= 0.8) return ((position - 0.8) / 0.2) * 12
  return -60 * (1 - position / 0.8) ** 1.6
}

export function dbToFader(gainDb: number): number {
  if (gainDb <= -60) return 0
  if (gainDb >= 0) return Math.min(1, 0.8 + (gainDb / 12) * 0.2)
  return 0.8 * (1 - (gainDb / -60) ** (1 / 1.6))
}

export function dbToGain(gainDb: number): number {
  return gainDb <= -60 ? 0 : 10 ** (gainDb / 20)
}
