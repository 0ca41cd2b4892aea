import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkQueue } from '@e-events/shared/node/queue.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { VodLadderJob } from '@e-events/shared/jobs/queues.ts'
import { posterSvg } from '@e-events/shared/ui/art/poster.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { runBatch, type BatchCommand } from '../ffmpeg/run.ts'
import type { DemoFilm } from './demo-file.ts'
import { composeMusic } from './music.ts'
import { shotSize, stack } from './strips.ts'

const frameRate = 25
const shots = 5
const size = { width: 1280, height: 720 }
/** Runs at low priority so that a live show gets the CPU first. */
const nice = 15

/** Makes the films that are not there yet, one after the other, and hands each to the VOD ladder. */
export async function makeFilms(options: {
  films: readonly DemoFilm[]
  folder: string
  storage: Storage
  queue: WorkQueue<VodLadderJob>
  binaries: Binaries
  log: Logger
  signal: AbortSignal
}): Promise<void> {
  const { films, storage, queue, log, signal } = options
  for (const film of films) {
    if (signal.aborted) return
    const { assetId, sourceKey, storagePrefix } = film
    if (await storage.head(`${storagePrefix}/master.m3u8`)) continue
    if (!(await storage.head(sourceKey))) {
      const startedMs = Date.now()
      await storage.putFile(sourceKey, await makeFilm(film, options), 'video/mp4')
      log.info({ film: film.title, tookMs: Date.now() - startedMs }, 'made a film')
    }
    // A job that failed for good is kept under its id and would swallow the new one; one in work cannot be removed and
    // need not be.
    await queue.remove(assetId).catch(() => undefined)
    await queue.enqueue({ assetId, sourceKey, storagePrefix }, { jobId: assetId })
  }
}

async function makeFilm(film: DemoFilm, options: { folder: string; binaries: Binaries; signal: AbortSignal }): Promise<string> {
  const { folder, binaries, signal } = options
  await mkdir(folder, { recursive: true })
  const path = (extension: string) => join(folder, `${film.assetId}.${extension}`)
  const [picture, sound, output] = [path('png'), path('wav'), path('mp4')]
  try {
    await writeFile(picture, await stack(pictures(film), shotSize))
    await writeFile(sound, composeMusic({ seconds: film.seconds, transpose: film.key }))
    await runBatch(binaries, filmCommand(film, { picture, sound, output }), { signal, nice })
    return output
  } catch (error) {
    await rm(output, { force: true })
    throw error
  } finally {
    await Promise.all([picture, sound].map((file) => rm(file, { force: true })))
  }
}

function pictures({ title, motif, palette }: DemoFilm): string[] {
  const words = { title, motif, palette, kicker: 'Minuto Largo', face: 'serif' as const }
  const views = Array.from({ length: shots - 1 }, (_, i) => posterSvg({ ...words, bare: true, seed: String(i + 1) }))
  return [inWindow(posterSvg(words)), ...views]
}

/** The title stands still and is seen whole: drawn as large as the window that the first shot shows. */
function inWindow(svg: string): string {
  const { width, height } = shotSize
  const top = (height - size.height) / 2
  const placed = svg.replace(`width="${width}" height="${height}"`, `y="${top}" width="${size.width}" height="${size.height}"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${placed}</svg>`
}

/**
 * A title that stands and four views that wander slowly, with a fade at both ends. One decoded picture; what moves is a
 * window on it.
 */
export function filmCommand(
  { seconds }: Pick<DemoFilm, 'seconds'>,
  files: { picture: string; sound: string; output: string },
): BatchCommand {
  const frames = seconds * frameRate
  const perShot = Math.ceil(frames / shots)
  const shot = `floor(n/${perShot})`
  const travel = shotSize.width - size.width
  const step = `${travel}*mod(n,${perShot})/${perShot}`
  const x = `if(${shot},if(mod(${shot},2),${travel}-${step},${step}))`
  const y = `${shotSize.height}*${shot}+${(shotSize.height - size.height) / 2}`
  const video = [
    'format=yuv420p',
    `loop=${frames - 1}:1`,
    `setpts=N/${frameRate}/TB`,
    `fps=${frameRate}`,
    `crop=${size.width}:${size.height}:'${x}':'${y}'`,
    'fade=t=in:d=1.2',
    `fade=t=out:st=${seconds - 2}:d=2`,
  ]
  return {
    inputs: [
      { options: [], path: files.picture },
      { options: [], path: files.sound },
    ],
    options: [
      ['-filter_complex', `[0:v]${video.join(',')}[v];[1:a]afade=t=in:d=0.8,afade=t=out:st=${seconds - 3}:d=3[a]`],
      ['-map', '[v]', '-map', '[a]', '-t', String(seconds)],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-pix_fmt', 'yuv420p', '-g', String(frameRate * 2)],
      ['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart'],
    ].flat(),
    output: files.output,
  }
}
