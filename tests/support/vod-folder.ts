import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { filmRun } from '@e-events/shared/domain/film-files.ts'
import { writeCameraFiles } from './camera-file.ts'
import { ticksPerSecond } from './picture-code.ts'
import { ffmpegBin, runProgram, words } from './programs.ts'
import type { Stack } from './stack.ts'

/**
 * Puts a short on-demand video with the run's picture code where the platform keeps its media: two rungs and sound, as
 * the VOD ladder leaves them.
 * @returns its storage prefix
 */
export async function putVod(
  stack: Stack,
  options: {
    run: number
    name: string
    workDir: string
    folder?: `live/${string}` | 'vod'
    seconds?: number
    languages?: readonly string[]
  },
): Promise<string> {
  const prefix = `${options.folder ?? 'vod'}/${options.name}`
  const folder = path.join(String(stack.env['STORAGE_DIR']), prefix)
  await mkdir(path.join(folder, filmRun), { recursive: true })
  await mkdir(options.workDir, { recursive: true })
  const { seconds = 10, languages = [] } = options
  const others = languages.slice(1)
  const { videoFile, audioFile } = await writeCameraFiles(options.workDir, options.run, {
    ticks: Math.max(20, seconds) * ticksPerSecond,
    format: 'mjpeg',
  })
  await runProgram(ffmpegBin(), [
    ...words('-v error -r 30 -f mjpeg -i'),
    videoFile,
    ...words('-stream_loop -1 -i'),
    audioFile,
    '-t',
    String(seconds),
    ...words('-filter_complex [0:v]split=2[a][b];[a]scale=1280:720[v0];[b]scale=640:360[v1] -map [v0] -map [v1] -map 1:a'),
    ...others.flatMap(() => ['-map', '1:a']),
    ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -sc_threshold 0 -b:v:0 2500k -b:v:1 700k -c:a aac -b:a 128k'),
    ...words('-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename'),
    `${filmRun}/init_%v.mp4`,
    '-hls_base_url',
    `${filmRun}/`,
    '-hls_segment_filename',
    path.join(folder, filmRun, '%v_%05d.m4s'),
    ...words('-master_pl_name master.m3u8 -var_stream_map'),
    [
      'v:0,agroup:sound,name:720p v:1,agroup:sound,name:360p',
      `a:0,agroup:sound,default:yes${languages[0] === undefined ? '' : `,language:${languages[0]}`},name:audio`,
      ...others.map((language, index) => `a:${index + 1},agroup:sound,language:${language},name:audio${index + 2}`),
    ].join(' '),
    path.join(folder, '%v.m3u8'),
  ])
  return prefix
}
