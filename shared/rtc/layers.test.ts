import { rungs } from '@e-events/shared/domain/ladder.ts'
import { describe, expect, it } from 'vitest'
import { planLayers, startBitrateKbps } from './layers.ts'

describe('layers', () => {
  it.each([
    [{ width: 1920, height: 1080 }, [540, 720, 1080]],
    [{ width: 1280, height: 720 }, [360, 540, 720]],
    [{ width: 960, height: 540 }, [360, 540]],
    [{ width: 640, height: 360 }, [360]],
  ])('of %j are the rungs %j with exact divisors, lowest first', (size, heights) => {
    const layers = planLayers(size)
    expect(layers.map((layer) => layer.height)).toEqual(heights)
    for (const layer of layers) {
      expect(size.height / layer.scaleResolutionDownBy).toBeCloseTo(layer.height, 9)
      expect(Number.isInteger(layer.width)).toBe(true)
      expect(rungs.find((rung) => rung.height === layer.height)?.videoBps).toBe(layer.maxBitrateBps)
    }
  })

  it.each([
    { width: 1111, height: 633 },
    { width: 640, height: 480 },
    { width: 1440, height: 900 },
    { width: 720, height: 1280 },
  ])('of %j, no rung, are one stream as it is', (size) => {
    expect(planLayers(size)).toMatchObject([{ ...size, scaleResolutionDownBy: 1 }])
  })

  it('without H264 there is one', () => {
    expect(planLayers({ width: 1280, height: 720 }, false)).toHaveLength(1)
  })

  it('the start bitrate covers every layer of every feed', () => {
    const layers = [...planLayers({ width: 1280, height: 720 }), ...planLayers({ width: 1920, height: 1080 })]
    expect(startBitrateKbps(layers)).toBe(800 + 1600 + 2800 + 1600 + 2800 + 5000)
  })
})
