import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { reminders, type Reminder } from '@e-events/shared/contract/engagement/reminders.ts'
import { account } from '@e-events/shared/contract/people/account.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/mails.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createReminderRepository } from './repository.ts'
import { createReminders } from './service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
// Dates of other tests are none of this one's.
beforeEach(() =>
  t.database.knex('product_sessions').where({ state: 'scheduled' }).update({ state: 'cancelled', state_changed_at: new Date() }),
)

/** An event in `inMs` by the clock of the api. */
async function event(inMs: number, fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const product = await t.factories.product(fields, { sessions: 0 })
  const session = await t.factories.session({ product_id: product.id, starts_at: new Date(t.clock.nowMs() + inMs) })
  return { product, session }
}
async function buyer(productId: string, fields: Parameters<TestApi['factories']['user']>[0] = {}, acquired_at = longAgo()) {
  const user = await t.factories.user(fields)
  await t.factories.ticket({ user_id: user.id, product_id: productId, acquired_at })
  return user
}
const longAgo = () => new Date(t.clock.nowMs() - 30 * 24 * hourMs)
const sendDue = () => t.api.platform.engagement.reminders.sendDue()
const subjects = async (user: { email: string }) => (await mailsTo(t, user.email)).map(({ subject }) => subject).toReversed()
const told = (user: { id: string }) =>
  t.database.knex('notifications').where({ user_id: user.id, type: 'event_reminder' }).orderBy('sequence').pluck<string[]>('subject')
const words = ['Tu evento se acerca', 'Tu evento empieza en menos de una hora', 'Tu evento está a punto de empezar']

describe('what is not sent', () => {
  it('nothing goes to a cancelled or moved date, a called-off or hidden event, a date that has begun', async () => {
    const off = await event(hourMs - minuteMs)
    const moved = await event(hourMs - minuteMs)
    const calledOff = await event(hourMs - minuteMs, { cancelled_at: new Date() })
    const draft = await event(hourMs - minuteMs, { status: 'draft' })
    const begun = await event(-minuteMs)
    const users = await Promise.all([off, moved, calledOff, draft, begun].map(({ product }) => buyer(product.id)))
    const change = { state_changed_at: new Date() }
    await t.database
      .knex('product_sessions')
      .where({ id: off.session.id })
      .update({ state: 'cancelled', ...change })
    await t.database
      .knex('product_sessions')
      .where({ id: moved.session.id })
      .update({ state: 'rescheduled', ...change })
    await t.factories.session({
      product_id: moved.product.id,
      starts_at: new Date(t.clock.nowMs() + 48 * hourMs),
      rescheduled_from_id: moved.session.id,
    })
    await sendDue()
    for (const user of users) expect([await told(user), await subjects(user)]).toEqual([[], []])
    // The new date of the moved one is reminded of in its time.
    t.clock.advance(24 * hourMs)
    await sendDue()
    expect(await told(users[1]!)).toEqual([words[0]])
  })

  it('nothing goes to tickets that ended or are of another date, nor to accounts that are blocked, deleted or said no', async () => {
    const { product } = await event(hourMs - minuteMs)
    const other = await t.factories.session({ product_id: product.id, starts_at: new Date(t.clock.nowMs() + 90 * 24 * hourMs) })
    const now = new Date()
    const nobody = [
      await buyer(product.id, { blocked_at: now }),
      await buyer(product.id, { deleted_at: now }),
      await buyer(product.id, { email_verified_at: null }),
      await buyer(product.id, { event_reminders: false }),
    ]
    for (const fields of [
      { revoked_at: now, revoked_reason: 'refund' as const },
      { expires_at: new Date(t.clock.nowMs() + minuteMs) },
      { session_id: other.id },
    ]) {
      const user = await t.factories.user()
      await t.factories.ticket({ user_id: user.id, product_id: product.id, acquired_at: longAgo(), ...fields })
      nobody.push(user)
    }
    const somebody = await buyer(product.id)
    await sendDue()
    expect(await told(somebody)).toEqual([words[1]])
    for (const user of nobody) expect(await told(user)).toEqual([])
  })

  it('who bought after the moment is not told what they have just read, but the next time', async () => {
    const { product } = await event(hourMs - minuteMs)
    const late = await buyer(product.id, {}, new Date(t.clock.nowMs()))
    await sendDue()
    expect(await told(late)).toEqual([])
    t.clock.advance(55 * minuteMs)
    await sendDue()
    expect(await told(late)).toEqual([words[2]])
  })

  it('after a standstill what would be wrong by then is left out', async () => {
    const { product } = await event(25 * hourMs)
    const user = await buyer(product.id)
    t.clock.advance(14 * hourMs)
    await sendDue()
    expect(await told(user)).toEqual([])
    t.clock.advance(10 * hourMs + 50 * minuteMs)
    await sendDue()
    expect(await told(user)).toEqual([])
    t.clock.advance(6 * minuteMs)
    await sendDue()
    expect(await told(user)).toEqual([words[2]])
  })
})

