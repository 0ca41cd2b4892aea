import { describe, expect, it } from 'vitest'
import { openSignalLink } from './link.ts'

/** The client's socket of socket.io, as far as a connection uses it; the test plays the server. */
function fakeSocket() {
  const listeners = new Map<string, ((cause: Error) => void)[]>()
  const emit = (event: string, cause = new Error(event)) => {
    const once = listeners.get(event) ?? []
    listeners.delete(event)
    for (const listener of once) listener(cause)
  }
  const socket = {
    connected: false,
    closes: 0,
    timeout: () => ({ emit: () => undefined }),
    on: () => undefined,
    off: () => undefined,
    once: (event: string, listener: (cause: Error) => void) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    close() {
      socket.closes += 1
      emit('disconnect')
    },
    emit,
  }
  return socket
}
const refused = (data?: unknown) => Object.assign(new Error('refused'), { data })

describe('a signalling connection', () => {
  it.each([
    [refused({ code: 'SIGNAL_TOKEN_INVALID' }), 'SIGNAL_TOKEN_INVALID'],
    [refused({ code: 'ROOM_FULL' }), 'UNAVAILABLE'],
    [refused(), 'UNAVAILABLE'],
  ])('that fails with %s rejects with %s and closes its socket', async (cause, code) => {
    const socket = fakeSocket()
    const link = openSignalLink(socket)
    socket.emit('connect_error', cause)
    await expect(link).rejects.toMatchObject({ code, cause })
    expect(socket.closes).toBe(1)
  })

  it('reports its loss once, and not when it was closed here', async () => {
    const losses: string[] = []
    const open = async (name: string) => {
      const socket = fakeSocket()
      const opening = openSignalLink(socket)
      socket.emit('connect')
      const link = await opening
      link.onLost(() => losses.push(name))
      return { socket, link }
    }
    const broken = await open('broken')
    broken.socket.emit('disconnect')
    broken.socket.emit('disconnect')
    const closed = await open('closed')
    closed.link.close()
    expect(closed.socket.closes).toBe(1)
    expect(losses).toEqual(['broken'])
  })
})
