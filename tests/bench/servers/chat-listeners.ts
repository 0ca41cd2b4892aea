// Browsers that listen to a chat. argv: a file with JSON of `Listening`. Prints a port when all have joined; each call
// of it answers JSON of `Heard`, counted since the call before.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { io } from 'socket.io-client'

export interface Listening {
  origin: string
  path: string
  productSlug: string
  /** One listener each; '' where the server asks for none. */
  tokens: string[]
}
export interface Heard {
  /** Messages, over all listeners. */
  messages: number
  /** Deliveries that carried them. */
  events: number
  /** Milliseconds from the moment that a message names at its end to its arrival. */
  latenciesMs: number[]
  /** A listener of its own heard the same message again. */
  repeated: number
}

const listening = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Listening
const nothing = (): Heard => ({ messages: 0, events: 0, latenciesMs: [], repeated: 0 })
let heard = nothing()
const atOnce = 25

async function join(token: string): Promise<void> {
  const socket = io(listening.origin, {
    path: listening.path,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  socket.once('disconnect', (reason) => {
    console.error(`a listener was disconnected: ${reason}`)
    process.exit(1)
  })
  const known = new Set<string>()
  socket.on('chat', ({ messages }: ChatEvent) => {
    const nowMs = performance.timeOrigin + performance.now()
    heard.events += 1
    for (const { id, text } of messages) {
      heard.messages += 1
      if (known.has(id)) heard.repeated += 1
      known.add(id)
      heard.latenciesMs.push(nowMs - Number(text.split(' ').at(-1)))
    }
  })
  const { ok } = (await socket.timeout(30_000).emitWithAck('chat', { productSlug: listening.productSlug, joins: true })) as { ok: boolean }
  if (!ok) throw new Error('a listener was not let in')
}

for (let from = 0; from < listening.tokens.length; from += atOnce)
  await Promise.all(listening.tokens.slice(from, from + atOnce).map((token) => join(token)))
const server = createServer((_, response) => {
  const said = heard
  heard = nothing()
  response.end(JSON.stringify(said))
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
