import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright/test'
import sharp from 'sharp'
import { ffmpegBin } from '../support/programs.ts'
import { frame, type Place, type Shot } from './tutorial-camera.ts'

export interface TutorialScript {
  id: string
  language: string
  steps: readonly string[]
  /** The text of each step: its caption, and how long it stays. */
  texts: Readonly<Record<string, string>>
  shots: readonly Shot[]
  /** The step whose picture stands for the film. */
  posterStep: string
  folder: string
}

const fps = 10
const sec = { fade: 0.3, move: 0.75, press: 0.25, least: 3.6 }
/** A caption stays as long as slow readers need. */
const charsPerSec = 15
const pictureWidth = 800
/** Smaller than the stage: a film is for a page, and all of them together are part of the repository. */
const filmSize = '960:540'

interface Drawing {
  from: number
  to: number
  /** 0: all of `from`, 1: all of `to`. */
  mix: number
  view: { x: number; y: number; scale: number }
  hand: { x: number; y: number; opacity: number; press: number }
  ring: (Place & { opacity: number }) | undefined
}

/**
 * Makes the film, its captions, its poster and one picture per step.
 * @returns its length and the beginning of each step, in seconds
 */
export async function renderTutorial(browser: Browser, script: TutorialScript): Promise<{ seconds: number; starts: number[] }> {
  const page = await browser.newPage({ viewport: frame })
  await page.setContent(stagePage)
  for (const { picture } of script.shots) {
    const jpeg = await sharp(picture).jpeg({ quality: 94 }).toBuffer()
    await page.evaluate((url) => (globalThis as unknown as Stage).add(url), `data:image/jpeg;base64,${jpeg.toString('base64')}`)
  }
  const name = path.join(script.folder, `${script.id}-${script.language}`)
  const durations = script.steps.map((step) => durationOf(script, step))
  const starts = durations.map((_, i) => durations.slice(0, i).reduce((sum, one) => sum + one, 0))
  const encoder = startEncoder(`${name}.mp4`, starts)
  const draw = async (drawing: Drawing): Promise<Buffer> => {
    await page.evaluate((value) => (globalThis as unknown as Stage).draw(value), drawing)
    return page.screenshot({ type: 'jpeg', quality: 96 })
  }
  const film = async (picture: Buffer, frames: number): Promise<void> => {
    for (let i = 0; i < frames; i += 1) if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain')
  }

  let before = { view: whole, hand: { x: frame.width * 0.7, y: frame.height * 0.8 } }
  for (const [number, step] of script.steps.entries()) {
    const own = script.shots
      .entries()
      .filter(([, shot]) => shot.step === step)
      .toArray()
    if (own.length === 0) throw new Error(`${script.id}: no picture of the step ${step}`)
    const frames = Math.round((durations[number] ?? 0) * fps)
    for (const [place, [index, shot]] of own.entries()) {
      const budget = Math.floor((frames * (place + 1)) / own.length) - Math.floor((frames * place) / own.length)
      const after = { view: viewOf(shot.place), hand: shot.place ? centreOf(shot.place) : before.hand }
      const fades = Math.round(sec.fade * fps)
      const moves = Math.round(sec.move * fps)
      const presses = shot.isPress ? Math.round(sec.press * fps) : 0
      const opacity = shot.place ? 1 : 0
      for (let i = 1; i <= fades; i += 1) {
        const hand = { ...before.hand, opacity, press: 0 }
        await film(await draw({ from: Math.max(0, index - 1), to: index, mix: i / fades, view: before.view, hand, ring: undefined }), 1)
      }
      let last: Buffer = Buffer.alloc(0)
      for (let i = 1; i <= moves; i += 1) {
        const t = ease(i / moves)
        const hand = { x: mixed(before.hand.x, after.hand.x, t), y: mixed(before.hand.y, after.hand.y, t), opacity, press: 0 }
        const view = {
          x: mixed(before.view.x, after.view.x, t),
          y: mixed(before.view.y, after.view.y, t),
          scale: mixed(before.view.scale, after.view.scale, t),
        }
        last = await draw({ from: index, to: index, mix: 1, view, hand, ring: shot.place && { ...shot.place, opacity: t } })
        await film(last, 1)
      }
      await film(last, Math.max(0, budget - fades - moves - presses))
      for (let i = 1; i <= presses; i += 1) {
        const hand = { ...after.hand, opacity, press: i / presses }
        const ring = shot.place && { ...shot.place, opacity: 1 }
        await film(await draw({ from: index, to: index, mix: 1, view: after.view, hand, ring }), 1)
      }
      before = after
    }
    const [index, shot] = own.at(-1) ?? [0, undefined]
    const ring = shot?.place && { ...shot.place, opacity: 1 }
    const still = await draw({ from: index, to: index, mix: 1, view: whole, hand: { x: 0, y: 0, opacity: 0, press: 0 }, ring })
    await writeFile(`${name}-${step}.webp`, await sharp(still).resize({ width: pictureWidth }).webp({ quality: 64, effort: 6 }).toBuffer())
    if (step === script.posterStep)
      await writeFile(
        `${name}.webp`,
        await sharp(shot?.picture).resize({ width: pictureWidth }).webp({ quality: 66, effort: 6 }).toBuffer(),
      )
  }
  encoder.stdin.end()
  const [code] = (await once(encoder, 'close')) as [number]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  const seconds = durations.reduce((sum, one) => sum + one, 0)
  await writeFile(`${name}.vtt`, captions(script, [...starts, seconds]))
  await page.close()
  return { seconds, starts }
}

