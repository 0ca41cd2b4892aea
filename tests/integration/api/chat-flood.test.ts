import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { realtimePath } from '@e-events/shared/realtime/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChatHouse, texts } from '../../../api/src/testing/chat-house.ts'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { startApiProcess, type ApiProcess } from './api-process.ts'

const flooders = 10
const postsOfEach = 1_000
/** Requests that one flooder has under way. */
const atOnce = 4
/** Messages of a megabyte, one after the other. */
const huge = 10
const megabyte = 1024 * 1024
/** A message of an account in a second, as everybody may; with some slack for two clocks. */
const paceMs = 1_050
/** An answer to somebody else takes this long at most, on a machine that does other things as well. */
const answerMs = 2_000
const mostGrowthBytes = 96 * megabyte
/** A flood: markup, direction overrides, invisible signs, piled marks, and nothing at all. */
const rubbish = [
  '<script>alert(1)</script>',
  'a\u202Egnp.exe',
  '\u200B\u2060\uFEFF',
  `Z${'\u0335'.repeat(400)}`,
  ' \n ',
  'GANA DINERO https://example.org',
]

let t: TestApi
let api: ApiProcess
const sockets: Socket[] = []
beforeAll(async () => {
  t = await createTestApi()
  // The limits that everybody has.
  api = await startApiProcess(t, { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  api.child.kill('SIGKILL')
  await t.stop()
})

interface Answer {
  status: number
  body: { code?: string; message?: string } & Partial<ChatMessage>
  retryAfter: string | undefined
  tookMs: number
}

function ask(agent: Agent, path: string, as: string, body?: object): Promise<Answer> {
  const startedMs = performance.now()
  const text = body && JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${as}`,
    'x-api-key': t.env.NOTIFICATIONS_API_KEY,
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const call = request(`${api.url}/api${path}`, { agent, method: text === undefined ? 'GET' : 'POST', headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (answer += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(answer) as Answer['body'],
          retryAfter: response.headers['retry-after'],
          tookMs: performance.now() - startedMs,
        }),
      )
    })
    call.on('error', reject)
    call.end(text)
  })
}

const hungUp = 'hung up'
/** @throws whatever else went wrong */
function hangUpOnly(error: NodeJS.ErrnoException): typeof hungUp {
  if (error.code === 'EPIPE' || error.code === 'ECONNRESET') return hungUp
  throw error
}

const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

it('of 10,000 chat messages from ten accounts is limited with a plain answer; what was accepted reaches every reader once, and others are served', async () => {
  const house = createChatHouse(t)
  const at = await house.stage()
  const path = `/chat/${at.slug}/messages`
  const [writers, readers, crowd] = await Promise.all(
    [3, 3, flooders].map((count) => Promise.all(Array.from({ length: count }, () => at.viewer()))),
  )
  const tabs = await Promise.all((readers ?? []).map(({ as }) => house.listen(at, as, api.url)))
  const accepted: string[] = []
  const flooding = new AbortController()
  const floodAnswers: Answer[] = []
  let settledBytes = 0

  async function write(as: string, name: string): Promise<number> {
    const agent = new Agent({ keepAlive: true })
    let said = 0
    while (!flooding.signal.aborted || said === 0) {
      const message = { clientId: randomUUID(), text: `${name} ${said}` }
      let { status, body } = await ask(agent, path, as, message)
      // Somebody who is asked to come back later presses 'again'.
      while (status === 503) ({ status, body } = await ask(agent, path, as, message))
      expect(status).toBe(201)
      accepted.push(body.id ?? '')
      said += 1
      await sleep(paceMs)
    }
    agent.destroy()
    return said
  }

  async function flood(as: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    let left = postsOfEach
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) {
          const text = rubbish[left % rubbish.length] ?? ''
          const answer = await ask(agent, path, as, { clientId: randomUUID(), text })
          floodAnswers.push(answer)
          if (answer.status === 201) accepted.push(answer.body.id ?? '')
          if (floodAnswers.length === (flooders * postsOfEach) / 2) settledBytes = memoryOf(api.child.pid)
        }
      }),
    )
    agent.destroy()
  }

  /** Joins over and over on one socket, and then sends more at once than a socket takes. */
  async function storm(as: string): Promise<{ joined: number; refused: number }> {
    const socket = io(api.url, { path: realtimePath, transports: ['websocket'], auth: { token: as }, forceNew: true, reconnection: false })
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    const join = { productSlug: at.slug, joins: true }
    const replies = (await Promise.all(Array.from({ length: 300 }, () => socket.emitWithAck('chat', join)))) as { ok: boolean }[]
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    socket.emit('chat', { ...join, productSlug: 'x'.repeat(megabyte) })
    await gone
    return { joined: replies.filter(({ ok }) => ok).length, refused: replies.filter(({ ok }) => !ok).length }
  }

  /** @returns each status; `hungUp` where the server closed the connection before all of it was sent */
  async function bother(as: string): Promise<(number | typeof hungUp)[]> {
    const statuses: (number | typeof hungUp)[] = []
    for (let index = 0; index < huge; index++) {
      const sent = ask(new Agent(), path, as, { clientId: randomUUID(), text: 'a'.repeat(megabyte) })
      statuses.push(await sent.then(({ status }) => status, hangUpOnly))
    }
    return statuses
  }

  async function visit(as: string): Promise<number[]> {
    const agent = new Agent({ keepAlive: true })
    const took: number[] = []
    while (!flooding.signal.aborted) {
      for (const read of [`/chat/${at.slug}`, `/products/${at.slug}?language=es`]) {
        const { status, tookMs } = await ask(agent, read, as)
        expect(status).toBe(200)
        took.push(tookMs)
      }
      await sleep(50)
    }
    agent.destroy()
    return took
  }

  const floods = Promise.all((crowd ?? []).map(({ as }) => flood(as))).then(() => flooding.abort())
  const [said, took, stormed, bothered] = await Promise.all([
    Promise.all((writers ?? []).map(({ as }, index) => write(as, `writer ${index}`))),
    visit(at.owner.as),
    storm(crowd?.[0]?.as ?? ''),
    bother(crowd?.[1]?.as ?? ''),
    floods,
  ])

  expect(floodAnswers).toHaveLength(flooders * postsOfEach)
  const kinds = Map.groupBy(floodAnswers, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())
  expect(new Set(kinds.keys())).toEqual(new Set(['201', '400 VALIDATION_FAILED', '429 RATE_LIMITED']))
  for (const { body, retryAfter } of kinds.get('429 RATE_LIMITED') ?? []) {
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(body.message).toBeTruthy()
  }
  expect(kinds.get('429 RATE_LIMITED')?.length).toBeGreaterThan(flooders * postsOfEach * 0.8)
  expect(said.every((count) => count > 0)).toBe(true)
  expect(stormed.joined).toBeGreaterThan(0)
  expect(stormed.refused).toBeGreaterThan(200)
  for (const status of bothered) expect([413, 429, hungUp]).toContain(status)
  expect(bothered).toContain(413)

  expect(new Set(accepted).size).toBe(accepted.length)
  for (const { messages } of tabs) {
    await expect.poll(() => messages().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(accepted.length)
    expect(
      messages()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(accepted.toSorted())
    expect(
      messages()
        .map(({ change }) => change)
        .toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    ).toEqual(accepted.map((_, index) => index + 1))
    // Nothing hides in messages that were let through.
    expect(texts(messages()).some((text) => /[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]|\u0335{4}/u.test(text))).toBe(false)
  }
  expect(p95(took)).toBeLessThan(answerMs)
  expect(memoryOf(api.child.pid) - settledBytes).toBeLessThan(mostGrowthBytes)
}, 240_000)
