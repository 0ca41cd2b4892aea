import { describe, expect, it } from 'vitest'
import { flushPromises } from '@e-events/shared/client/testing/fake-clock.ts'
import { createDeviceHub } from './devices.ts'
import { toCaptureError } from './capture-error.ts'

function machine(found: Partial<MediaDeviceInfo>[]) {
  const target = new EventTarget()
  const port = {
    found,
    enumerateDevices: () => Promise.resolve(port.found as MediaDeviceInfo[]),
    addEventListener: target.addEventListener.bind(target) as MediaDevices['addEventListener'],
    removeEventListener: target.removeEventListener.bind(target) as MediaDevices['removeEventListener'],
    change: () => target.dispatchEvent(new Event('devicechange')),
  }
  return port
}

describe('device hub', () => {
  it('has none outside a secure context, without failing', async () => {
    const hub = createDeviceHub(undefined)
    await flushPromises()
    expect(hub.get()).toMatchObject({ cameras: [], microphones: [], known: true })
  })

  it('lists each device once, by a readable name', async () => {
    const hub = createDeviceHub(
      machine([
        { kind: 'videoinput', deviceId: 'c1', label: 'HD Pro Webcam C920 (046d:082d)' },
        { kind: 'audioinput', deviceId: 'default', label: 'Default - Desk' },
        { kind: 'audioinput', deviceId: 'm1', label: 'Desk' },
        { kind: 'audiooutput', deviceId: 'o1', label: 'Speakers' },
      ]),
    )
    await flushPromises()
    expect(hub.get()).toEqual({
      cameras: [{ deviceId: 'c1', label: 'HD Pro Webcam C920' }],
      microphones: [{ deviceId: 'm1', label: 'Desk' }],
      speakers: [{ deviceId: 'o1', label: 'Speakers' }],
      known: true,
      named: true,
    })
  })

  it('follows what is plugged in and out', async () => {
    const port = machine([])
    const hub = createDeviceHub(port)
    await flushPromises()
    port.found = [{ kind: 'videoinput', deviceId: 'c1', label: 'Camera' }]
    port.change()
    await flushPromises()
    expect(hub.get().cameras).toHaveLength(1)
    hub.close()
    port.found = []
    port.change()
    await flushPromises()
    expect(hub.get().cameras).toHaveLength(1)
  })

  it.each([
    ['NotAllowedError', false, 'denied'],
    ['NotAllowedError', true, 'cancelled'],
    ['NotFoundError', false, 'not_found'],
    ['OverconstrainedError', false, 'not_found'],
    ['NotReadableError', false, 'in_use'],
    ['InvalidStateError', true, 'needs_gesture'],
    ['WhateverError', false, 'failed'],
  ])('a refusal called %s (screen: %s) is %s', (name, display, reason) => {
    expect(toCaptureError(Object.assign(new Error('x'), { name }), display).reason).toBe(reason)
  })
})
