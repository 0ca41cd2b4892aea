import type { types } from 'mediasoup'
import { DomainError } from '@e-events/shared/errors.ts'
import { rankForRoom, rankForViewer } from '../placement/rank.ts'
import type { BrowserTransport } from '../rooms/media-port.ts'
import { mediaCodecs } from './codecs.ts'
import { mediaCall } from './errors.ts'
import { createBrowserTransport } from './browser-transport.ts'
import { createPipes, type Pipes } from './pipes.ts'
import type { RouterSlot } from './router-slot.ts'
import type { TransportMeter } from './transport-meter.ts'
import type { WorkerPool } from './worker-pool.ts'

export interface RoutersOptions {
  pool: WorkerPool
  meter: TransportMeter
}

/** A producer and the router that it arrives on. */
export interface ArrivedProducer {
  readonly slot: RouterSlot
  readonly producer: types.Producer
}

/**
 * The routers of one room. All senders share the home router; receivers share it while its worker is calm and spread
 * over edge routers on other workers when it is not. A producer is piped once to each edge router.
 */
export class RoomRouters {
  readonly #options: RoutersOptions
  readonly #pipes: Pipes = createPipes()
  #home: Promise<RouterSlot> | undefined
  #homeWorkerId: string | undefined
  readonly #edges = new Map<string, Promise<RouterSlot>>()
  /** Where each producer arrives. */
  readonly #producers = new Map<string, ArrivedProducer>()
  #closed = false

  constructor(options: RoutersOptions) {
    this.#options = options
  }

  async rtpCapabilities() {
    const { router } = await this.home()
    return router.rtpCapabilities
  }

  async createTransport(direction: 'send' | 'recv'): Promise<BrowserTransport> {
    const slot = direction === 'send' ? await this.home() : await this.#receiverSlot()
    return mediaCall(() =>
      createBrowserTransport({
        slot,
        direction,
        meter: this.#options.meter,
        onProducer: (producer) => this.track(slot, producer),
        reach: (producerId) => this.#reach(producerId, slot),
      }),
    )
  }

  /** @throws DomainError FEED_NOT_FOUND when it is gone */
  find(producerId: string): ArrivedProducer {
    const found = this.#producers.get(producerId)
    if (!found) throw new DomainError('FEED_NOT_FOUND', { detail: 'the producer is gone' })
    return found
  }

  /** Makes a producer known to receivers on every router. */
  track(slot: RouterSlot, producer: types.Producer): void {
    this.#producers.set(producer.id, { slot, producer })
    producer.observer.once('close', () => this.#producers.delete(producer.id))
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    const routers = [this.#home, ...this.#edges.values()]
    this.#home = undefined
    this.#edges.clear()
    for (const slot of routers) {
      slot?.then(
        ({ router }) => router.close(),
        () => undefined,
      )
    }
  }

  /** Makes a producer consumable on the router of `target`. */
  async #reach(producerId: string, target: RouterSlot): Promise<void> {
    const source = this.find(producerId)
    if (source.slot.router !== target.router) await this.#pipes.ensure(source.producer, source.slot.router, target.router)
  }

  /** The router of senders; a new one after the death of its worker. */
  home(): Promise<RouterSlot> {
    if (this.#closed) return Promise.reject(new DomainError('ROOM_CLOSED'))
    if (this.#home) return this.#home
    const workerId = rankForRoom(this.#options.pool.candidates())[0]?.workerId
    // Not remembered: a moment later the worker is back, and the room would go on refusing everybody.
    if (workerId === undefined) return Promise.reject(new DomainError('UNAVAILABLE', { detail: 'no media worker is running' }))
    this.#home = this.#createHome(workerId)
    return this.#home
  }

  #createHome(workerId: string): Promise<RouterSlot> {
    this.#homeWorkerId = workerId
    const home = this.#createRouter(workerId, () => {
      if (this.#home !== home) return
      this.#home = undefined
      this.#homeWorkerId = undefined
    })
    return home
  }

  #receiverSlot(): Promise<RouterSlot> {
    if (this.#closed) return Promise.reject(new DomainError('ROOM_CLOSED'))
    if (this.#homeWorkerId === undefined || this.#home === undefined) return this.home()
    const ranked = rankForViewer(this.#options.pool.candidates(), { homeId: this.#homeWorkerId, edgeIds: [...this.#edges.keys()] })
    const workerId = ranked[0]?.workerId
    if (workerId === undefined || workerId === this.#homeWorkerId) return this.home()
    const known = this.#edges.get(workerId)
    if (known) return known
    const edge = this.#createRouter(workerId, () => {
      if (this.#edges.get(workerId) === edge) this.#edges.delete(workerId)
    })
    this.#edges.set(workerId, edge)
    return edge
  }

  /** `forget` runs once when the router cannot be made, or is gone. */
  #createRouter(workerId: string, forget: () => void): Promise<RouterSlot> {
    const create = async (): Promise<RouterSlot> => {
      const pooled = this.#options.pool.get(workerId)
      const router = await mediaCall(() => pooled.worker.createRouter({ mediaCodecs }))
      pooled.routers += 1
      router.observer.once('close', () => {
        pooled.routers -= 1
        forget()
      })
      if (this.#closed) {
        router.close()
        throw new DomainError('ROOM_CLOSED')
      }
      return { pooled, router }
    }
    const created = create()
    created.catch(forget)
    return created
  }
}
