import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { createFactories } from '../../../api/src/testing/factories.ts'
import { send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { addPeople, type BenchPerson } from '../lib/bench-people.ts'
import { startChild } from '../lib/child.ts'
import { schedSecondsOf } from '../lib/cpu.ts'
import type { Figure } from '../lib/figures.ts'
import { interleave, until } from '../lib/rounds.ts'
import type { Heard, Listening } from '../servers/chat-listeners.ts'

const listeners = 5_000
/** The listeners of a side are spread over so many. */
const processes = 2
/** Messages a second. A crowd writes faster than messages are gathered, and than the bare server can send. */
const paces = { calm: 4, crowd: 14 } as const
type Pace = keyof typeof paces
const warmUpSec = 3
const apiKey = 'the-key-of-the-services-in-the-bench'

interface ChatSide {
  side: Side
  /** Says something that ends with the moment at which it was said. */
  say(text: string): Promise<unknown>
  /** Counts from the last call on. */
  hear(): Promise<Heard>
}

async function openSides(bench: Bench): Promise<Record<'ours' | 'baseline', ChatSide>> {
  bench.say(`${listeners} accounts with a ticket, the api and a bare server`)
  const database = await createTestDatabase({ poolMax: 2 })
  bench.atEnd(() => database.drop())
  const factories = createFactories(database.knex)
  const channel = await factories.channel({ owner_id: (await factories.producer()).id })
  const product = await factories.product({ channel_id: channel.id, plan: 'paid' })
  await factories.broadcast({ product_id: product.id, state: 'on_air', started_at: new Date(Date.now() - 600_000) })
  const people = await addPeople(database.knex, listeners, { ticketOf: product.id })
  await database.knex.raw('analyze')
  const ours = await startApi(database.url, { NOTIFICATIONS_API_KEY: apiKey })
  bench.atEnd(() => ours.child.end('SIGTERM'))
  let turn = 0
  const speaker = (): BenchPerson => people[turn++ % people.length] ?? neverEmpty()
  const postOurs = async (text: string) => {
    const body = { clientId: randomUUID(), text }
    return send(ours.origin, { path: `/api/chat/${product.slug}/messages`, token: await speaker().token(), body, apiKey })
  }
  const message = JSON.parse(await postOurs('the first one 0')) as ChatMessage
  const event: ChatEvent = { productSlug: product.slug, messages: [message] }
  const bare = await startBare('bare-chat.ts', [realtimePath, JSON.stringify(event)])
  bench.atEnd(() => bare.child.end())
  const tokens = await Promise.all(people.map((person) => person.token()))
  bench.say(`${listeners} listeners join each`)
  return {
    ours: { side: ours, say: postOurs, hear: await listen(bench, ours, { productSlug: product.slug, tokens }) },
    baseline: {
      side: bare,
      say: (text) => send(bare.origin, { path: '/say', body: { text } }),
      hear: await listen(bench, bare, { productSlug: product.slug, tokens: tokens.map(() => '') }),
    },
  }
}

function neverEmpty(): never {
  throw new Error('nobody is there')
}

async function listen(bench: Bench, side: Side, room: Pick<Listening, 'productSlug' | 'tokens'>): Promise<ChatSide['hear']> {
  const share = Math.ceil(room.tokens.length / processes)
  const parts: (() => Promise<Heard>)[] = []
  for (let from = 0; from < room.tokens.length; from += share)
    parts.push(await startListeners(bench, side, { ...room, tokens: room.tokens.slice(from, from + share) }))
  return async () => (await Promise.all(parts.map((hear) => hear()))).reduce(sumOf)
}

async function startListeners(bench: Bench, side: Side, room: Pick<Listening, 'productSlug' | 'tokens'>): Promise<ChatSide['hear']> {
  const file = path.join(bench.folder, `listening-${randomUUID()}.json`)
  await writeFile(file, JSON.stringify({ port: Number(new URL(side.origin).port), path: realtimePath, ...room } satisfies Listening))
  const program = fileURLToPath(new URL('../servers/chat-listeners.ts', import.meta.url))
  const child = startChild(process.execPath, ['--disable-warning=ExperimentalWarning', program, file])
  bench.atEnd(() => child.end())
  const { port } = JSON.parse(await child.firstLine) as { port: number }
  return async () => (await Promise.race([child.failed, fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.json())])) as Heard
}

