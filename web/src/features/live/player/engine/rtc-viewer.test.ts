import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requests, type RequestMethod } from '@e-events/shared/signaling/requests.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import { Device } from 'mediasoup-client'
import * as parameters from 'mediasoup-client/fakeParameters'
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler'
import type { Transport } from 'mediasoup-client/types'
import { Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RtcViewer } from './rtc-viewer.ts'

const feedId = '00000000-0000-4000-8000-00000000000f'
const path = '/sfu/socket.io'
/** Longer than the first pause of socket.io's own reconnection (0.5 to 1.5 s). */
const settleMs = 2_000

/** The sfu's side of the signalling, on a socket of its own. */
let server: Server
let url: string
let peers: Socket[]
let asked: RequestMethod[]
let sendsPicture = true
/** The viewer's transport: mediasoup-client with the handler that it ships for tests. */
let transport: Transport

function answer(method: RequestMethod): unknown {
  const { id: transportId, iceParameters, iceCandidates, dtlsParameters } = parameters.generateTransportRemoteParameters()
  const consumer = parameters.generateConsumerRemoteParameters({ codecMimeType: 'video/VP8' })
  switch (method) {
    case 'join':
      return {
        peerId: 'viewer',
        broadcastId: '00000000-0000-4000-8000-000000000001',
        routerRtpCapabilities: parameters.generateRouterRtpCapabilities(),
        feeds: [],
        idleClosesAtMs: null,
      }
    case 'createTransport':
      return { transportId, iceParameters, iceCandidates, dtlsParameters }
    case 'consume':
      if (!sendsPicture) return { consumers: [] }
      return {
        consumers: [
          {
            consumerId: consumer.id,
            producerId: consumer.producerId,
            kind: 'video',
            type: 'simple',
            rtpParameters: consumer.rtpParameters,
          },
        ],
      }
    default:
      return {}
  }
}

beforeEach(async () => {
  vi.stubGlobal(
    'MediaStream',
    class {
      addTrack = () => undefined
      removeTrack = () => undefined
    },
  )
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true, configurable: true })
  vi.spyOn(Device, 'factory').mockImplementation(async () => {
    const device = new Device({ handlerFactory: FakeHandler.createFactory(parameters) })
    device.observer.on('newtransport', (made) => (transport = made))
    return device
  })
  peers = []
  asked = []
  sendsPicture = true
  const http = createServer()
  server = new Server(http, { path })
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('request', ({ method, data }: { method: RequestMethod; data: unknown }, ack: (reply: unknown) => void) => {
      asked.push(method)
      const { success } = requests[method].data.safeParse(data)
      ack(success ? { ok: true, data: answer(method) } : { ok: false, error: { code: 'VALIDATION_FAILED', message: method } })
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  await server.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const tell = (notification: Notification) => peers[0]?.emit('notification', notification)
const losses: Record<string, () => unknown> = {
  'the connection breaks': () => peers[0]?.conn.close(),
  'its node is drained': () => tell({ method: 'reconnect', data: { reason: 'draining' } }),
  'its access is revoked': () => tell({ method: 'reconnect', data: { reason: 'revoked' } }),
  'its media worker dies': () => tell({ method: 'transportsLost', data: {} }),
  'its transport fails': () => (transport.handler as unknown as FakeHandler).setConnectionState('failed'),
}

describe('a low-latency viewer', () => {
  it.each(Object.keys(losses))('tells the player once and never joins again when %s', async (loss) => {
    const freshGrant = vi.fn(() => Promise.resolve(null))
    // As the player does: it goes back to HLS and closes the viewer.
    const onLost = vi.fn(() => viewer.close())
    const viewer: RtcViewer = await RtcViewer.open(
      { url, path, token: 'grant', expiresAt: new Date().toISOString(), iceServers: [] },
      { feedId, soundFeedId: null },
      { onChange: () => undefined, onLost, freshGrant },
    )
    expect(asked).toEqual(['join', 'createTransport', 'consume', 'connectTransport', 'resumeConsumer'])
    expect([peers.length, peers[0]?.connected, transport.closed, onLost.mock.calls.length]).toEqual([1, true, false, 0])

    losses[loss]?.()
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled())
    await vi.waitFor(() => expect(peers[0]?.connected).toBe(false))
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    expect(onLost).toHaveBeenCalledTimes(1)
    expect([peers.length, transport.closed, freshGrant.mock.calls.length]).toEqual([1, true, 0])
    expect(asked.filter((method) => method === 'join')).toHaveLength(1)
  })

  it('refuses a feed that sends no picture now, so that the player goes back to HLS for it', async () => {
    const viewer = await RtcViewer.open(
      { url, path, token: 'grant', expiresAt: new Date().toISOString(), iceServers: [] },
      { feedId, soundFeedId: null },
      { onChange: () => undefined, onLost: () => undefined, freshGrant: () => Promise.resolve(null) },
    )
    sendsPicture = false
    await expect(viewer.showFeed('00000000-0000-4000-8000-0000000000ff')).rejects.toThrow('no picture')
    viewer.close()
  })
})
