import { randomUUID } from 'node:crypto'
import { chat } from '@e-events/shared/contract/live/chat.ts'
import { questions, type Question } from '@e-events/shared/contract/live/questions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../../server.ts'
import { createChatHouse, type ChatHouse, type ChatStage } from '../../../testing/chat-house.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
/** A second process of the same api, on the same stores. */
let second: RunningApi
let house: ChatHouse

beforeAll(async () => {
  t = await createTestApi()
  second = await startApi(t.env, { log: t.api.platform.log, clock: t.clock, nodeId: 'second' })
  house = createChatHouse(t)
})
afterEach(() => house.disconnect())
afterAll(async () => {
  await second.stop()
  await t.stop()
})

const one = (reply: { body: unknown }) => reply.body as Question

async function stage() {
  const at = await house.stage()
  const params = { slug: at.slug }
  const of = (id: string) => ({ slug: at.slug, id })
  return {
    ...at,
    ask: (as: string, text: string, fields: object = {}) =>
      t.call(questions.ask, { params, as, body: { clientId: randomUUID(), text, ...fields } }),
    list: async (as: string) =>
      (await t.call(questions.list, { params, as }).expect(200)).body as { items: Question[]; voted: string[]; moderates: boolean },
    vote: (as: string, id: string) => t.call(questions.vote, { params: of(id), as }),
    unvote: (as: string, id: string) => t.call(questions.unvote, { params: of(id), as }),
    settle: (as: string, id: string, state: 'open' | 'answered' | 'dismissed', moment?: Date) =>
      t.call(questions.settle, { params: of(id), as, body: { state, ...(moment && { moment: moment.toISOString() }) } }),
  }
}
const listen = (at: Pick<ChatStage, 'slug'>, as: string, url?: string) => house.listen(at, as, url)
const heard = (tab: Awaited<ReturnType<typeof listen>>) => tab.events.flatMap(({ questions: list }) => list ?? [])

