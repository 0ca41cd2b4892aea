import { describe, expect, it } from 'vitest'
import { hlsConfig, holdBackSec } from './hls-config.ts'

describe('settings of hls.js', () => {
  it('follow parts where a list has them, and segments where it has none', () => {
    expect(holdBackSec({ partTarget: 0.6, averagetargetduration: 1 })).toBeCloseTo(0.9, 5)
    expect(holdBackSec({ partTarget: 0.2, averagetargetduration: 1 })).toBe(0.5)
    expect(holdBackSec({ partTarget: 0, averagetargetduration: 1 })).toBe(1.5)
    expect(holdBackSec({ partTarget: 0, averagetargetduration: 2 })).toBe(3)
    expect(holdBackSec({ partTarget: 0, averagetargetduration: 6 })).toBe(4.5)
    expect(holdBackSec({ partTarget: 0 })).toBe(3)
  })

  it('load parts, and leave the pace to us', () => {
    const config = hlsConfig({ startSec: undefined, xhrSetup: () => undefined, liveSyncDurationSec: 3 })
    expect(config).toMatchObject({ lowLatencyMode: true, maxLiveSyncPlaybackRate: 1, liveSyncDuration: 3, startPosition: -1 })
  })
})
