import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { createLinkOpener } from '@e-events/shared/rtc/open-link.ts'
import type { SignalLink } from '@e-events/shared/signaling/link.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import { Device } from 'mediasoup-client'
import type { Consumer, DtlsParameters, RtpCapabilities, RtpParameters, Transport } from 'mediasoup-client/types'

export interface RtcViewerEvents {
  onChange: () => void
  /** The connection is gone or the show moved: go back to HLS, which survives everything. */
  onLost: () => void
  /** A grant of this moment; null where access has ended or no node has room. */
  freshGrant: () => Promise<MediaGrant | null>
}

interface Wanted {
  feedId: string
  /** Whose sound is heard; null for a show without sound. */
  soundFeedId: string | null
}

const statsEveryMs = 1_000

/**
 * Sub-second viewing over WebRTC: one picture and one sound from the sfu. No DVR and no ladder: whoever pauses or seeks
 * is back in HLS.
 */
export class RtcViewer {
  readonly video: HTMLVideoElement
  private readonly link: SignalLink
  private readonly device: Device
  private readonly transport: Transport
  private readonly transportId: string
  private readonly events: RtcViewerEvents
  private readonly stream = new MediaStream()
  private readonly timer: ReturnType<typeof setInterval>
  private readonly consumers = new Map<'audio' | 'video', Consumer>()
  private wanted: Wanted
  private measuredLatencySec: number | null = null
  private isClosed = false

  /** @throws DomainError where the sfu refuses, Error where no connection comes about */
  static async open(grant: MediaGrant, wanted: Wanted, events: RtcViewerEvents): Promise<RtcViewer> {
    // A grant is good for one connection: after a break HLS takes over.
    const link = await createLinkOpener(location.href)(grant)
    try {
      const room = await link.request('join', {})
      const device = await Device.factory()
      await device.load({ routerRtpCapabilities: room.routerRtpCapabilities as RtpCapabilities })
      const { transportId, iceParameters, iceCandidates, dtlsParameters } = await link.request('createTransport', {
        direction: 'recv',
      })
      const transport = device.createRecvTransport({
        id: transportId,
        iceParameters: iceParameters,
        iceCandidates: iceCandidates as never,
        dtlsParameters: dtlsParameters as never,
        iceServers: grant.iceServers,
      })
      const viewer = new RtcViewer({ link, device, transport, transportId, wanted, events })
      await viewer.consume(wanted)
      return viewer
    } catch (error) {
      link.close()
      throw error
    }
  }

  private constructor(parts: {
    link: SignalLink
    device: Device
    transport: Transport
    transportId: string
    wanted: Wanted
    events: RtcViewerEvents
  }) {
    this.link = parts.link
    this.device = parts.device
    this.transport = parts.transport
    this.transportId = parts.transportId
    this.wanted = parts.wanted
    this.events = parts.events
    this.video = document.createElement('video')
    this.video.playsInline = true
    this.video.autoplay = true
    this.video.dataset['role'] = 'low-latency'
    this.video.srcObject = this.stream
    for (const name of ['playing', 'waiting', 'resize']) this.video.addEventListener(name, this.events.onChange)
    this.transport.on('connect', ({ dtlsParameters }, done, fail) => {
      void this.handshake(dtlsParameters, done, fail)
    })
    this.transport.on('connectionstatechange', (state) => {
      if (state === 'failed' || state === 'disconnected' || state === 'closed') this.lose()
    })
    this.link.onLost(() => this.lose())
    this.link.onNotification((notification) => this.onNotification(notification))
    this.timer = setInterval(() => void this.measure(), statsEveryMs)
  }

  get feedId(): string {
    return this.wanted.feedId
  }

  /**
   * From the camera to this screen as far as it can be measured here: network, jitter buffer and one frame of encoding.
   */
  get latencySec(): number | null {
    return this.measuredLatencySec
  }

  /** Another picture; the sound goes on. */
  async showFeed(feedId: string): Promise<void> {
    this.wanted = { ...this.wanted, feedId }
    await this.consume(this.wanted)
    this.events.onChange()
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    clearInterval(this.timer)
    this.transport.close()
    this.link.close()
    this.video.srcObject = null
    this.video.remove()
  }

