import net from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from './gateway.mjs'

describe('connections of the gateway', () => {
  it('closes a connection that asked nothing without a word, and tells one that asked half of it', async () => {
    const gateway = createGateway({ webDist: 'none', studioDist: 'none', apiPort: 1, sfuPort: 1, transcoderPort: 1 })
    onTestFinished(() => void gateway.close())
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const { port } = gateway.address() as net.AddressInfo
    const heard = async (half: string) => {
      const socket = net.connect(port, '127.0.0.1')
      const accepted = await new Promise<net.Socket>((resolve) => gateway.once('connection', resolve))
      if (half !== '') {
        socket.write(half)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      // What Node reports once its time is over; it looks every 30 s.
      gateway.emit('clientError', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), accepted)
      return Buffer.concat(await socket.toArray()).toString()
    }
    expect(await heard('')).toBe('')
    expect(await heard('GET / HTTP/1.1\r\nHost: lo')).toMatch(/^HTTP\/1\.1 400 /)
  })
})
