import { columns, decodePicture, rows, type PictureCode } from './picture-code.ts'
import { ffmpegBin, runProgram, words } from './programs.ts'

export interface DecodedPicture {
  /** Presentation time in the file, seconds. */
  atSec: number
  /** Null where the squares do not read. */
  code: PictureCode | null
}

/** Every frame of a file or playlist, decoded by ffmpeg and read. Timestamps are the file's own. */
export async function decodePictures(input: string, options: { inputArgv?: readonly string[] } = {}): Promise<DecodedPicture[]> {
  const filter = `showinfo=checksum=0,scale=${columns}:${rows}:flags=area,format=gray`
  const { stdout, stderr } = await runProgram(ffmpegBin(), [
    ...words('-hide_banner -nostats -loglevel info -copyts'),
    ...(options.inputArgv ?? []),
    '-i',
    input,
    ...words(`-map 0:v:0 -an -vf ${filter} -fps_mode passthrough -f rawvideo pipe:1`),
  ])
  const times = [...stderr.matchAll(/showinfo.*? n: *\d+ pts: *\S+ pts_time:(-?[\d.]+)/g)].map((match) => Number(match[1]))
  const frameBytes = columns * rows
  const count = Math.min(times.length, Math.floor(stdout.length / frameBytes))
  return Array.from({ length: count }, (_, index) => ({
    atSec: times[index] ?? 0,
    code: decodePicture(stdout.subarray(index * frameBytes, (index + 1) * frameBytes)),
  }))
}

const sampleRate = 16_000
const hopSamples = 32 // 2 ms
const windowSamples = 160 // 10 ms

/** Starts of beeps of one frequency, in the file's own seconds. */
export async function findBeeps(input: string, frequencyHz: number): Promise<number[]> {
  return (await findBeepsOf(input, [frequencyHz]))[0] ?? []
}

/**
 * The same of several frequencies at once. A beep is half as strong as the strongest of all of them: where one
 * frequency is silent, the edges of the others' beeps are none.
 */
export async function findBeepsOf(input: string, frequenciesHz: readonly number[]): Promise<number[][]> {
  const { samples, timeOf } = await decodeSound(input)
  const powers = frequenciesHz.map((frequencyHz) => {
    const power: number[] = []
    for (let at = 0; at + windowSamples <= samples.length; at += hopSamples) power.push(goertzel(samples, at, frequencyHz))
    return power
  })
  const loudest = powers.flat().reduce((most, one) => Math.max(most, one), 0)
  if (loudest < 1) return powers.map(() => [])
  return powers.map((power) => {
    const starts: number[] = []
    let isOn = false
    for (const [index, value] of power.entries()) {
      // Half the power is reached when the beep fills about 70 % of the window: its start lies that much before the
      // window's end.
      if (!isOn && value > loudest * 0.5) {
        isOn = true
        starts.push(timeOf(index * hopSamples + windowSamples * 0.3))
      } else if (isOn && value < loudest * 0.1) isOn = false
    }
    return starts
  })
}

export interface Sound {
  /** Mono, -1 to 1. */
  samples: Float32Array
  /** Presentation time of a sample, seconds. */
  timeOf(sample: number): number
}

export async function decodeSound(input: string): Promise<Sound> {
  const { stdout, stderr } = await runProgram(ffmpegBin(), [
    ...words('-hide_banner -nostats -loglevel info -copyts'),
    '-i',
    input,
    ...words(`-map 0:a:0 -vn -af aresample=${sampleRate},aformat=channel_layouts=mono,ashowinfo -f f32le pipe:1`),
  ])
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length - (stdout.length % 4)))
  const blocks: { first: number; atSec: number }[] = []
  let first = 0
  for (const match of stderr.matchAll(/ashowinfo.*?pts_time:(-?[\d.]+).*?nb_samples:(\d+)/g)) {
    blocks.push({ first, atSec: Number(match[1]) })
    first += Number(match[2])
  }
  return {
    samples,
    timeOf: (sample) => {
      const block = blocks.findLast((one) => one.first <= sample) ?? blocks[0]
      return block ? block.atSec + (sample - block.first) / sampleRate : sample / sampleRate
    },
  }
}

/** Power of one frequency in one window. */
function goertzel(samples: Float32Array, from: number, frequencyHz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRate)
  let before = 0
  let beforeThat = 0
  for (let index = from; index < from + windowSamples; index++) {
    const now = (samples[index] ?? 0) + coefficient * before - beforeThat
    beforeThat = before
    before = now
  }
  return before * before + beforeThat * beforeThat - coefficient * before * beforeThat
}