  private async handshake(dtlsParameters: DtlsParameters, done: () => void, fail: (error: Error) => void): Promise<void> {
    try {
      await this.link.request('connectTransport', { transportId: this.transportId, dtlsParameters })
      done()
    } catch (error) {
      fail(error as Error)
    }
  }

  private async consume(wanted: Wanted): Promise<void> {
    await this.take('video', wanted.feedId)
    if (wanted.soundFeedId !== null && !this.consumers.has('audio')) await this.take('audio', wanted.soundFeedId)
  }

  private async take(kind: 'audio' | 'video', feedId: string): Promise<void> {
    const { consumers } = await this.link.request('consume', {
      transportId: this.transportId,
      feedId: feedId,
      rtpCapabilities: this.device.recvRtpCapabilities,
    })
    if (kind === 'video' && !consumers.some((offered) => offered.kind === kind)) throw new Error('the feed sends no picture now')
    for (const offered of consumers) {
      if (offered.kind !== kind) {
        void this.link.request('closeConsumer', { consumerId: offered.consumerId }).catch(() => undefined)
        continue
      }
      const consumer = await this.transport.consume({
        id: offered.consumerId,
        producerId: offered.producerId,
        kind,
        rtpParameters: offered.rtpParameters as RtpParameters,
      })
      const before = this.consumers.get(kind)
      this.consumers.set(kind, consumer)
      await this.link.request('resumeConsumer', { consumerId: offered.consumerId })
      this.stream.addTrack(consumer.track)
      if (!before) continue
      this.stream.removeTrack(before.track)
      before.close()
      void this.link.request('closeConsumer', { consumerId: before.id }).catch(() => undefined)
    }
  }

  private onNotification(notification: Notification): void {
    switch (notification.method) {
      case 'consumerClosed': {
        for (const [kind, consumer] of this.consumers) {
          if (consumer.id !== notification.data.consumerId) continue
          this.stream.removeTrack(consumer.track)
          consumer.close()
          this.consumers.delete(kind)
        }
        break
      }
      case 'feedChanged': {
        // The studio is back, or swapped its camera: take what is missing again.
        const { feed } = notification.data
        if (feed.feedId === this.wanted.feedId && feed.video && !this.consumers.has('video'))
          void this.take('video', feed.feedId).catch(() => this.lose())
        if (feed.feedId === this.wanted.soundFeedId && feed.audio && !this.consumers.has('audio'))
          void this.take('audio', feed.feedId).catch(() => this.lose())
        break
      }
      case 'renewalDue':
        void this.renew()
        break
      case 'transportsLost':
      case 'reconnect':
      case 'broadcastClosed':
        this.lose()
        break
      default:
    }
  }

  /** Without a fresh grant the node asks again, and ends the connection when the old one is over. */
  private async renew(): Promise<void> {
    const grant = await this.events.freshGrant().catch(() => null)
    if (grant !== null && !this.isClosed) await this.link.request('renew', { token: grant.token }).catch(() => undefined)
  }

  private lose(): void {
    if (!this.isClosed) this.events.onLost()
  }

  private async measure(): Promise<void> {
    const consumer = this.consumers.get('video')
    if (!consumer || consumer.closed) return
    let bufferSec = 0
    let roundTripSec = 0
    for (const report of (await consumer.getStats()).values() as Iterable<RtcReport>) {
      if (report.type === 'inbound-rtp' && report.jitterBufferEmittedCount)
        bufferSec = (report.jitterBufferDelay ?? 0) / report.jitterBufferEmittedCount
      if (report.type === 'candidate-pair' && report.nominated) roundTripSec = report.currentRoundTripTime ?? 0
    }
    this.measuredLatencySec = bufferSec + roundTripSec / 2 + 1 / 30
    this.events.onChange()
  }
}

interface RtcReport {
  type: string
  jitterBufferDelay?: number
  jitterBufferEmittedCount?: number
  nominated?: boolean
  currentRoundTripTime?: number
}
