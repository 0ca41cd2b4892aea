import type { Client } from '@e-events/shared/contract/client.ts'
import { createAir, type Air } from './air.ts'
import { createBroadcastApi } from './api.ts'
import { createCapture } from '@e-events/shared/rtc/capture.ts'
import { systemClock } from '@e-events/shared/client/clock.ts'
import { createDesk, type Desk } from './desk.ts'
import { createDeviceHub, type DeviceHub } from '@e-events/shared/rtc/devices.ts'
import { createLinkOpener } from '@e-events/shared/rtc/open-link.ts'
import { createAudioMixer } from './mixer.ts'
import { createPublisher } from '@e-events/shared/rtc/publisher.ts'
import { createRtc } from '@e-events/shared/rtc/rtc.ts'
import { loadAirMark, loadDeviceId, saveAirMark, type TextStorage } from './setup.ts'

/** One product's desk with everything behind it. */
export interface Studio {
  readonly slug: string
  readonly desk: Desk
  readonly devices: DeviceHub
  readonly air: Air
  /** The feeds that were on air when this window was last alive; null when it left no show behind. */
  readonly leftOnAir: readonly string[] | null
  isClosed(): boolean
  close(): void
}

export interface StudioOptions {
  slug: string
  api: Client
  clock: { nowMs(): number }
  platform: { server: { origin(): Promise<string | null> }; display: { choose(sourceId: string): Promise<void> } }
}
export type StudioFactory = (options: StudioOptions) => Studio

/** A mark older than this belongs to a show that the idle cutoff ended long ago. */
const markMs = 24 * 60 * 60_000

/** The composition root of the engine: real devices, real audio, real network. */
export const createStudio: StudioFactory = ({ slug, api, clock, platform }) => {
  const storage: TextStorage = window.localStorage
  const devices = createDeviceHub(navigator.mediaDevices)
  const capture = createCapture({ mediaDevices: navigator.mediaDevices, beforeDisplay: (sourceId) => platform.display.choose(sourceId) })
  const mixer = createAudioMixer()
  const desk = createDesk({ slug, capture, devices, mixer, storage, newId: () => crypto.randomUUID().slice(0, 8) })
  const mark = loadAirMark(storage)
  const leftOnAir = mark?.slug === slug && clock.nowMs() - mark.atMs < markMs ? mark.keys : null
  const air = createAir({
    api: createBroadcastApi(api, slug),
    desk,
    openLink: async (grant) => {
      const origin = await platform.server.origin()
      return createLinkOpener(origin ?? window.location.origin)(grant)
    },
    createPublisher: (deps) => createPublisher({ ...deps, rtc: createRtc() }),
    clock: systemClock,
    serverNowMs: clock.nowMs,
    deviceId: loadDeviceId(storage, () => crypto.randomUUID()),
    random: Math.random,
    onOnline(listener) {
      window.addEventListener('online', listener)
      return () => window.removeEventListener('online', listener)
    },
    remember: (keys) => saveAirMark(storage, keys ? { slug, atMs: clock.nowMs(), keys: [...keys] } : null),
  })
  let closed = false
  return {
    slug,
    desk,
    devices,
    air,
    leftOnAir,
    isClosed: () => closed,
    close() {
      if (closed) return
      closed = true
      air.close()
      desk.close()
      devices.close()
      void mixer.close()
    },
  }
}
