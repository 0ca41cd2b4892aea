import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feedId } from '@e-events/shared/domain/ids.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { Lab } from './page.ts'
import { openMediaBrowser, type MediaBrowser } from './publisher.ts'
import { openRtpSink } from './rtp-sink.ts'
import { newRoom, secrets, startTestSfu, until, type TestSfu } from './support.ts'

declare const lab: Lab

const newFeed = () => feedId.parse(randomUUID())

describe('a studio publishes and others receive', () => {
  let sfu: TestSfu
  let studio: MediaBrowser
  let viewer: MediaBrowser
  const room = newRoom()
  const camera = newFeed()
  const screen = newFeed()
  const second = newFeed()

  const grant = (role: 'publisher' | 'viewer', broadcastId = room) =>
    signSfuToken({ sub: randomUUID(), role, broadcastId }, secrets.token, 60_000)

  beforeAll(async () => {
    ;[studio, viewer] = await Promise.all([openMediaBrowser(), openMediaBrowser()])
    sfu = await startTestSfu({ env: { SFU_ALLOWED_ORIGINS: `${studio.origin},${viewer.origin}` } })
  })
  afterAll(async () => {
    await studio.close()
    await viewer.close()
    await sfu.stop()
  })

  it('sends three H264 layers of the sizes that the ladder wants, encrypted with AES-GCM', async () => {
    const url = sfu.service.url
    await studio.run((options) => lab.publish(options), {
      url,
      token: await grant('publisher'),
      feedId: camera,
      kind: 'camera' as const,
      label: 'Camera',
      width: 1280,
      height: 720,
      simulcast: true,
      audio: true,
    })
    const layers = await until('all layers encode', async () => {
      const sending = await studio.run((feed) => lab.sending(feed), camera)
      return sending.length === 3 && sending.every((layer) => layer.frames > 5) && sending
    })
    expect(layers.map(({ width, height }) => [width, height])).toEqual([
      [640, 360],
      [960, 540],
      [1280, 720],
    ])
    expect(await studio.run(() => lab.cipher(), undefined)).toMatch(/GCM/)
    const live = await until('feed.live', async () => (await sfu.events(room)).find((event) => event.type === 'feed.live'))
    expect(live).toMatchObject({ feedId: camera, hasAudio: true, hasVideo: true, codec: 'video/H264', meta: { kind: 'camera' } })
  })

  it('keeps several feeds of one studio apart, and a viewer receives each of them and switches [LIVE-004]', async () => {
    const url = sfu.service.url
    for (const [id, kind, label] of [
      [screen, 'screen', 'Screen'],
      [second, 'camera', 'Second camera'],
    ] as const) {
      await studio.run((options) => lab.publish(options), {
        url,
        token: '',
        feedId: id,
        kind,
        label,
        width: 640,
        height: 360,
        simulcast: false,
        audio: false,
        // A browser without an H264 encoder.
        codec: id === second ? ('vp8' as const) : ('h264' as const),
      })
    }
    await viewer.run((options) => lab.watch(options), { url, token: await grant('viewer') })
    const codecs = sfu.service.rooms.all[0]?.feeds.all.map((feed) => feed.video?.producer.mimeType)
    expect(codecs).toEqual(['video/H264', 'video/H264', 'video/VP8'])
    for (const feed of [camera, screen, second]) {
      expect(await viewer.run((id) => lab.play(id), feed)).toBe(feed === camera ? 2 : 1)
      const before = await viewer.run((id) => lab.frames(id), feed)
      await until(`frames of ${feed}`, async () => (await viewer.run((id) => lab.frames(id), feed)) > before + 10)
    }
  })

  it('tells the studio how many watch', async () => {
    const told = await until('audience', async () =>
      (await studio.run(() => lab.notifications(), undefined)).find((line) => line.includes('"audience"')),
    )
    expect(JSON.parse(told)).toEqual({ method: 'audience', data: { viewers: 1 } })
  })

  it('gives a packager every layer as plain RTP with RTCP, key frames on the grid and together', async () => {
    const packager = await sfu.connect('egress', room)
    await packager.client.request('join', {})
    const audio = await openRtpSink('audio')
    const videos = await Promise.all([openRtpSink('video'), openRtpSink('video'), openRtpSink('video')])
    const { egressId, streams } = await packager.client.request('openEgress', {
      feedId: camera,
      ip: '127.0.0.1',
      keyFrameIntervalMs: 1_000,
      streams: [
        { kind: 'audio', port: audio.port, rtcpPort: audio.port + 1, spatialLayer: null },
        ...videos.map((sink, index) => ({ kind: 'video' as const, port: sink.port, rtcpPort: sink.port + 1, spatialLayer: index })),
      ],
    })
    expect(streams.map(({ kind, spatialLayer }) => [kind, spatialLayer])).toEqual([
      ['audio', null],
      ['video', 0],
      ['video', 1],
      ['video', 2],
    ])
    for (const { rtpParameters } of streams) {
      expect(rtpParameters.headerExtensions).toEqual([])
      expect(rtpParameters.codecs.map((codec) => codec.mimeType)).not.toContain('video/rtx')
    }
    expect(audio.packets).toBe(0)

    const { captureAtMs } = await packager.client.request('resumeEgress', { egressId })
    expect(Math.abs(captureAtMs - Date.now())).toBeLessThan(2_000)
    await until('five key frames of each layer', () => videos.every((sink) => sink.keyFramesAtMs.length >= 5))
    expect(audio.packets).toBeGreaterThan(50)
    for (const sink of [audio, ...videos]) expect(sink.rtcpPackets).toBeGreaterThan(0)
    // After the first one, which resume asked for, every key frame follows the clock's full seconds.
    for (const sink of videos) {
      const late = sink.keyFramesAtMs.slice(1).map((atMs) => atMs % 1_000)
      expect(late.filter((ms) => ms > 400)).toEqual([])
    }
    packager.close()
    await Promise.all([audio, ...videos].map((sink) => sink.close()))
  })

  it('answers the health panel per producer and layer', async () => {
    const { producers, viewers } = (await studio.run(() => lab.request('stats', {}), undefined)) as {
      viewers: number
      producers: { feedId: string; kind: string; bitrateBps: number; scores: number[] }[]
    }
    expect(viewers).toBe(1)
    const video = producers.find((producer) => producer.feedId === camera && producer.kind === 'video')
    expect(video?.scores).toHaveLength(3)
    expect(video?.bitrateBps).toBeGreaterThan(50_000)
    expect(producers).toHaveLength(4)
  })
})
