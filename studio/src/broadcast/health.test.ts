import { describe, expect, it } from 'vitest'
import { feedIdOf } from '@e-events/shared/rtc/testing/fakes.ts'
import { noHealth, readHealth } from './health.ts'
import type { PublishedStats } from '@e-events/shared/rtc/publisher.ts'

const stat = (value: Record<string, unknown>) => value as unknown as RTCStats

function sample(
  over: { bytes?: number; frames?: number; captured?: number; fps?: number; reason?: string; loss?: number; rttSec?: number } = {},
): PublishedStats {
  const { bytes = 0, frames = 0, captured = frames, fps = 30, reason = 'none', loss = 0, rttSec = 0.02 } = over
  return {
    key: 'a',
    feedId: feedIdOf(1),
    video: [
      stat({
        type: 'outbound-rtp',
        kind: 'video',
        bytesSent: bytes / 2,
        framesSent: frames,
        framesPerSecond: fps,
        frameWidth: 640,
        frameHeight: 360,
        qualityLimitationReason: 'none',
      }),
      stat({
        type: 'outbound-rtp',
        kind: 'video',
        bytesSent: bytes / 2,
        framesSent: frames,
        framesPerSecond: fps,
        frameWidth: 1280,
        frameHeight: 720,
        qualityLimitationReason: reason,
      }),
      stat({ type: 'remote-inbound-rtp', kind: 'video', fractionLost: loss, roundTripTime: rttSec }),
      stat({ type: 'media-source', kind: 'video', frames: captured }),
      stat({ type: 'candidate-pair', nominated: true, availableOutgoingBitrate: 6_000_000, currentRoundTripTime: 0.021 }),
    ],
    audio: [],
  }
}

function read(first: PublishedStats, second: PublishedStats) {
  const context = { last: noHealth, sfu: null, targetFps: () => 30 }
  const before = readHealth([first], { ...context, nowMs: 0, before: null })
  return readHealth([second], { ...context, nowMs: 1_000, before: before.counters, last: before.health }).health
}

describe('health', () => {
  it('is measured between two samples, over all layers', () => {
    const health = read(sample(), sample({ bytes: 500_000, frames: 30 }))
    expect(health.feeds[0]).toMatchObject({ bitrateBps: 4_000_000, fps: 30, height: 720, roundTripMs: 20, lossPercent: 0, tone: 'good' })
    expect(health).toMatchObject({ sentBps: 4_000_000, uplinkBps: 6_000_000, roundTripMs: 21, droppedPercent: 0 })
  })

  it.each([
    ['nothing sent', sample({ bytes: 0, frames: 0, captured: 30 }), 'bad'],
    ['a tenth lost', sample({ bytes: 500_000, frames: 30, loss: 0.1 }), 'bad'],
    ['3 % lost', sample({ bytes: 500_000, frames: 30, loss: 0.03 }), 'weak'],
    ['limited by bandwidth', sample({ bytes: 500_000, frames: 30, reason: 'bandwidth' }), 'weak'],
    ['limited by the computer', sample({ bytes: 500_000, frames: 30, reason: 'cpu' }), 'weak'],
    ['half the frames', sample({ bytes: 500_000, frames: 15, captured: 30, fps: 15 }), 'weak'],
    ['a far away node', sample({ bytes: 500_000, frames: 30, rttSec: 0.4 }), 'weak'],
  ])('with %s the feed is not good', (_name, second, tone) => {
    expect(read(sample(), second).feeds[0]?.tone).toBe(tone)
  })

  it('counts frames that the encoder left out', () => {
    expect(read(sample(), sample({ bytes: 500_000, frames: 15, captured: 30, fps: 15 })).droppedPercent).toBeCloseTo(50, 5)
  })

  it("believes the sfu's loss where it is worse than the browser's", () => {
    const producer = {
      producerId: 'p',
      feedId: feedIdOf(1),
      kind: 'video' as const,
      bitrateBps: 1,
      packetsLost: 9,
      fractionLostPercent: 5,
      roundTripTimeMs: 90.4,
      jitterMs: 1,
      scores: [10],
    }
    const context = {
      nowMs: 1_000,
      before: { atMs: 0, feeds: new Map([['a', { bytes: 0, frames: 0, captured: 0 }]]) },
      last: noHealth,
      targetFps: () => 30,
    }
    const { health } = readHealth([sample({ bytes: 500_000, frames: 30 })], { ...context, sfu: { producers: [producer], viewers: 1 } })
    expect(health.feeds[0]).toMatchObject({ lossPercent: 5, roundTripMs: 90, tone: 'weak' })
  })
})
