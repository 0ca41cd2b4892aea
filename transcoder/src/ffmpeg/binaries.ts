// The only file that knows where ffmpeg and ffprobe come from.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import staticFfmpeg from 'ffmpeg-static'

export interface Binaries {
  ffmpeg: string
  ffprobe: string
}

/**
 * `FFMPEG_BIN` and `FFPROBE_BIN` win, then the PATH, then the binary of ffmpeg-static where its download succeeded (it
 * has no ffprobe).
 * @throws Error that says what to install
 */
export function findBinaries(given: { ffmpegBin?: string | undefined; ffprobeBin?: string | undefined; path: string }): Binaries {
  const ffmpeg = given.ffmpegBin ?? onPath('ffmpeg', given.path) ?? bundled()
  const ffprobe = given.ffprobeBin ?? onPath('ffprobe', given.path)
  if (!ffmpeg) throw new Error('ffmpeg was not found: install it (apt-get install ffmpeg, brew install ffmpeg) or set FFMPEG_BIN')
  if (!ffprobe)
    throw new Error('ffprobe was not found: it comes with ffmpeg (apt-get install ffmpeg, brew install ffmpeg), or set FFPROBE_BIN')
  for (const [name, file] of Object.entries({ FFMPEG_BIN: ffmpeg, FFPROBE_BIN: ffprobe })) {
    if (!isExecutable(file)) throw new Error(`${name}: ${file} cannot be executed`)
  }
  return { ffmpeg, ffprobe }
}

function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function bundled(): string | undefined {
  // The package names a path even when its download never happened.
  const file = staticFfmpeg as unknown as string | null
  return file !== null && isExecutable(file) ? file : undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
