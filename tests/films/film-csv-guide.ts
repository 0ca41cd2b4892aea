// Films the guide 'From CSV to Excel' of the help centre, one film per language: `node tests/films/film-csv-guide.ts`.
// The results are committed. Every frame is drawn for its own moment and photographed, so that the film does not depend
// on how fast this machine is.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { films, scenes, type Film } from './film-csv-words.ts'
import { filmPage } from './film-csv-page.ts'

const fps = 12
const size = { width: 1280, height: 720 }
const folder = path.join(import.meta.dirname, '../../web/films/help')
const seconds = scenes.reduce((sum, { sec }) => sum + sec, 0)

const input = ['-hide_banner', '-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(fps), '-c:v', 'png', '-i', 'pipe:0']
const encoding = [
  '-c:v',
  'libx264',
  '-preset',
  'veryslow',
  '-tune',
  'animation',
  '-crf',
  '26',
  '-pix_fmt',
  'yuv420p',
  '-movflags',
  '+faststart',
]

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_BIN'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const film of films) {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(filmPage(film, scenes))
  const encoder = spawn(process.env['FFMPEG_BIN'] ?? 'ffmpeg', [...input, ...encoding, path.join(folder, `csv-${film.language}.mp4`)], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (let frame = 0; frame < seconds * fps; frame += 1) {
    await page.evaluate((at) => (globalThis as unknown as { draw(at: number): void }).draw(at), frame / fps)
    const picture = await page.screenshot({ type: 'png' })
    if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain')
    if (frame === fps) await writeFile(path.join(folder, `csv-${film.language}.webp`), await still(picture))
  }
  encoder.stdin.end()
  const [code] = (await once(encoder, 'close')) as [number]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  await writeFile(path.join(folder, `csv-${film.language}.vtt`), captions(film))
  await page.close()
}
await browser.close()

async function still(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture)
    .resize({ width: size.width / 2 })
    .webp({ quality: 80 })
    .toBuffer()
}

function captions(film: Film): string {
  let start = 0
  const cues = scenes.map(({ id, sec }) => {
    const cue = `${clock(start)} --> ${clock(start + sec)}\n${film.captions[id]}`
    start += sec
    return cue
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function clock(sec: number): string {
  return `00:00:${sec.toFixed(3).padStart(6, '0')}`
}
