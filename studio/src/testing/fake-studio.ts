import type { Air } from '../broadcast/air.ts'
import type { AirState } from '../broadcast/air-state.ts'
import { idleAir } from '../broadcast/air-state.ts'
import type { CapturePort } from '@e-events/shared/rtc/capture.ts'
import { createDesk } from '../broadcast/desk.ts'
import { createStore } from '@e-events/shared/client/store.ts'
import type { Studio, StudioFactory } from '../broadcast/studio.ts'
import { fakeCapture, fakeDevices } from '@e-events/shared/rtc/testing/fakes.ts'
import { fakeMixer, fakeStorage } from './fakes.ts'

export interface FakeStudio extends Studio {
  /** Puts the connection into any state, as the real one would. */
  show(part: Partial<AirState>): void
  calls: string[]
}

/** A real desk on fake devices, and a connection whose state the test decides. */
export function fakeStudio(options: { leftOnAir?: string[] | null; capture?: Partial<CapturePort> } = {}): FakeStudio {
  let ids = 0
  const calls: string[] = []
  const devices = fakeDevices([{ deviceId: 'cam-1', label: 'Stage camera' }], [{ deviceId: 'mic-1', label: 'Desk microphone' }])
  const desk = createDesk({
    slug: 'show',
    capture: fakeCapture(options.capture),
    devices,
    mixer: fakeMixer(),
    storage: fakeStorage(),
    newId: () => String((ids += 1)),
  })
  const state = createStore<AirState>(idleAir)
  const note =
    (name: string) =>
    (...args: unknown[]): void =>
      void calls.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '))
  const later = (name: string) => {
    const record = note(name)
    return (...args: unknown[]) => Promise.resolve(record(...args))
  }
  const air: Air = {
    get: state.get,
    subscribe: state.subscribe,
    goLive: later('goLive'),
    resume: note('resume'),
    enter: note('enter'),
    putOnAir: note('putOnAir'),
    retryNow: note('retryNow'),
    isAired: () => true,
    keepAlive: later('keepAlive'),
    end: later('end'),
    dismissRefusal: () => state.patch({ refusal: null }),
    dismissContest: () => state.patch({ contested: null }),
    close: () => undefined,
  }
  return {
    slug: 'show',
    desk,
    devices,
    air,
    leftOnAir: options.leftOnAir ?? null,
    isClosed: () => false,
    close: () => void calls.push('close'),
    show: state.patch,
    calls,
  }
}

export const factoryOf =
  (studio: Studio): StudioFactory =>
  () =>
    studio