describe('questions beside the chat', () => {
  it('are asked and voted for by those with access alone', async () => {
    const at = await stage()
    const stranger = await t.tokenOf(await t.factories.user())
    await at.ask(stranger, '¿Hola?').expect(402)
    const asker = await at.viewer()
    const question = one(await at.ask(asker.as, ' ¿Habrá\u202E otra  fecha? ').expect(201))
    expect(question).toMatchObject({ text: '¿Habrá otra fecha?', votes: 0, state: 'open', answeredMoment: null })
    await at.vote(stranger, question.id).expect(402)
    const other = await stage()
    const elsewhere = await other.viewer()
    // The right to another show is none here, and a question is found in its own show alone.
    await at.vote(elsewhere.as, question.id).expect(402)
    await other.vote(elsewhere.as, question.id).expect(404)
    for (const text of ['   ', '\u200B', 'a'.repeat(501)]) await at.ask(asker.as, text).expect(400)
  })

  it('are heard by a second browser at another process, without asking again', async () => {
    const at = await stage()
    const [asker, other] = [await at.viewer(), await at.viewer()]
    const tab = await listen(at, other.as, second.url)
    const question = one(await at.ask(asker.as, '¿Habrá otra fecha?').expect(201))
    await expect.poll(() => heard(tab).map(({ text }) => text)).toEqual(['¿Habrá otra fecha?'])
    await at.vote(other.as, question.id).expect(200)
    await expect.poll(() => heard(tab).at(-1)?.votes, { timeout: 4_000 }).toBe(1)
    await at.settle(at.owner.as, question.id, 'answered').expect(200)
    await expect.poll(() => heard(tab).at(-1)?.state).toBe('answered')
  })

  it('count each account once, however often and however fast it votes', async () => {
    const at = await stage()
    const [asker, other] = [await at.viewer(), await at.viewer()]
    const { id } = one(await at.ask(asker.as, '¿Cuándo?').expect(201))
    await Promise.all([1, 2, 3, 4].map(() => at.vote(other.as, id).expect(200)))
    await at.vote(asker.as, id).expect(200)
    expect((await at.list(other.as)).items[0]?.votes).toBe(2)
    expect((await at.list(other.as)).voted).toEqual([id])
    await at.unvote(other.as, id).expect(200)
    expect(one(await at.unvote(other.as, id).expect(200)).votes).toBe(1)
    expect((await at.list(other.as)).voted).toEqual([])
  })

  it('a crowd that votes costs one delivery in a second', async () => {
    const at = await stage()
    const asker = await at.viewer()
    const { id } = one(await at.ask(asker.as, '¿Cuándo?').expect(201))
    const tab = await listen(at, asker.as)
    const crowd = await Promise.all(Array.from({ length: 8 }, () => at.viewer()))
    for (const { as } of crowd) {
      await at.vote(as, id).expect(200)
      // Longer than messages are gathered for.
      await new Promise((resolve) => setTimeout(resolve, 130))
    }
    await expect.poll(() => heard(tab).at(-1)?.votes, { timeout: 4_000 }).toBe(8)
    expect(tab.events.length).toBeLessThanOrEqual(5)
  })

  it('stand with most votes first, answered ones with the moment of the answer', async () => {
    const at = await stage()
    const [first, next, third] = [await at.viewer(), await at.viewer(), await at.viewer()]
    const a = one(await at.ask(first.as, 'A').expect(201))
    const b = one(await at.ask(next.as, 'B').expect(201))
    const c = one(await at.ask(third.as, 'C').expect(201))
    await at.vote(first.as, b.id).expect(200)
    const moment = new Date(at.startedAt.getTime() + 60_000)
    const answered = one(await at.settle(at.owner.as, c.id, 'answered', moment).expect(200))
    expect(answered).toMatchObject({ state: 'answered', answeredMoment: moment.toISOString() })
    expect((await at.list(first.as)).items.map(({ id }) => id)).toEqual([b.id, a.id, c.id])
    // A moment that the show does not have becomes now.
    const odd = one(await at.settle(at.owner.as, a.id, 'answered', new Date(t.clock.nowMs() + 3_600_000)).expect(200))
    expect(t.clock.nowMs() - Date.parse(odd.answeredMoment ?? '')).toBeLessThan(10_000)
  })

  it('are settled by moderators alone; authors take their own away', async () => {
    const at = await stage()
    const [asker, other] = [await at.viewer(), await at.viewer()]
    const { id } = one(await at.ask(asker.as, '¿Cuándo?').expect(201))
    await at.settle(other.as, id, 'answered').expect(403)
    await at.settle(other.as, id, 'dismissed').expect(403)
    await at.settle(asker.as, id, 'answered').expect(403)
    expect(one(await at.settle(asker.as, id, 'dismissed').expect(200))).toMatchObject({ state: 'dismissed', text: '' })
    await at.settle(at.owner.as, id, 'open').expect(409)
    await at.vote(other.as, id).expect(409)
    expect((await at.list(at.owner.as)).items).toEqual([])
  })

  it('are one however often the same is sent, and few of one account', async () => {
    const at = await stage()
    const { as } = await at.viewer()
    const clientId = randomUUID()
    const [a, b] = await Promise.all([at.ask(as, 'Una', { clientId }).expect(201), at.ask(as, 'Una', { clientId }).expect(201)])
    expect(one(a).id).toBe(one(b).id)
    expect((await at.ask(as, 'Otra').expect(429)).headers['retry-after']).toBeDefined()
    for (const text of ['2', '3', '4', '5']) {
      t.clock.advance(15_000)
      await at.ask(as, text).expect(201)
    }
    t.clock.advance(15_000)
    expect((await at.ask(as, '6').expect(409)).body).toMatchObject({ code: 'CHAT_QUESTIONS_OPEN' })
  })

  it('wait for approval as the messages do: known to their author and to moderators alone', async () => {
    const at = await stage()
    await at.configure(at.owner.as, { moderation: 'on' }).expect(200)
    const [asker, other] = [await at.viewer(), await at.viewer()]
    const [ear, own, staff] = [await listen(at, other.as), await listen(at, asker.as), await listen(at, at.owner.as)]
    const { id } = one(await at.ask(asker.as, '¿Puedo?').expect(201))
    await expect.poll(() => heard(staff).length).toBe(1)
    await expect.poll(() => heard(own).length).toBe(1)
    expect((await at.list(other.as)).items).toEqual([])
    await at.vote(other.as, id).expect(404)
    expect(heard(ear)).toEqual([])
    await at.settle(at.owner.as, id, 'open').expect(200)
    await expect.poll(() => heard(ear).map(({ state }) => state)).toEqual(['open'])
  })

  it('end with the chat: where it is off, for the muted, and those of the banned go', async () => {
    const at = await stage()
    const { user, as } = await at.viewer()
    await at.configure(at.owner.as, { isEnabled: false }).expect(200)
    expect((await at.ask(as, 'A').expect(409)).body).toMatchObject({ code: 'CHAT_DISABLED' })
    await at.configure(at.owner.as, {}).expect(200)
    await at.ask(as, 'A').expect(201)
    const params = { slug: at.slug, user: user.id }
    await t.call(chat.mute, { params, as: at.owner.as, body: { minutes: null, removesMessages: true } }).expect(204)
    expect((await at.list(at.owner.as)).items).toEqual([])
    t.clock.advance(60_000)
    expect((await at.ask(as, 'B').expect(409)).body).toMatchObject({ code: 'CHAT_MUTED' })
  })
})
