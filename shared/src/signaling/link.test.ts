import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openSignalLink } from './link.ts'

/** A socket of socket.io's client whose server the test plays. */
class Socket extends EventEmitter {
  connected = false
  closes = 0
  timeout() {
    return { emit: () => undefined }
  }
  close() {
    this.closes += 1
    this.emit('disconnect')
  }
}
const refused = (data?: unknown) => Object.assign(new Error('refused'), { data })

describe('a signalling connection', () => {
  it.each([
    [refused({ code: 'SIGNAL_TOKEN_INVALID' }), 'SIGNAL_TOKEN_INVALID'],
    [refused({ code: 'ROOM_FULL' }), 'UNAVAILABLE'],
    [refused(), 'UNAVAILABLE'],
  ])('that fails with %s rejects with %s and closes its socket', async (cause, code) => {
    const socket = new Socket()
    const link = openSignalLink(socket)
    socket.emit('connect_error', cause)
    await expect(link).rejects.toMatchObject({ code, cause })
    expect(socket.closes).toBe(1)
  })

  it('reports its loss once, and not when it was closed here', async () => {
    const losses: string[] = []
    const open = async (name: string) => {
      const socket = new Socket()
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
