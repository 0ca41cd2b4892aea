import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { encodePicture, ticksPerPicture, ticksPerSecond } from './picture-code.ts'
import { ffmpegBin, runProgram, words } from './programs.ts'

/**
 * The camera repeats itself after this: long enough that a step back of some seconds cannot be mistaken for a step
 * forward.
 */
export const cameraLoopTicks = 20 * ticksPerSecond

/** Hum of the microphone. */
export const cameraToneHz = 440

export interface CameraFiles {
  /** For `--use-file-for-fake-video-capture`. */
  videoFile: string
  /** For `--use-file-for-fake-audio-capture`. */
  audioFile: string
}

export interface CameraOptions {
  /** Prefix of the files, where several cameras share a folder. */
  name?: string
  /** Frames until the film begins again. */
  ticks?: number
  size?: '1280x720' | '640x360'
  /**
   * Raw pictures, one every other tick. MJPEG, which Chromium plays at 30, where minutes of film
   * would be gigabytes.
   */
  format?: 'y4m' | 'mjpeg'
}

/** Files of the fake camera and the fake microphone of one run. */
export async function writeCameraFiles(folder: string, run: number, options: CameraOptions = {}): Promise<CameraFiles> {
  const { name = 'camera', ticks = cameraLoopTicks, size = '1280x720', format = 'y4m' } = options
  await mkdir(folder, { recursive: true })
  // Workers share the folder, and a browser reads its file for as long as it runs.
  const videoFile = path.join(folder, `${name}-${run}.${format}`)
  const audioFile = path.join(folder, `${name}-${run}-microphone.wav`)
  await Promise.all([writeVideo(videoFile, run, { ticks, size, format }), writeAudio(audioFile)])
  return { videoFile, audioFile }
}

async function writeVideo(file: string, run: number, { ticks, size, format }: Required<Omit<CameraOptions, 'name'>>): Promise<void> {
  const ticksEach = format === 'y4m' ? ticksPerPicture : 1
  const input = words(`-hide_banner -loglevel error -f rawvideo -pix_fmt gray -s 16x9 -r ${ticksPerSecond / ticksEach} -i pipe:0`)
  const scale = `scale=${size.replace('x', ':')}:flags=neighbor`
  const output = words(
    format === 'y4m' ? `-vf ${scale},format=yuv420p -f yuv4mpegpipe -y` : `-vf ${scale},format=yuvj420p -q:v 5 -f mjpeg -y`,
  )
  const ffmpeg = spawn(ffmpegBin(), [...input, ...output, file], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    ffmpeg.on('error', reject)
    ffmpeg.on('close', resolve)
  })
  const frames = Array.from({ length: ticks / ticksEach }, (_, index) =>
    Uint8Array.from(encodePicture({ source: 'camera', run, counter: index * ticksEach })),
  )
  ffmpeg.stdin.end(Buffer.concat(frames))
  const code = await ended
  if (code !== 0) throw new Error(`ffmpeg could not write the camera file: status ${code}`)
}

/**
 * A hum that never stops, so that a hole in the sound is a hole. Chromium plays film and sound by clocks of their own:
 * beeps would say nothing of the film.
 */
async function writeAudio(file: string): Promise<void> {
  const source = `aevalsrc=0.12*sin(2*PI*${cameraToneHz}*t):s=48000:d=${cameraLoopTicks / ticksPerSecond}`
  await runProgram(ffmpegBin(), [...words('-hide_banner -loglevel error -f lavfi -i'), source, ...words('-ac 2 -c:a pcm_s16le -y'), file])
}
