import { createWorker, type types } from 'mediasoup'
import { DomainError } from '@e-events/shared/errors.ts'
import type { WorkerCandidate } from '../placement/rank.ts'
import type { Log } from '../log.ts'

export interface WorkerPoolOptions {
  count: number
  workerBin: string | undefined
  listenIp: string
  announcedAddress: string | undefined
  rtcMinPort: number
  rtcMaxPort: number
  enableTcp: boolean
  log: Log
  onDied?: (workerId: string) => void
}

export interface PoolWorker {
  readonly workerId: string
  readonly worker: types.Worker
  /** One UDP and one TCP port for all WebRTC transports of the worker. */
  readonly webRtcServer: types.WebRtcServer
  cpuPercent: number
  routers: number
}

interface Slot {
  readonly workerId: string
  current: PoolWorker | undefined
  startedAtMs: number
  /** Deaths in quick succession; decides the pause before the next start. */
  failures: number
  restart: NodeJS.Timeout | undefined
  lastCpu: { usedMs: number; atMs: number } | undefined
}

const restartDelaysMs = [0, 250, 500, 1_000, 2_000, 5_000] as const
/** A worker that lived this long is taken for healthy again. */
const stableAfterMs = 60_000

/** One media worker per core, each replaced as soon as it dies. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #slots: Slot[]
  #restarts = 0
  #retired = false
  #closed = false

  static async create(options: WorkerPoolOptions): Promise<WorkerPool> {
    const pool = new WorkerPool(options)
    try {
      await Promise.all(pool.#slots.map((slot) => pool.#start(slot)))
    } catch (error) {
      pool.close()
      throw error
    }
    return pool
  }

  private constructor(options: WorkerPoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      workerId: `w${index}`,
      current: undefined,
      startedAtMs: 0,
      failures: 0,
      restart: undefined,
      lastCpu: undefined,
    }))
  }

  get restarts(): number {
    return this.#restarts
  }

  get living(): PoolWorker[] {
    return this.#slots.flatMap((slot) => (slot.current ? [slot.current] : []))
  }

  get size(): number {
    return this.#slots.length
  }

  candidates(): WorkerCandidate[] {
    return this.living.map(({ workerId, cpuPercent, routers }) => ({ workerId, cpuPercent, routers, alive: true }))
  }

  /** @throws DomainError UNAVAILABLE while the worker is dead */
  get(workerId: string): PoolWorker {
    const found = this.#slots.find((slot) => slot.workerId === workerId)?.current
    if (!found) throw new DomainError('UNAVAILABLE', { detail: `worker ${workerId} is not running` })
    return found
  }

  /** Measures the processor time of every worker since the last call. */
  async sample(): Promise<void> {
    await Promise.all(
      this.#slots.map(async (slot) => {
        const pooled = slot.current
        if (!pooled) return
        try {
          const usage = await pooled.worker.getResourceUsage()
          const atMs = performance.now()
          const usedMs = usage.ru_utime + usage.ru_stime
          const last = slot.lastCpu
          slot.lastCpu = { usedMs, atMs }
          if (last && atMs > last.atMs && slot.current === pooled)
            pooled.cpuPercent = Math.min(100, Math.max(0, ((usedMs - last.usedMs) / (atMs - last.atMs)) * 100))
        } catch {
          // It died between the question and the answer; its death is handled elsewhere.
        }
      }),
    )
  }

  /**
   * The node goes down: workers that end from now on (a signal to the whole process group reaches them too) are not
   * replaced.
   */
  retire(): void {
    this.#retired = true
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const slot of this.#slots) {
      clearTimeout(slot.restart)
      slot.current?.worker.close()
      slot.current = undefined
    }
  }

  async #start(slot: Slot): Promise<void> {
    const { workerBin, listenIp, announcedAddress, rtcMinPort, rtcMaxPort, enableTcp, log } = this.#options
    const worker = await withoutSignalHandlers(() =>
      createWorker({ logLevel: 'warn', logTags: ['ice', 'dtls', 'rtp', 'srtp', 'rtcp'], ...(workerBin ? { workerBin } : {}) }),
    )
    const listen = {
      ip: listenIp,
      ...(announcedAddress && announcedAddress !== listenIp ? { announcedAddress } : {}),
      portRange: { min: rtcMinPort, max: rtcMaxPort },
    }
    try {
      const webRtcServer = await worker.createWebRtcServer({
        listenInfos: [{ protocol: 'udp', ...listen }, ...(enableTcp ? [{ protocol: 'tcp' as const, ...listen }] : [])],
      })
      if (this.#closed) {
        worker.close()
        return
      }
      slot.current = { workerId: slot.workerId, worker, webRtcServer, cpuPercent: 0, routers: 0 }
    } catch (error) {
      worker.close()
      throw error
    }
    slot.startedAtMs = performance.now()
    slot.lastCpu = undefined
    log.info({ worker: slot.workerId, pid: worker.pid }, 'media worker started')
    worker.on('died', (error) => {
      slot.current = undefined
      if (this.#retired) {
        log.info({ worker: slot.workerId, pid: worker.pid }, 'media worker ended')
        return
      }
      log.error({ worker: slot.workerId, pid: worker.pid, err: error }, 'media worker died')
      if (performance.now() - slot.startedAtMs > stableAfterMs) slot.failures = 0
      this.#options.onDied?.(slot.workerId)
      this.#restartLater(slot)
    })
  }

  #restartLater(slot: Slot): void {
    if (this.#closed || this.#retired) return
    const delayMs = restartDelaysMs[Math.min(slot.failures, restartDelaysMs.length - 1)] ?? 0
    slot.failures += 1
    slot.restart = setTimeout(() => {
      if (this.#closed) return
      this.#restarts += 1
      this.#start(slot).catch((error: unknown) => {
        this.#options.log.error({ worker: slot.workerId, err: error }, 'media worker does not start')
        this.#restartLater(slot)
      })
    }, delayMs)
  }
}

/**
 * mediasoup closes its workers by itself on SIGTERM and SIGINT, which would cut everybody off before they have moved to
 * another node.
 */
async function withoutSignalHandlers<T>(create: () => Promise<T>): Promise<T> {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const before = signals.map((signal) => new Set(process.listeners(signal)))
  const created = await create()
  for (const [index, signal] of signals.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.has(listener) && listener.name === 'onSignal') process.removeListener(signal, listener)
    }
  }
  return created
}
