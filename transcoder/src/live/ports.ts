import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'

export interface PortPool {
  /** Even ports whose successors are free too: RTP and RTCP. @throws Error when the range is used up */
  take(count: number): Promise<number[]>
  give(ports: readonly number[]): void
}

export function createPortPool(range: { ip: string; min: number; max: number }): PortPool {
  const taken = new Set<number>()
  const first = range.min + (range.min % 2)
  const size = Math.floor((range.max - first + 1) / 2)
  // Each process starts somewhere else, so that neighbours with the same range seldom meet.
  let next = Math.floor(Math.random() * size)

  async function takeOne(): Promise<number> {
    for (let attempt = 0; attempt < size; attempt++) {
      const port = first + 2 * (next++ % size)
      if (taken.has(port)) continue
      taken.add(port)
      if ((await isFree(range.ip, port)) && (await isFree(range.ip, port + 1))) return port
      taken.delete(port)
    }
    throw new Error(`no free RTP ports between ${range.min} and ${range.max}`)
  }

  return {
    async take(count) {
      const ports: number[] = []
      for (let index = 0; index < count; index++) ports.push(await takeOne())
      return ports
    },
    give(ports) {
      for (const port of ports) taken.delete(port)
    },
  }
}

function isFree(ip: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => resolve(false))
    socket.bind({ port, address: ip, exclusive: true }, () => socket.close(() => resolve(true)))
  })
}

/**
 * Waits until ffmpeg has bound all these UDP ports: packets sent before are lost, and with them the first
 * key frame. Where the system does not list its sockets, a moderate time must do.
 */
export async function waitUntilBound(ports: readonly number[], options: { timeoutMs: number; signal: AbortSignal }): Promise<boolean> {
  const names = ports.map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')} `)
  const deadline = Date.now() + options.timeoutMs
  while (!options.signal.aborted && Date.now() < deadline) {
    const tables = await Promise.all(['/proc/net/udp', '/proc/net/udp6'].map((path) => readFile(path, 'utf8').catch(() => undefined)))
    if (tables.every((table) => table === undefined)) {
      await pause(500, options.signal)
      return !options.signal.aborted
    }
    if (names.every((name) => tables.some((table) => table?.includes(name)))) return true
    await pause(10, options.signal)
  }
  return false
}

/** A wait that ends early when aborted; never rejects. */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, durationMs)
    signal?.addEventListener('abort', done, { once: true })
  })
}
