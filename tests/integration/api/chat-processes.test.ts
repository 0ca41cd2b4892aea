import { setTimeout as sleep } from 'node:timers/promises'
import { messagesAt } from '@e-events/shared/client/chat-messages.ts'
import { createChatStore, type ChatStore } from '@e-events/shared/client/chat-store.ts'
import { browserFetch } from '@e-events/shared/client/fetch.ts'
import { createRealtime } from '@e-events/shared/client/realtime.ts'
import { createClient } from '@e-events/shared/contract/client.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChatHouse, texts, type ChatStage } from '../../../api/src/testing/chat-house.ts'
import { createTcpProxy, type TcpProxy } from '../../../api/src/testing/tcp-proxy.ts'
import { createTestApi, type TestApi } from '../../../api/src/testing/test-api.ts'
import { until } from '../sfu/support.ts'
import { startApiProcess, type ApiProcess } from './api-process.ts'

const messages = 30
/** Said by then, the process of one of the authors is killed. */
const killedAt = 10
const everyMs = 40

let t: TestApi
let processes: ApiProcess[] = []
/** Leads to the first process, and to the other one once that is dead, as the proxy before them does. */
let wire: TcpProxy
const leads = { host: '127.0.0.1', port: 0 }
const leaving: (() => void)[] = []
const portOf = ({ url }: ApiProcess) => Number(new URL(url).port)

beforeAll(async () => {
  t = await createTestApi()
  processes = await Promise.all([startApiProcess(t), startApiProcess(t)])
  wire = await createTcpProxy(leads)
}, 180_000)
afterAll(async () => {
  for (const leave of leaving) leave()
  await wire.close()
  for (const { child } of processes) child.kill('SIGKILL')
  await t.stop()
})

/** The chat of a browser, with all that it does by itself. */
function openChat(at: ChatStage, as: string, url: string): ChatStore {
  const api = createClient({
    baseUrl: `${url}/api`,
    fetch: browserFetch,
    accessToken: () => as,
    refresh: () => Promise.resolve(undefined),
    language: () => 'es',
    apiKey: () => Promise.resolve(t.env.NOTIFICATIONS_API_KEY),
  })
  const realtime = createRealtime({ accessToken: () => as, origin: () => Promise.resolve(url) })
  const store = createChatStore({ api, realtime, slug: at.slug, nowMs: Date.now, random: Math.random })
  leaving.push(store.open())
  return store
}

const isIn = (store: ChatStore) => store.get().status === 'ready' && store.get().isConnected

it('a chat across two processes, of which one is killed while people write, loses and doubles nothing for anybody', async () => {
  const [dying, staying] = processes
  if (!dying || !staying) throw new Error('there are two')
  leads.port = portOf(dying)
  const at = await createChatHouse(t).stage()
  const [one, other] = [await at.viewer(), await at.viewer()]
  const near = `http://127.0.0.1:${wire.port}`
  const authors = [openChat(at, at.owner.as, near), openChat(at, at.owner.as, staying.url)] as const
  const stores = [...authors, openChat(at, one.as, near), openChat(at, other.as, staying.url)]
  await until('all are in', () => stores.every(isIn))

  const said: string[] = []
  for (let index = 0; index < messages; index++) {
    if (index === killedAt) {
      dying.child.kill('SIGKILL')
      leads.port = portOf(staying)
    }
    for (const [author, store] of authors.entries()) {
      const text = `${author} says ${index}`
      said.push(text)
      store.post(text, { momentMs: null, replyTo: undefined })
    }
    await sleep(everyMs)
  }
  await until('all is sent', async () => {
    // Failed ones are sent again, as their author would.
    for (const store of authors) for (const { clientId, state } of store.get().outbox) if (state === 'failed') store.again(clientId)
    await sleep(200)
    return authors.every((store) => store.get().outbox.length === 0)
  })
  await until('all are in again', () => stores.every(isIn))

  const written = await t.database.knex('chat_messages').where({ product_id: at.product.id }).orderBy('change').select('text')
  expect(texts(written).toSorted()).toEqual(said.toSorted())
  for (const store of stores)
    await expect
      .poll(() => texts([...messagesAt(store.get().messages.values(), null)].toSorted((a, b) => (a.change ?? 0) - (b.change ?? 0))), {
        timeout: 20_000,
      })
      .toEqual(texts(written))
}, 120_000)
