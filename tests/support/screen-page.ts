import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beepEverySec, beepOrder, beepSec, beepsHz } from './beep-order.ts'
import { encodePicture, ticksPerPicture, ticksPerSecond } from './picture-code.ts'

const beepEveryMs = beepEverySec * 1000
const beepMs = beepSec * 1000
/** Frequencies in their order, around and around. */
const pitches = beepOrder.map((pitch) => beepsHz[pitch])

export interface ScreenPage {
  url: string
  /** Title of the page and its tab, by which Chromium picks it when the studio asks for a screen. */
  title: string
  /** Its counter is the wall clock: ticks since this moment. */
  epochMs: number
  close(): Promise<void>
}

/**
 * Serves the page that the studio shares as its screen: the run's code, a counter of the wall clock, a flash and a beep
 * on every second second.
 */
export async function serveScreenPage(run: number): Promise<ScreenPage> {
  const title = `Screen of run ${run}`
  const epochMs = Math.floor(Date.now() / beepEveryMs) * beepEveryMs
  const html = page(title, run, epochMs)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    title,
    epochMs,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The counter that the page shows at a moment. */
export function counterAt(page: ScreenPage, atMs: number): number {
  return Math.floor(((atMs - page.epochMs) * ticksPerSecond) / 1000)
}

function page(title: string, run: number, epochMs: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;background:#3c3c3c;overflow:hidden"><canvas width="1280" height="720" style="display:block;width:100vw;height:100vh"></canvas>
<script>
const canvas = document.querySelector('canvas').getContext('2d', { alpha: false })
const pictureOf = ${pictureOf.toString()}
const template = ${JSON.stringify(encodePicture({ source: 'screen', run, counter: 0 }))}
let drawn = -1
function draw() {
  const now = Date.now() - ${epochMs}
  const counter = Math.floor(now * ${ticksPerSecond / ticksPerPicture} / 1000) * ${ticksPerPicture}
  if (counter !== drawn) {
    drawn = counter
    const cells = pictureOf(template, counter, now % ${beepEveryMs} < ${beepMs})
    for (let index = 0; index < 144; index++) {
      canvas.fillStyle = 'rgb(' + cells[index] + ',' + cells[index] + ',' + cells[index] + ')'
      canvas.fillRect((index % 16) * 80, Math.floor(index / 16) * 80, 80, 80)
    }
  }
  requestAnimationFrame(draw)
}
draw()
const audio = new AudioContext({ latencyHint: 'interactive' })
let beepedMs = 0
setInterval(() => {
  void audio.resume()
  const stamp = audio.getOutputTimestamp()
  const contextNow = stamp.performanceTime ? stamp.contextTime + (performance.now() - stamp.performanceTime) / 1000 : audio.currentTime
  const now = Date.now()
  const nextMs = (Math.floor(now / ${beepEveryMs}) + 1) * ${beepEveryMs}
  if (nextMs === beepedMs || nextMs - now > 700 || audio.state !== 'running') return
  beepedMs = nextMs
  const at = Math.max(audio.currentTime, contextNow + (nextMs - now) / 1000)
  const tone = new OscillatorNode(audio, { frequency: ${JSON.stringify(pitches)}[((nextMs - ${epochMs}) / ${beepEveryMs}) % ${pitches.length}] })
  tone.connect(new GainNode(audio, { gain: 0.4 })).connect(audio.destination)
  tone.start(at)
  tone.stop(at + ${beepMs / 1000})
}, 50)
</script></body></html>`
}

/** Runs in the page: the template with another counter. */
function pictureOf(template: number[], counter: number, flash: boolean): number[] {
  const cells = template.slice()
  for (let bit = 0; bit < 20; bit++) {
    const isSet = Math.floor(counter / 2 ** (19 - bit)) % 2 === 1
    cells[28 + bit] = isSet ? 235 : 16
    cells[96 + 28 + bit] = isSet ? 16 : 235
  }
  for (let column = 0; column < 16; column++) {
    cells[48 + column] = column === counter % 16 ? 190 : 60
    cells[64 + column] = flash ? 235 : 16
    cells[80 + column] = column === 15 - (counter % 16) ? 190 : 60
  }
  return cells
}
