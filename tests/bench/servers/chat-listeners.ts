// Browsers that listen to a chat. argv: a file with JSON of `Listening`. Prints a port when all have joined; each call
// of it answers JSON of `Heard`, counted since the call before.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { joinChat } from '../lib/chat-socket.ts'

export interface Listening {
  port: number
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
  /** How many messages took so many whole milliseconds from the moment that they name at their end to their arrival. */
  latencies: Record<number, number>
  /** A listener of its own heard the same message again. */
  repeated: number
}
interface Message {
  saidAtMs: number
  /** By listener: 1 once it has heard it. */
  heardBy: Uint8Array
}

const listening = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Listening
const nothing = (): Heard => ({ messages: 0, events: 0, latencies: {}, repeated: 0 })
let heard = nothing()
const atOnce = 25
const messages = new Map<string, Message>()
/** Deliveries as they came last: all listeners are sent the same bytes, which are read once. */
let known: { json: Buffer; messages: Message[] }[] = []
const knownMost = 8

function messagesOf(json: Buffer): Message[] {
  const same = known.find((one) => one.json.equals(json))
  if (same) return same.messages
  const [name, event] = JSON.parse(json.toString()) as [string, ChatEvent]
  if (name !== 'chat') return []
  const carried = event.messages.map(({ id, text }) => {
    const message = messages.get(id) ?? { saidAtMs: Number(text.split(' ').at(-1)), heardBy: new Uint8Array(listening.tokens.length) }
    messages.set(id, message)
    return message
  })
  known = [{ json: Buffer.from(json), messages: carried }, ...known.slice(0, knownMost - 1)]
  return carried
}

function hear(listener: number, json: Buffer): void {
  const nowMs = performance.timeOrigin + performance.now()
  const carried = messagesOf(json)
  if (carried.length === 0) return
  heard.events += 1
  for (const { saidAtMs, heardBy } of carried) {
    heard.messages += 1
    heard.repeated += heardBy[listener] ?? 0
    heardBy[listener] = 1
    const tookMs = Math.round(nowMs - saidAtMs)
    heard.latencies[tookMs] = (heard.latencies[tookMs] ?? 0) + 1
  }
}

async function join(token: string, listener: number): Promise<void> {
  const { port, path, productSlug } = listening
  await joinChat({
    port,
    path,
    token,
    productSlug,
    onEvent: (json) => hear(listener, json),
    onClosed(why) {
      console.error(`a listener was disconnected: ${why}`)
      process.exit(1)
    },
  })
}

for (let from = 0; from < listening.tokens.length; from += atOnce)
  await Promise.all(listening.tokens.slice(from, from + atOnce).map((token, index) => join(token, from + index)))
const server = createServer((_, response) => {
  const said = heard
  heard = nothing()
  response.end(JSON.stringify(said))
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
