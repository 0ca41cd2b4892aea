import { randomUUID } from 'node:crypto'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatReports, type ChatReport } from '@e-events/shared/contract/live/chat-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

async function stage() {
  const owner = await t.factories.producer()
  const channel = await t.factories.channel({ owner_id: owner.id })
  const product = await t.factories.product({ channel_id: channel.id, plan: 'paid' })
  await t.factories.broadcast({ product_id: product.id, state: 'on_air', started_at: new Date(t.clock.nowMs() - 600_000) })
  const viewer = async () => {
    const user = await t.factories.user()
    await t.factories.ticket({ user_id: user.id, product_id: product.id })
    return t.tokenOf(user)
  }
  const { slug } = product
  return {
    slug,
    owner: await t.tokenOf(owner),
    viewer,
    say: async (as: string, text: string) => {
      const reply = await t.call(chat.post, { params: { slug }, as, body: { clientId: randomUUID(), text } }).expect(201)
      t.clock.advance(1_000)
      return reply.body as ChatMessage
    },
    report: (as: string, id: string) => t.call(chatReports.report, { params: { slug, id }, as }),
    dismiss: (as: string, id: string) => t.call(chatReports.dismiss, { params: { slug, id }, as }),
    list: async (as: string) =>
      ((await t.call(chatReports.list, { params: { slug }, as }).expect(200)).body as { items: ChatReport[] }).items,
  }
}
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

describe('reported messages', () => {
  it('are nobody’s who may not watch, an own one is not reported, a removed, waiting or foreign one neither', async () => {
    const at = await stage()
    const [author, reader] = [await at.viewer(), await at.viewer()]
    const message = await at.say(author, 'Hola')
    const stranger = await t.tokenOf(await t.factories.user())
    expect(codeOf(await at.report(stranger, message.id))).toBe('TICKET_REQUIRED')
    expect(codeOf(await at.report(author, message.id))).toBe('STATE_CONFLICT')
    expect(codeOf(await at.report(reader, randomUUID()))).toBe('NOT_FOUND')
    const elsewhere = await stage()
    expect(codeOf(await elsewhere.report(elsewhere.owner, message.id))).toBe('NOT_FOUND')
    await t.call(chat.remove, { params: { slug: at.slug, id: message.id }, as: at.owner }).expect(200)
    expect(codeOf(await at.report(reader, message.id))).toBe('STATE_CONFLICT')
    const waiting = await at.say(author, 'Otra')
    await t.database.knex('chat_messages').where({ id: waiting.id }).update({ state: 'pending', pending_approval: true, change: null })
    expect(codeOf(await at.report(reader, waiting.id))).toBe('NOT_FOUND')
    for (const ask of [() => at.dismiss(reader, message.id), () => t.call(chatReports.list, { params: { slug: at.slug }, as: reader })])
      expect(codeOf(await ask())).toBe('FORBIDDEN_ROLE')
    expect(await at.list(at.owner)).toEqual([])
  })

  it('are listed for moderators, the most reported first, each person once; a removal takes them off', async () => {
    const at = await stage()
    const [author, one, two] = [await at.viewer(), await at.viewer(), await at.viewer()]
    const [mild, rude] = [await at.say(author, 'Regular'), await at.say(author, 'Grosero')]
    await at.report(one, mild.id).expect(204)
    for (const as of [one, one, two]) await at.report(as, rude.id).expect(204)
    const seen = await at.list(at.owner)
    expect(seen.map(({ message, reports }) => [message.text, reports])).toEqual([
      ['Grosero', 2],
      ['Regular', 1],
    ])
    await t.call(chat.remove, { params: { slug: at.slug, id: rude.id }, as: at.owner }).expect(200)
    expect((await at.list(at.owner)).map(({ message }) => message.text)).toEqual(['Regular'])
  })

  it('that are dismissed stand, and only somebody new brings them back', async () => {
    const at = await stage()
    const [author, one, two] = [await at.viewer(), await at.viewer(), await at.viewer()]
    const message = await at.say(author, 'Opinable')
    await at.report(one, message.id).expect(204)
    for (let times = 0; times < 2; times++) await at.dismiss(at.owner, message.id).expect(204)
    expect(await at.list(at.owner)).toEqual([])
    await at.report(one, message.id).expect(204)
    expect(await at.list(at.owner)).toEqual([])
    await at.report(two, message.id).expect(204)
    expect((await at.list(at.owner)).map(({ reports }) => reports)).toEqual([1])
  })
})
