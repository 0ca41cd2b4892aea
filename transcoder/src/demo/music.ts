/**
 * Music that the demo makes itself: quiet chords, a plucked line and a tick on every second, so that sound and clock
 * can be heard to agree.
 */
export interface MusicOptions {
  /** Whole seconds; a multiple of 8 loops without a seam. */
  seconds: number
  /** Semitones up. */
  transpose?: number
  /** The tick on every second. */
  tick?: boolean
}

const sampleRate = 48_000
const channels = 2
/** Two seconds per chord, as semitones above A2: a minor turn that never quite arrives. */
const chords = [
  [0, 7, 12, 15, 19],
  [-4, 8, 12, 15, 20],
  [3, 10, 15, 19, 22],
  [-2, 10, 14, 17, 22],
]
const line = [19, 24, 22, 19, 27, 24, 22, 20, 15, 19, 22, 27, 26, 22, 17, 14]

/** A 16-bit stereo WAV file. Deterministic. */
export function composeMusic({ seconds, transpose = 0, tick = false }: MusicOptions): Buffer {
  const length = seconds * sampleRate
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const notes = new Map<string, Float32Array>()

  /** Every note is computed once, however often it is played; what runs over the end comes back at the beginning. */
  function play(voice: keyof typeof voices, frequency: number, startSec: number, pan: number): void {
    const name = `${voice} ${frequency}`
    const note = notes.get(name) ?? voices[voice](frequency)
    notes.set(name, note)
    const start = Math.round(startSec * sampleRate)
    for (let i = 0; i < note.length; i++) {
      const at = (start + i) % length
      const value = note[i] ?? 0
      left[at] = (left[at] ?? 0) + value * (1 - pan)
      right[at] = (right[at] ?? 0) + value * pan
    }
  }
  const pitch = (semitones: number) => 110 * 2 ** ((semitones + transpose) / 12)
  for (let second = 0; second < seconds; second += 2) {
    const chord = chords[(second / 2) % chords.length] ?? []
    for (const [voice, semitones] of chord.entries()) play('pad', pitch(semitones), second, voice / 4)
  }
  for (let half = 0; half < seconds * 2; half++) play('pluck', pitch(line[half % line.length] ?? 0), half / 2, half % 2 === 0 ? 0.3 : 0.7)
  if (tick) for (let second = 0; second < seconds; second++) play('tick', second % 4 === 0 ? 1_760 : 1_320, second, 0.5)
  return toWav(left, right)
}

/** Longer than its two seconds, so that chords melt into each other. */
const padSec = 2.6

const voices = {
  pad: (frequency: number) =>
    sampled(padSec, (t) => {
      const envelope = Math.sin((Math.PI * t) / padSec) ** 1.5 * (1 + 0.12 * Math.sin(2 * Math.PI * 0.35 * t))
      return 0.05 * envelope * (wave(frequency, t) + 0.35 * wave(frequency * 1.003, t) + 0.18 * wave(frequency * 2, t))
    }),
  pluck: (frequency: number) =>
    sampled(1.1, (t) => {
      const overtones = 0.5 * Math.exp(-t * 9) * wave(frequency * 2, t) + 0.2 * Math.exp(-t * 14) * wave(frequency * 3, t)
      return 0.11 * Math.exp(-t * 5) * Math.min(1, t * 400) * (wave(frequency, t) + overtones)
    }),
  tick: (frequency: number) => sampled(0.06, (t) => 0.16 * Math.exp(-t * 70) * wave(frequency, t)),
}

function wave(frequency: number, t: number): number {
  return Math.sin(2 * Math.PI * frequency * t)
}

function sampled(seconds: number, value: (t: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => value(i / sampleRate))
}

function toWav(left: Float32Array, right: Float32Array): Buffer {
  const bytes = left.length * channels * 2
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * channels * 2, 28)
  file.writeUInt16LE(channels * 2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(toSample(left[i] ?? 0), 44 + i * 4)
    file.writeInt16LE(toSample(right[i] ?? 0), 46 + i * 4)
  }
  return file
}

/** Soft limiting: chords that pile up get denser, not harsh. */
function toSample(value: number): number {
  return Math.round(Math.tanh(value * 1.6) * 28_000)
}
