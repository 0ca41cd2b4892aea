import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { uploadInput } from '../ffmpeg/probe.ts'
import { runBatch, type BatchCommand } from '../ffmpeg/run.ts'
import { parseRunPlaylist } from '../hls/run-playlist.ts'

/** File that podcast apps download, since they cannot play playlists. */
export const plainAudioName = 'audio.m4a'

/** The index in front, so that an app plays while it still downloads. */
export function plainAudioCommand(input: string, output: string): BatchCommand {
  return {
    inputs: [{ options: [...uploadInput], path: input }],
    options: ['-map', '0:a:0', '-c', 'copy', '-movflags', '+faststart', '-f', 'ipod'],
    output,
  }
}

/** The segments of the sound behind each other, as one file in the same folder: nothing is encoded twice. */
export async function makePlainAudio(folder: string, binaries: Binaries, signal: AbortSignal): Promise<void> {
  const { segments } = parseRunPlaylist(await readFile(join(folder, 'audio.m3u8'), 'utf8'))
  const joined = join(folder, 'audio-joined.mp4')
  for (const [index, name] of ['init_audio.mp4', ...segments.map((segment) => segment.name)].entries())
    await pipeline(createReadStream(join(folder, name)), createWriteStream(joined, { flags: index === 0 ? 'w' : 'a' }), { signal })
  await runBatch(binaries, plainAudioCommand(joined, join(folder, plainAudioName)), { signal, nice: 10 })
  await rm(joined)
}
