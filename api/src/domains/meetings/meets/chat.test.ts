import { randomUUID } from 'node:crypto'
import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMeetStage, createMeetTools, type Attendee } from '../../../testing/meet-stage.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let tools: ReturnType<typeof createMeetTools>
beforeAll(async () => {
  t = await createTestApi()
  tools = createMeetTools(t)
})
afterAll(() => t.stop())

async function stage() {
  const made = await createMeetStage(t)
  await made.host.start().expect(200)
  const params = { slug: made.product.slug }
  return {
    ...made,
    say: async ({ user }: Pick<Attendee, 'user'>, text: string) =>
      t.call(chat.post, { params, as: await t.tokenOf(user), body: { clientId: randomUUID(), text } }),
    read: async ({ user }: Pick<Attendee, 'user'>) => t.call(chat.open, { params, as: await t.tokenOf(user) }),
  }
}
const textsOf = ({ body }: { body: unknown }) => (body as { messages: ChatMessage[] }).messages.map(({ text }) => text)

describe('the chat of a meeting', () => {
  it('is for those who may take part: by ticket, as host, or as learners of a course', async () => {
    const { host, guest, say, read, product } = await stage()
    expect((await say(host, 'Hola')).status).toBe(201)
    expect((await say(guest, 'Buenas')).status).toBe(201)
    expect(textsOf(await read(guest))).toEqual(['Hola', 'Buenas'])
    const learner = { user: await t.factories.user() }
    expect((await read(learner)).status).toBe(402)
    const { knex } = t.database
    const course = await t.factories.product({ type: 'course', channel_id: product.channel_id }, { sessions: 0 })
    const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
    const lesson = { module_id: module?.id ?? '', title: 'Hablar', position: 0, kind: 'meeting' as const, source_product_id: product.id }
    await knex('lessons').insert(lesson)
    await t.factories.ticket({ user_id: learner.user.id, product_id: course.id })
    expect((await say(learner, 'Desde el curso')).status).toBe(201)
  })

  it('is closed to whoever a host put out', async () => {
    const { host, guest, say, product } = await stage()
    await tools.say({
      type: 'meet.removed',
      meetId: await tools.findRunning(product),
      userId: guest.user.id,
      byUserId: host.user.id,
    })
    expect((await say(guest, 'Otra vez yo')).status).toBe(404)
  })

  it('does not show that of the meeting before', async () => {
    const { host, guest, say, read, product } = await stage()
    await say(guest, 'De antes')
    const twoHours = 2 * limits.meetEarlyMs
    const before = new Date(t.clock.nowMs() - twoHours)
    await t.database.knex('chat_messages').where({ product_id: product.id }).update({ sent_at: before })
    await host.stop().expect(200)
    await host.start().expect(200)
    await say(guest, 'De ahora')
    expect(textsOf(await read(host))).toEqual(['De ahora'])
  })
})
