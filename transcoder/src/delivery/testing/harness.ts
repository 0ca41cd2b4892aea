import { createServer, request, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { isListed } from '@e-events/shared/node/revocations.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import { signMediaToken, type MediaClaims } from '@e-events/shared/node/tokens.ts'
import { limits } from '@e-events/shared/limits.ts'
import { Registry } from 'prom-client'
import { createPlaylistHub, type PlaylistHub } from '../../hls/publisher.ts'
import { createFastCgiServer } from '../fastcgi.ts'
import { createDelivery, deliveryServerOptions, type DeliveryOptions } from '../server.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

export interface Harness {
  root: string
  port: number
  /** Where the playlists are answered by FastCGI. */
  fastCgiPort: number
  storage: Storage
  hub: PlaylistHub
  registry: Registry
  /** Epoch ms that the delivery believes in; move it. */
  clock: { offsetMs: number }
  revoked: Set<string>
  token(claims?: Partial<MediaClaims>, secret?: string): string
  /** Sends the path as it is written: fetch would tidy `..` away. */
  get(path: string, options?: RequestOptions): Promise<Answer>
  stop(): Promise<void>
}

export const secret = 'a-secret-of-the-tests-that-is-long-enough'
export const viewer = { userId: '0b7f5a52-6a8e-4d4e-8a37-0f1e7a1f0001', productId: '0b7f5a52-6a8e-4d4e-8a37-0f1e7a1f0002' }

/** The delivery behind a real server, with real files. */
export async function startHarness(options: Partial<DeliveryOptions> = {}): Promise<Harness> {
  const root = await mkdtemp(join(tmpdir(), 'ee-delivery-'))
  const storage = options.storage ?? (await createDiskStorage({ root: join(root, 'media') }))
  const hub = createPlaylistHub()
  const clock = { offsetMs: 0 }
  const now = () => Date.now() + clock.offsetMs
  const revoked = new Set<string>()
  const registry = new Registry()
  const revocations = { isRevoked: (claims: MediaClaims) => isListed(revoked, claims) }
  const delivery = createDelivery({ storage, hub, revocations, mediaTokenSecret: secret, now, registry, ...options })
  const server = createServer(deliveryServerOptions, delivery.http)
  const lists = createFastCgiServer(delivery.fastCgi)
  const [port, fastCgiPort] = [await listen(server), await listen(lists)]
  return {
    root,
    port,
    fastCgiPort,
    storage,
    hub,
    registry,
    clock,
    revoked,
    token: (claims = {}, signedWith = secret) =>
      signMediaToken({ ...viewer, prefixes: ['live/b1'], expiresAtMs: now() + limits.playbackTokenMs, ...claims }, signedWith),
    get: (path, requestOptions = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port, path, agent: false, ...requestOptions }, (incoming) => {
          buffer(incoming).then(
            (body) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body, text: body.toString() }),
            reject,
          )
        })
        outgoing.on('error', reject)
        outgoing.end()
      }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      lists.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function listen(server: NetServer): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
