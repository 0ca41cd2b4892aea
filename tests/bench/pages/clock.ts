import { columns, decodePicture, encodePicture, maxCounter, rows } from '../../support/picture-code.ts'

// Runs in Chromium: a picture that carries the page's clock in milliseconds, and its reader.

const size = { width: 1280, height: 720 }
const run = 0x00_be_2c

/** A moving canvas of 720p, drawn 30 times a second, whose squares say when it was drawn. */
export function clockTrack(): MediaStreamTrack {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  document.body.append(canvas)
  canvas.style.width = '320px'
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  const cellWidth = size.width / columns
  const cellHeight = size.height / rows
  const draw = () => {
    const counter = Math.floor(performance.now()) % maxCounter
    encodePicture({ source: 'camera', run, counter }).forEach((light, index) => {
      context.fillStyle = `rgb(${light} ${light} ${light})`
      context.fillRect((index % columns) * cellWidth, Math.floor(index / columns) * cellHeight, cellWidth, cellHeight)
    })
  }
  draw()
  setInterval(draw, 1000 / 30)
  const [track] = canvas.captureStream(30).getVideoTracks()
  if (!track) throw new Error('no picture of the canvas')
  return track
}

const canvas = new OffscreenCanvas(columns * 4, rows * 4)
const context = canvas.getContext('2d', { willReadFrequently: true })

/** Milliseconds since the picture on screen was drawn; null where it does not read. */
export function ageOf(video: HTMLVideoElement): number | null {
  if (!context) throw new Error('no canvas')
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  const seenAtMs = performance.now()
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const lightAt = (x: number, y: number) => data[(y * canvas.width + x) * 4 + 1] ?? 0
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * 4 + 1, Math.floor(index / columns) * 4 + 1]
    return (lightAt(x, y) + lightAt(x + 1, y) + lightAt(x, y + 1) + lightAt(x + 1, y + 1)) / 4
  })
  const code = decodePicture(cells)
  if (code?.run !== run) return null
  return (seenAtMs - code.counter + maxCounter) % maxCounter
}

/** The age of every frame that is put on screen within this time. */
export async function agesDuring(video: HTMLVideoElement, seconds: number): Promise<{ ages: number[]; unreadable: number }> {
  const ages: number[] = []
  let unreadable = 0
  let isOver = false
  const look = () => {
    if (isOver) return
    const age = ageOf(video)
    if (age === null) unreadable += 1
    else ages.push(age)
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  isOver = true
  return { ages, unreadable }
}