describe('reminders', () => {
  it('come a day, an hour and five minutes before, each once, by mail and in the list, in the reader’s language and hour', async () => {
    const { product, session } = await event(24 * hourMs + minuteMs)
    await t.database.knex('product_translations').insert({ product_id: product.id, language: 'en', title: 'The night' })
    const user = await buyer(product.id)
    const reader = await buyer(product.id, { locale: 'en', time_zone: 'America/New_York' })
    await sendDue()
    expect(await told(user)).toEqual([])
    for (const ms of [2 * minuteMs, minuteMs, 23 * hourMs, minuteMs, 55 * minuteMs, minuteMs]) {
      t.clock.advance(ms)
      await sendDue()
    }
    expect([await told(user), await subjects(user)]).toEqual([words, words])
    const [mail] = await mailsTo(t, reader.email)
    const hour = session.starts_at.toLocaleTimeString('en', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
    expect(mail?.text).toContain('“The night”')
    expect(mail?.text).toContain(hour.replace(/^24/, '00'))
    expect(mail?.text).toContain(`/player/${product.slug}`)
    const list = await t.call(notifications.list, { as: await t.tokenOf(reader) })
    expect((list.body as { notifications: object[] }).notifications).toHaveLength(3)
  })

  it('are sent once by processes that look at the same moment, and by one that starts again', async () => {
    const { product } = await event(hourMs - minuteMs)
    const users = await Promise.all(Array.from({ length: 12 }, () => buyer(product.id)))
    await Promise.all(Array.from({ length: 4 }, sendDue))
    await sendDue()
    for (const user of users) expect(await told(user)).toEqual([words[1]])
    expect(await subjects(users[0]!)).toEqual([words[1]])
  })

  it('that could not be written are sent by the next look', async () => {
    const { product } = await event(hourMs - minuteMs)
    const user = await buyer(product.id)
    const broken = createReminders({
      knex: t.database.knex,
      repository: createReminderRepository(),
      notifyUser: () => Promise.reject(new Error('the process ends here')),
      optOutToken: () => 'x'.repeat(54),
      clock: t.clock,
    })
    await expect(broken.sendDue()).rejects.toThrow('the process ends here')
    await sendDue()
    expect(await told(user)).toEqual([words[1]])
  })

  it('end by the link of the mail without a log-in, and by the switch of the account; promotions stay', async () => {
    const { product } = await event(hourMs - minuteMs)
    const user = await buyer(product.id, { newsletter: true })
    await sendDue()
    const [mail] = await mailsTo(t, user.email)
    const link = new URL(mail?.unsubscribeUrl ?? '')
    expect([link.pathname.startsWith('/opt-out/'), link.search]).toEqual([true, '?about=reminders'])
    const token = link.pathname.split('/').at(-1) ?? ''
    for (let times = 0; times < 2; times++) await t.call(signUp.optOut, { params: { token } }).expect(204)
    expect(await t.database.knex('users').where({ id: user.id }).first('event_reminders', 'newsletter')).toEqual({
      event_reminders: false,
      newsletter: true,
    })
    t.clock.advance(55 * minuteMs)
    await sendDue()
    expect(await told(user)).toEqual([words[1]])
    const as = await t.tokenOf(user)
    await t.call(account.update, { as, body: { eventReminders: true } }).expect(200)
    await sendDue()
    expect(await told(user)).toEqual([words[1], words[2]])
  })
})

describe('people without a ticket', () => {
  const ask = async (as: string, slug: string, isWanted: boolean) => t.call(reminders.set, { as, params: { slug }, body: { isWanted } })

  it('cannot ask for what they do not know, nor where no date is to come', async () => {
    const as = await t.tokenOf(await t.factories.user())
    const draft = await event(hourMs, { status: 'draft' })
    const over = await event(-3 * hourMs)
    expect((await ask(as, draft.product.slug, true)).status).toBe(404)
    await t.call(reminders.get, { as, params: { slug: draft.product.slug } }).expect(404)
    expect((await ask(as, over.product.slug, true)).body).toMatchObject({ code: 'STATE_CONFLICT' })
    await t.call(reminders.get, { params: { slug: over.product.slug } }).expect(401)
  })

  it('are reminded once they asked, until they say no', async () => {
    const { product } = await event(2 * hourMs)
    const user = await t.factories.user()
    const as = await t.tokenOf(user)
    for (let times = 0; times < 2; times++)
      expect((await ask(as, product.slug, true)).body as Reminder).toEqual({ isWanted: true, hasTicket: false, areOn: true })
    t.clock.advance(hourMs + minuteMs)
    await sendDue()
    const [mail] = await mailsTo(t, user.email)
    expect(mail?.text).toContain(`/products/${product.slug}`)
    expect((await ask(await t.tokenOf(user), product.slug, false)).body).toMatchObject({ isWanted: false })
    t.clock.advance(55 * minuteMs)
    await sendDue()
    expect(await told(user)).toEqual([words[1]])
  })
})