/** Whole frames, so that captions, key frames and pictures begin at the same moment. */
function durationOf({ texts, shots }: TutorialScript, step: string): number {
  const looks = shots.filter((shot) => shot.step === step).length
  const wanted = Math.max(sec.least, 1.2 + (texts[step]?.length ?? 0) / charsPerSec, looks * (sec.fade + sec.move + sec.press + 0.5))
  return Math.ceil(wanted * 4) / 4
}

function startEncoder(file: string, starts: readonly number[]) {
  const input = ['-hide_banner', '-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(fps), '-c:v', 'mjpeg', '-i', 'pipe:0']
  const picture = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-crf', '33', '-pix_fmt', 'yuv420p']
  // Full range of the pictures becomes the range of television, which every player reads alike.
  const range = ['-vf', `scale=${filmSize}:flags=lanczos:in_range=full:out_range=limited`, '-color_range', 'tv']
  // A step can be jumped to.
  const jumps = ['-force_key_frames', starts.join(','), '-g', String(fps * 20), '-movflags', '+faststart']
  return spawn(ffmpegBin(), [...input, ...range, ...picture, ...jumps, file], { stdio: ['pipe', 'inherit', 'inherit'] })
}

const whole = { x: frame.width / 2, y: frame.height / 2, scale: 1 }
/** Closer to what is small, whole for what is large, and never beyond an edge. */
function viewOf(place: Place | undefined): Drawing['view'] {
  if (!place || place.width > frame.width * 0.55 || place.height > frame.height * 0.55) return whole
  const scale = 1.4
  const half = { x: frame.width / 2 / scale, y: frame.height / 2 / scale }
  const { x, y } = centreOf(place)
  return {
    x: Math.min(frame.width - half.x, Math.max(half.x, x)),
    y: Math.min(frame.height - half.y, Math.max(half.y, y)),
    scale,
  }
}
const centreOf = ({ x, y, width, height }: Place) => ({ x: x + width / 2, y: y + height / 2 })
const mixed = (from: number, to: number, t: number): number => from + (to - from) * t
const ease = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2)

function captions({ steps, texts }: TutorialScript, times: readonly number[]): string {
  const clock = (at = 0) => `00:${String(Math.floor(at / 60)).padStart(2, '0')}:${(at % 60).toFixed(3).padStart(6, '0')}`
  const cues = steps.map((step, i) => `${clock(times[i])} --> ${clock(times[i + 1])}\n${texts[step] ?? ''}`)
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

interface Stage {
  add(url: string): Promise<void>
  draw(drawing: Drawing): void
}

/** Where the pictures lie above each other, with a hand and a ring that belong to nobody's screen. */
const stagePage = `<!doctype html><style>
  * { margin: 0 } body { width: 1280px; height: 720px; overflow: hidden; background: #111 }
  #view { position: absolute; inset: 0; transform-origin: 0 0; will-change: transform }
  #view img { position: absolute; inset: 0; width: 1280px; height: 720px; opacity: 0 }
  #ring { position: absolute; border: 3px solid #df3e3d; border-radius: 14px; box-shadow: 0 0 0 4px rgb(223 62 61 / .22) }
  #hand { position: absolute; width: 30px; height: 30px; margin: -3px 0 0 -5px; filter: drop-shadow(0 2px 3px rgb(0 0 0 / .45)) }
  #wave { position: absolute; border-radius: 50%; border: 4px solid #df3e3d }
</style><div id="view"><div id="ring"></div><div id="wave"></div>
<svg id="hand" viewBox="0 0 24 24"><path d="M4 2 20 11.5 12.6 13.2 9 20.4Z" fill="#fff" stroke="#16161a" stroke-width="1.6" stroke-linejoin="round"/></svg></div>
<script>
  const view = document.getElementById('view'), ring = document.getElementById('ring'), hand = document.getElementById('hand'), wave = document.getElementById('wave')
  const pictures = []
  globalThis.add = async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    pictures.push(image)
    view.insertBefore(image, ring)
  }
  globalThis.draw = (d) => {
    pictures.forEach((image, i) => { image.style.opacity = i === d.to ? d.mix : i === d.from ? 1 : 0; image.style.zIndex = i === d.to ? 1 : 0 })
    view.style.transform = 'translate(' + (640 - d.view.x * d.view.scale) + 'px,' + (360 - d.view.y * d.view.scale) + 'px) scale(' + d.view.scale + ')'
    const pad = 6
    ring.style.cssText = d.ring ? 'z-index:2;left:' + (d.ring.x - pad) + 'px;top:' + (d.ring.y - pad) + 'px;width:' + (d.ring.width + 2 * pad - 6) + 'px;height:' + (d.ring.height + 2 * pad - 6) + 'px;opacity:' + d.ring.opacity : 'opacity:0'
    hand.style.cssText = 'z-index:4;left:' + d.hand.x + 'px;top:' + d.hand.y + 'px;opacity:' + d.hand.opacity
    const r = 8 + d.hand.press * 26
    wave.style.cssText = d.hand.press > 0 ? 'z-index:3;left:' + (d.hand.x - r) + 'px;top:' + (d.hand.y - r) + 'px;width:' + 2 * r + 'px;height:' + 2 * r + 'px;opacity:' + (1 - d.hand.press * .7) : 'opacity:0'
  }
</script>`
