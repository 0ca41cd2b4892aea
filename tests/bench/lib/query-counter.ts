import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const [query, execute] = [0x51, 0x45]

export interface QueryCounter {
  /** The database through this counter. */
  url: string
  /** Statements so far: simple ones, and executions of prepared ones. */
  count(): number
  close(): void
}

/** Stands before PostgreSQL and counts what is asked. The connection string must not ask for TLS. */
export async function openQueryCounter(databaseUrl: string): Promise<QueryCounter> {
  const database = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    const upstream = connect(Number(database.port || 5432), database.hostname)
    let kept: Buffer = Buffer.alloc(0)
    let hasStarted = false
    client.on('data', (chunk: Buffer) => {
      upstream.write(chunk)
      kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
      // The first message has no letter before its length.
      for (;;) {
        const head = hasStarted ? 1 : 0
        if (kept.length < head + 4) return
        const end = head + kept.readUInt32BE(head)
        if (kept.length < end) return
        if (hasStarted && (kept[0] === query || kept[0] === execute)) count += 1
        hasStarted = true
        kept = kept.subarray(end)
      }
    })
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    count: () => count,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
