import { ffmpegBin, runProgram, words } from '../../support/programs.ts'

/** Times at which the middle of the picture turns white, in the file's own seconds. */
export async function findFlashes(file: string): Promise<number[]> {
  const { stdout, stderr } = await runProgram(ffmpegBin(), [
    ...words('-hide_banner -nostats -loglevel info -copyts'),
    '-i',
    file,
    ...words(
      '-map 0:v:0 -an -vf showinfo=checksum=0,crop=iw/2:ih/2,scale=8:8:flags=area,format=gray -fps_mode passthrough -f rawvideo pipe:1',
    ),
  ])
  const times = [...stderr.matchAll(/showinfo.*? n: *\d+ pts: *\S+ pts_time:(-?[\d.]+)/g)].map((match) => Number(match[1]))
  const starts: number[] = []
  let wasWhite = true
  for (const [index, atSec] of times.entries()) {
    const cells = stdout.subarray(index * 64, (index + 1) * 64)
    // The darkest square: the test picture has white parts of its own.
    const isWhite = Math.min(...cells) > 180
    if (isWhite && !wasWhite) starts.push(atSec)
    wasWhite = isWhite
  }
  return starts
}

/** For each flash the nearest beep: how much later the sound is, seconds. */
export function offsets(flashes: readonly number[], beeps: readonly number[]): number[] {
  return flashes.flatMap((flash) => {
    const nearest = beeps.toSorted((a, b) => Math.abs(a - flash) - Math.abs(b - flash))[0]
    return nearest !== undefined && Math.abs(nearest - flash) < 0.5 ? [nearest - flash] : []
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