function sumOf(one: Heard, other: Heard): Heard {
  const latencies = { ...one.latencies }
  for (const [ms, count] of Object.entries(other.latencies)) latencies[Number(ms)] = (latencies[Number(ms)] ?? 0) + count
  return {
    messages: one.messages + other.messages,
    events: one.events + other.events,
    repeated: one.repeated + other.repeated,
    latencies,
  }
}

/** Milliseconds that so many of a hundred messages took at most. */
function within({ latencies, messages }: Heard, percent: number): number {
  let left = (messages * percent) / 100
  // Whole numbers as keys come in their order.
  for (const [ms, count] of Object.entries(latencies)) {
    left -= count
    if (left <= 0) return Number(ms)
  }
  return Number.NaN
}

interface Measured {
  /** CPU of the server's process, for each message that reached a listener. */
  cpuUs: number
  p99Ms: number
  perDelivery: number
}

/** @throws Error where a message was lost, or came twice */
async function talk({ side, say, hear }: ChatSide, { pace, seconds }: { pace: Pace; seconds: number }): Promise<Measured> {
  await hear()
  const startedMs = performance.now()
  const before = schedSecondsOf(side.child.pid)
  const posts: Promise<unknown>[] = []
  const endsAtMs = startedMs + seconds * 1000
  while (performance.now() < endsAtMs) {
    posts.push(say(`message ${posts.length} ${performance.timeOrigin + performance.now()}`))
    const dueMs = startedMs + (posts.length * 1000) / paces[pace]
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
  }
  await Promise.all(posts)
  let all: Heard = { messages: 0, events: 0, latencies: {}, repeated: 0 }
  const expected = posts.length * listeners
  await until(
    `${expected} deliveries`,
    async () => {
      all = sumOf(all, await hear())
      return all.messages >= expected
    },
    { everyMs: 250 },
  )
  const cpuSec = schedSecondsOf(side.child.pid) - before
  if (all.messages !== expected || all.repeated > 0)
    throw new Error(`${all.messages} messages arrived instead of ${expected}, ${all.repeated} of them again`)
  return { cpuUs: (cpuSec * 1e6) / expected, p99Ms: within(all, 99), perDelivery: all.messages / all.events }
}

export const chat: Row = {
  id: 'chat',
  title: 'Chat',
  async measure(bench) {
    const sides = await openSides(bench)
    const seconds = Math.min(bench.seconds, 10)
    const figures: Figure[] = []
    for (const pace of Object.keys(paces) as Pace[]) {
      for (const side of Object.values(sides)) await talk(side, { pace, seconds: warmUpSec })
      const seen = { ours: [] as Measured[], baseline: [] as Measured[] }
      const turn = (name: 'ours' | 'baseline') => async () => {
        const measured = await talk(sides[name], { pace, seconds })
        seen[name].push(measured)
        return measured.cpuUs
      }
      const cpu = await interleave(bench, `chat, ${pace}`, { ours: turn('ours'), baseline: turn('baseline') })
      const gathered = seen.ours.reduce((sum, { perDelivery }) => sum + perDelivery, 0) / seen.ours.length
      const conditions = `${listeners} listeners, ${paces[pace]} messages a second by as many accounts, ${seconds} s a round`
      figures.push(
        {
          name: `Chat message that reaches a listener, ${pace}`,
          unit: 'CPU µs',
          ...cpu,
          goal: { ratioAtMost: 1 },
          note: `${conditions}; each arrives exactly once, or the row fails; the process of the api with posts, access and the stream of Redis, against socket.io that sends the same event; ours carries ${gathered.toFixed(1)} messages in a delivery`,
        },
        {
          name: `From writing to reading, p99, ${pace}`,
          unit: 'ms',
          ours: seen.ours.map(({ p99Ms }) => p99Ms),
          baseline: seen.baseline.map(({ p99Ms }) => p99Ms),
          goal: {},
          note: `over all listeners; ours gathers messages for 100 ms`,
        },
      )
    }
    return { figures }
  },
}
