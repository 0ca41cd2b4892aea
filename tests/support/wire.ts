import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to Redis that can be cut. */
export async function openWire(target: URL): Promise<{ port: number; cut(): void; mend(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port || 6379), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destroy = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      destroy()
    },
    mend() {
      isCut = false
    },
    close() {
      destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
