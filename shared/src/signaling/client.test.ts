import { describe, expect, it } from 'vitest'
import { createSignalingClient, signalingAddress, type SignalingSocket } from './client.ts'
import type { Notification } from './notifications.ts'

function fakeSocket(answer: (envelope: unknown, ack: (error: unknown, reply: unknown) => void) => void, connected = true) {
  const listeners = new Set<(message: unknown) => void>()
  const socket: SignalingSocket = {
    connected,
    timeout: () => ({ emit: (_event, envelope, ack) => answer(envelope, ack) }),
    on: (_event, listener) => listeners.add(listener),
    off: (_event, listener) => listeners.delete(listener),
  }
  return { socket, listeners, notify: (message: unknown) => listeners.forEach((listener) => listener(message)) }
}

describe('signalling client', () => {
  it('throws the code of a refusal', async () => {
    const { socket } = fakeSocket((_, ack) => ack(null, { ok: false, error: { code: 'SIGNAL_OUT_OF_ORDER', message: 'no' } }))
    await expect(createSignalingClient(socket).request('activity', {})).rejects.toMatchObject({ code: 'SIGNAL_OUT_OF_ORDER' })
  })

  it('throws UNAVAILABLE without an answer and without a connection', async () => {
    const silent = fakeSocket((_, ack) => ack(new Error('operation has timed out'), undefined))
    await expect(createSignalingClient(silent.socket).request('activity', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const away = fakeSocket(() => undefined, false)
    await expect(createSignalingClient(away.socket).request('activity', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('throws INTERNAL for a reply outside the contract', async () => {
    const { socket } = fakeSocket((_, ack) => ack(null, { ok: true, data: { idleClosesAtMs: 'soon' } }))
    await expect(createSignalingClient(socket).request('activity', {})).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('resolves with the parsed reply and sends the envelope as it is', async () => {
    const seen: unknown[] = []
    const { socket } = fakeSocket((envelope, ack) => {
      seen.push(envelope)
      ack(null, { ok: true, data: { idleClosesAtMs: 5, unknownColumn: 1 } })
    })
    await expect(createSignalingClient(socket).request('activity', {})).resolves.toEqual({ idleClosesAtMs: 5 })
    expect(seen).toEqual([{ method: 'activity', data: {} }])
  })

  it('hands on notifications it knows, leaves out the others, and stops', () => {
    const { socket, notify, listeners } = fakeSocket(() => undefined)
    const seen: Notification[] = []
    const stop = createSignalingClient(socket).onNotification((notification) => seen.push(notification))
    notify({ method: 'fromTheFuture', data: {} })
    notify({ method: 'audience', data: { viewers: 3 } })
    stop()
    expect(seen).toEqual([{ method: 'audience', data: { viewers: 3 } }])
    expect(listeners.size).toBe(0)
  })
})

describe('signallingAddress', () => {
  it.each([
    ['/sfu', '', '/sfu/socket.io'],
    ['/sfu/', '', '/sfu/socket.io'],
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100', '/sfu/socket.io'],
    ['https://media.example.org/sfu-2', 'https://media.example.org', '/sfu-2/socket.io'],
  ])('%s', (url, origin, path) => {
    expect(signalingAddress(url)).toEqual({ origin, path })
  })
})
