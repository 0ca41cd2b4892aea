import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

const rate = 8_000

/** Picture and sound of a file in half a second. */
export interface Look {
  /** Mean colour of the middle of the picture. */
  rgb: [number, number, number]
  /** Mean colour at the left edge, where a narrow picture leaves a bar. */
  edge: [number, number, number]
  /** Amplitude of each asked frequency, 0 to 1. */
  tones: number[]
}

/** Reads the whole of a playable address or file; its sound only where a frequency is asked for. */
export async function lookInto(input: string, frequenciesHz: readonly number[]): Promise<Look[]> {
  const picture = async (crop: string) => {
    const filter = `fps=2,crop=${crop},scale=1:1:flags=area,format=rgb24`
    const { stdout } = await runProgram(ffmpegBin(), [
      ...words('-hide_banner -nostdin -loglevel error -i'),
      input,
      ...words(`-map 0:v:0 -an -vf ${filter} -f rawvideo pipe:1`),
    ])
    return stdout
  }
  const [middle, edge] = [await picture('iw/4:ih/4'), await picture('iw/20:ih/2:0:ih/4')]
  const readSound = async () => {
    const { stdout } = await runProgram(ffmpegBin(), [
      ...words('-hide_banner -nostdin -loglevel error -i'),
      input,
      ...words(`-map 0:a:0 -vn -ac 1 -ar ${rate} -f s16le pipe:1`),
    ])
    return stdout
  }
  const pictures = Math.floor(middle.length / 3)
  const sound = frequenciesHz.length > 0 ? await readSound() : Buffer.alloc(pictures * rate)
  const count = Math.min(pictures, Math.floor(sound.length / rate))
  return Array.from({ length: count }, (_, index) => {
    const samples = new Float64Array(rate / 2)
    for (let at = 0; at < samples.length; at += 1) samples[at] = sound.readInt16LE(2 * (index * samples.length + at)) / 32_768
    return { rgb: colorAt(middle, index), edge: colorAt(edge, index), tones: frequenciesHz.map((hz) => amplitude(samples, hz)) }
  })
}

function colorAt(bytes: Buffer, index: number): [number, number, number] {
  return [bytes[index * 3] ?? 0, bytes[index * 3 + 1] ?? 0, bytes[index * 3 + 2] ?? 0]
}

function amplitude(samples: Float64Array, hz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hz * at) / rate
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}
