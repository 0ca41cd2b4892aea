import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A wire to a store that tests can cut and mend. */
export interface TcpProxy {
  port: number
  /** Connections break and new ones are refused. */
  cut(): Promise<void>
  /** New connections work again, on the same port. */
  mend(): Promise<void>
  /** Connections stay open and nothing comes through any more, until `mend`. */
  freeze(): void
  close(): Promise<void>
}

export async function createTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let frozen = false
  let server = await listen(0)
  const { port } = server.address() as AddressInfo

  function listen(on: number): Promise<Server> {
    const made = createServer((near) => {
      const far = connect(target.port, target.host)
      const pair: [Socket, Socket] = [near, far]
      pairs.add(pair)
      const end = () => {
        near.destroy()
        far.destroy()
        pairs.delete(pair)
      }
      near.on('data', (data) => frozen || far.write(data))
      far.on('data', (data) => frozen || near.write(data))
      for (const socket of pair) socket.on('error', end).on('close', end)
    })
    return new Promise((resolve, reject) => {
      made.once('error', reject)
      made.listen(on, '127.0.0.1', () => resolve(made))
    })
  }

  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
    await closed
  }

  return {
    port,
    cut,
    freeze() {
      frozen = true
    },
    async mend() {
      if (frozen) {
        frozen = false
        await cut()
      }
      if (!server.listening) server = await listen(port)
    },
    async close() {
      if (server.listening) await cut()
    },
  }
}
