import { polls, type Poll } from '@e-events/shared/contract/live/polls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createChatHouse, type ChatHouse } from '../../../testing/chat-house.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let house: ChatHouse

beforeAll(async () => {
  t = await createTestApi()
  house = createChatHouse(t)
})
afterEach(() => house.disconnect())
afterAll(() => t.stop())

const one = (reply: { body: unknown }) => reply.body as Poll
const counts = (poll: Poll | undefined) => poll?.answers.map(({ votes }) => votes)

async function stage() {
  const at = await house.stage()
  const params = { slug: at.slug }
  return {
    ...at,
    open: (as: string, body: object = {}) =>
      t.call(polls.open, { params, as, body: { question: '¿Otra canción?', answers: ['Sí', 'No', 'Dos'], ...body } }),
    vote: (as: string, id: string, answer: number) => t.call(polls.vote, { params: { slug: at.slug, id }, as, body: { answer } }),
    close: (as: string, id: string) => t.call(polls.close, { params: { slug: at.slug, id }, as }),
    list: async (as: string) =>
      (await t.call(polls.list, { params, as }).expect(200)).body as { items: Poll[]; chosen: { poll: string; answer: number }[] },
  }
}

describe('polls beside the chat', () => {
  it('are opened and closed by moderators alone, one at a time', async () => {
    const at = await stage()
    const viewer = await at.viewer()
    await at.open(viewer.as).expect(403)
    await at.open(await t.tokenOf(await t.factories.user())).expect(402)
    const { id } = one(await at.open(at.owner.as).expect(201))
    await at.open(at.owner.as).expect(409)
    await at.close(viewer.as, id).expect(403)
    expect(one(await at.close(at.owner.as, id).expect(200)).closedAt).not.toBeNull()
    await at.close(at.owner.as, id).expect(200)
    await at.open(at.owner.as).expect(201)
  })

  it('have two to six different answers that can be read', async () => {
    const at = await stage()
    for (const answers of [
      ['Sí'],
      ['1', '2', '3', '4', '5', '6', '7'],
      ['Sí', 'Sí'],
      ['Sí', ' '],
      ['Sí', '\u200B'],
      ['Sí', 'n'.repeat(81)],
    ])
      await at.open(at.owner.as, { answers }).expect(400)
    await at.open(at.owner.as, { question: '\u200B' }).expect(400)
  })

  it('count one answer of each account, which can be changed until it is closed', async () => {
    const at = await stage()
    const [a, b] = [await at.viewer(), await at.viewer()]
    const { id } = one(await at.open(at.owner.as).expect(201))
    await Promise.all([at.vote(a.as, id, 0).expect(200), at.vote(a.as, id, 0).expect(200), at.vote(b.as, id, 0).expect(200)])
    expect(counts((await at.list(a.as)).items[0])).toEqual([2, 0, 0])
    expect(counts(one(await at.vote(a.as, id, 2).expect(200)))).toEqual([1, 0, 1])
    expect((await at.list(a.as)).chosen).toEqual([{ poll: id, answer: 2 }])
    await at.vote(a.as, id, 3).expect(400)
    await at.vote(a.as, id, 6).expect(400)
    await at.close(at.owner.as, id).expect(200)
    await at.vote(b.as, id, 1).expect(409)
    // It stays readable.
    expect(counts((await at.list(b.as)).items[0])).toEqual([1, 0, 1])
    const other = await stage()
    await other.vote((await other.viewer()).as, id, 0).expect(404)
  })

  it('reach a second browser without a reload: opened, counted, closed', async () => {
    const at = await stage()
    const [voter, watcher] = [await at.viewer(), await at.viewer()]
    const tab = await house.listen(at, watcher.as)
    const heard = () => tab.events.flatMap(({ polls: list }) => list ?? []).at(-1)
    const { id } = one(await at.open(at.owner.as).expect(201))
    await expect.poll(() => heard()?.question).toBe('¿Otra canción?')
    await at.vote(voter.as, id, 1).expect(200)
    await expect.poll(() => counts(heard()), { timeout: 4_000 }).toEqual([0, 1, 0])
    await at.close(at.owner.as, id).expect(200)
    await expect.poll(() => heard()?.closedAt).not.toBeNull()
  })
})
