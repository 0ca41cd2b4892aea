import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { amber, green, red } from './theme/tokens.ts'

/** Levels of the two channels in dBFS; -Infinity is silence. Read once per frame. */
export type ReadLevels = () => readonly [leftDb: number, rightDb: number]

interface MeterProps {
  readLevels: ReadLevels
  muted?: boolean
  horizontal?: boolean
}

/** A canvas cannot read CSS variables cheaply at 60 fps, so it takes the tokens themselves. */
const colors = { high: red.brand, middle: amber.onDark, low: green.onDark } as const
const floorDb = -60
const fallDbPerSecond = 21
/** Where a level lies between the floor (0) and full scale (1). */
export const meterPosition = (db: number): number => Math.max(0, Math.min(1, (db - floorDb) / -floorDb))

/**
 * Stereo peak meter at display rate on a canvas: React never renders for a level. Green to −18, amber to −6, red above.
 */
export function Meter({ readLevels, muted = false, horizontal = false }: MeterProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return undefined
    const holdsDb: [number, number] = [floorDb, floorDb]
    let lastMs = performance.now()
    let frame = 0
    const draw = (nowMs: number) => {
      const levels = muted ? silence : readLevels()
      const fallDb = ((nowMs - lastMs) / 1000) * fallDbPerSecond
      lastMs = nowMs
      fitToPixels(canvas)
      context.clearRect(0, 0, canvas.width, canvas.height)
      for (const channel of [0, 1] as const) {
        holdsDb[channel] = Math.max(levels[channel], holdsDb[channel] - fallDb, floorDb)
        drawChannel(context, { channel, levelDb: levels[channel], holdDb: holdsDb[channel], horizontal, muted })
      }
      frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [readLevels, muted, horizontal])
  return (
    <Box
      component="canvas"
      ref={ref}
      aria-hidden
      sx={{ display: 'block', width: horizontal ? 1 : 14, height: horizontal ? 12 : 1, flexShrink: 0 }}
    />
  )
}

const silence = [floorDb, floorDb] as const

/** Setting width or height clears and reallocates the canvas: only when the box really changed. */
function fitToPixels(canvas: HTMLCanvasElement): void {
  const width = Math.round(canvas.clientWidth * devicePixelRatio)
  const height = Math.round(canvas.clientHeight * devicePixelRatio)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
}

interface ChannelDrawing {
  channel: 0 | 1
  levelDb: number
  holdDb: number
  horizontal: boolean
  muted: boolean
}

function drawChannel(context: CanvasRenderingContext2D, { channel, levelDb, holdDb, horizontal, muted }: ChannelDrawing): void {
  const { width, height } = context.canvas
  const gap = 2 * devicePixelRatio
  const segment = 3 * devicePixelRatio
  const length = horizontal ? width : height
  const breadth = ((horizontal ? height : width) - gap) / 2
  const offset = channel * (breadth + gap)
  for (let at = 0; at < length; at += segment) {
    const valueDb = floorDb - floorDb * (at / length)
    const lit = at / length < meterPosition(levelDb)
    const peak = !muted && Math.abs(at / length - meterPosition(holdDb)) < segment / length
    context.globalAlpha = lit || peak ? 1 : 0.16
    context.fillStyle = valueDb > -6 ? colors.high : valueDb > -18 ? colors.middle : colors.low
    if (horizontal) context.fillRect(at, offset, segment - devicePixelRatio, breadth)
    else context.fillRect(offset, height - at - segment, breadth, segment - devicePixelRatio)
  }
}
