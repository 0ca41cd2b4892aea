import { notifications, type Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { addBusinessDays } from '@e-events/shared/domain/business-days.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../db/tables/people.ts'
import { mailsTo } from '../../testing/mails.ts'
import { codeOf, createOrganizer, issuesOf, page, session, type Organizer } from '../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
let staff: string
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  staff = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const cancel = (slug: string, body: object = {}, as = ana.as) => t.call(ownProducts.cancel, { params: { slug }, body, as })
const move = (slug: string, sessionId: string, body: object = session(t, 3_000), as = ana.as) =>
  t.call(ownProducts.reschedule, { params: { slug, sessionId }, body, as })
/** A published show with so many dates, a day apart, and who has tickets for it. */
async function show(dates = 1, holders: Parameters<TestApi['factories']['user']>[0][] = []) {
  const slug = await ana.draft({ title: 'Función' })
  for (let day = 0; day < dates; day++) await ana.addSession(slug, session(t, 60 + day * 1_440)).expect(201)
  await ana.publish(slug).expect(200)
  const own = await ana.read(slug)
  const people: UserRow[] = []
  for (const fields of holders) {
    const user = await t.factories.user(fields)
    await t.factories.ticket({ user_id: user.id, product_id: own.id })
    people.push(user)
  }
  return { slug, id: own.id, sessions: own.sessions, people }
}
const changesOf = (productId: string) => t.database.knex('event_changes').where({ product_id: productId })
const deliver = async () => {
  while ((await t.api.platform.outbox.deliver('notices')) > 0);
}
const noticesOf = async (user: UserRow) =>
  ((await t.call(notifications.list, { as: await t.tokenOf(user) }).expect(200)).body as { notifications: Notification[] }).notifications

describe('calling off', () => {
  it('is for published events with a date to come, once', async () => {
    const draft = await ana.draft()
    await ana.addSession(draft).expect(201)
    expect([codeOf(await cancel(draft)), (await ana.read(draft)).allowed.cancel]).toEqual(['STATE_CONFLICT', false])
    const past = await t.factories.product({ channel_id: ana.channel.id }, { sessions: 0 })
    await t.factories.session({ product_id: past.id, starts_at: new Date(Date.now() - 3 * 3_600_000) })
    expect(codeOf(await cancel(past.slug))).toBe('STATE_CONFLICT')
    const course = await t.factories.product({ channel_id: ana.channel.id, type: 'course' })
    expect(codeOf(await cancel(course.slug))).toBe('STATE_CONFLICT')
    const { slug } = await show()
    expect((await cancel(slug, {}, (await createOrganizer(t)).as)).status).toBe(404)
    await cancel(slug).expect(200)
    expect([codeOf(await cancel(slug)), codeOf(await ana.addSession(slug, session(t, 5_000)))]).toEqual([
      'STATE_CONFLICT',
      'STATE_CONFLICT',
    ])
  })

  it('waits for the end of a show that is on air', async () => {
    const { slug, id, sessions } = await show(2)
    await t.factories.broadcast({ product_id: id, session_id: sessions[0]!.id })
    expect(codeOf(await cancel(slug))).toBe('BROADCAST_STATE')
    expect(codeOf(await cancel(slug, { sessionId: sessions[0]!.id }))).toBe('BROADCAST_STATE')
    expect(codeOf(await move(slug, sessions[0]!.id))).toBe('BROADCAST_STATE')
    await cancel(slug, { sessionId: sessions[1]!.id }).expect(200)
  })

  it('ends sales, leaves lists and schedule, keeps the page with what became of it, and says why', async () => {
    const { slug, id, sessions } = await show(2)
    const reply = await cancel(slug, { note: 'Rita está enferma' }).expect(200)
    expect(reply.body).toMatchObject({
      sessions: [],
      saleState: 'ended',
      allowed: { cancel: false, addSession: false, goLive: false },
      changedSessions: sessions.map(({ id: sessionId }) => ({
        id: sessionId,
        state: 'cancelled',
        movedToId: null,
        note: 'Rita está enferma',
      })),
    })
    const shown = await page(t, slug)
    expect(shown).toMatchObject({ saleState: 'ended', nextSession: null, allowed: { getTicket: false, buy: false } })
    expect(shown.cancelledAt).not.toBeNull()
    const list = await t.call(products.list, { query: { channel: ana.channel.slug, limit: 100 } }).expect(200)
    expect((list.body as { items: { slug: string }[] }).items.map((card) => card.slug)).not.toContain(slug)
    const calendar = await t
      .call(schedule.calendar, { params: { productSlug: slug } })
      .buffer(true)
      .expect(200)
    expect(calendar.text.match(/STATUS:CANCELLED/g)).toHaveLength(2)
    const [change] = await changesOf(id)
    expect(change).toMatchObject({
      kind: 'cancelled',
      reason: 'organizer',
      note: 'Rita está enferma',
      session_id: null,
      changed_by: ana.user.id,
    })
    // 20 working days.
    expect(change?.refunds_due_at).toEqual(addBusinessDays(new Date(shown.cancelledAt!), 20))
    expect(await t.database.knex('audit_log').where({ subject_id: id, action: 'product.cancel' })).toMatchObject([
      { actor_id: ana.user.id },
    ])
  })

  it('of one date leaves the others; of the last one it is the whole event', async () => {
    const { slug, id, sessions } = await show(2)
    const first = (await cancel(slug, { sessionId: sessions[1]!.id }).expect(200)).body as OwnProductDetail
    expect([first.sessions.map((one) => one.id), first.cancelledAt, first.saleState]).toEqual([[sessions[0]!.id], null, 'open'])
    expect(codeOf(await cancel(slug, { sessionId: sessions[1]!.id }))).toBe('STATE_CONFLICT')
    expect((await cancel(slug, { sessionId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
    const last = (await cancel(slug, { sessionId: sessions[0]!.id }).expect(200)).body as OwnProductDetail
    expect([last.sessions, last.saleState]).toEqual([[], 'ended'])
    const changes = await changesOf(id).orderBy('created_at')
    expect(changes.map((change) => [change.session_id, change.refunds_due_at !== null])).toEqual([
      [sessions[1]!.id, false],
      [null, true],
    ])
  })

  it('only staff says that it is the provider’s fault, since that decides who pays', async () => {
    const { slug, id, sessions } = await show(2)
    expect(issuesOf(await cancel(slug, { reason: 'provider' }))).toEqual(['body.reason staff_only'])
    expect(issuesOf(await move(slug, sessions[0]!.id, { ...session(t, 3_000), reason: 'provider' }))).toEqual(['body.reason staff_only'])
    await cancel(slug, { reason: 'provider' }, staff).expect(200)
    expect(await changesOf(id)).toMatchObject([{ reason: 'provider' }])
  })

  it('makes what was paid due: once per sale, what was given back already left out, nothing once a date took place', async () => {
    const sell = async (productId: string, status: 'paid' | 'pending', refunded = 0) => {
      const buyer = await t.factories.user()
      const paid = status === 'paid'
      const [order] = await t.database
        .knex('orders')
        .insert({
          user_id: buyer.id,
          email: buyer.email,
          status,
          currency: 'EUR',
          net_minor: 1_000,
          tax_minor: 210,
          total_minor: 1_210,
          paid_at: paid ? new Date() : null,
          terms_accepted_at: new Date(),
        })
        .returning('id')
      const [item] = await t.database
        .knex('order_items')
        .insert({
          order_id: order!.id,
          kind: 'access',
          product_id: productId,
          title: 'Función',
          unit_net_minor: 1_000,
          net_minor: 1_000,
          tax_basis_points: 2_100,
          tax_minor: 210,
          total_minor: 1_210,
          refunded_minor: refunded,
        })
        .returning('id')
      return item!.id
    }
    const { slug, id } = await show()
    const whole = await sell(id, 'paid')
    const part = await sell(id, 'paid', 1_000)
    await sell(id, 'pending')
    await sell((await show()).id, 'paid')
    await cancel(slug).expect(200)
    const due = await t.database.knex('refunds').orderBy('amount_minor')
    expect(due.map((row) => [row.order_item_id, row.amount_minor, row.status, row.reason])).toEqual([
      [part, 210, 'pending', 'organizer'],
      [whole, 1_210, 'pending', 'organizer'],
    ])
    const [change] = await changesOf(id)
    expect(due[0]?.due_at).toEqual(change?.refunds_due_at)

    const begun = await show(1)
    await t.factories.session({ product_id: begun.id, starts_at: new Date(Date.now() - 3 * 3_600_000) })
    await sell(begun.id, 'paid')
    await cancel(begun.slug).expect(200)
    expect(await t.database.knex('refunds').count<{ count: number }[]>('* as count')).toEqual([{ count: 2 }])
  })
})

describe('moving a date', () => {
  it('puts a new one in its place and keeps the old one as what it was', async () => {
    const { slug, id, sessions } = await show(2)
    const [first, second] = sessions
    const to = { startsAt: '2031-07-10T21:00', endsAt: '2031-07-10T23:00', note: 'Por lluvia' }
    const moved = (await move(slug, first!.id, to).expect(200)).body as OwnProductDetail
    expect(moved.sessions.map(({ startsAt }) => startsAt)).toEqual([second!.startsAt, '2031-07-10T19:00:00.000Z'])
    expect(moved.changedSessions).toMatchObject([
      { id: first!.id, startsAt: first!.startsAt, state: 'rescheduled', movedToId: moved.sessions[1]!.id, note: 'Por lluvia' },
    ])
    expect((await page(t, slug)).changedSessions).toEqual(moved.changedSessions)
    expect(await changesOf(id)).toMatchObject([
      { kind: 'rescheduled', session_id: first!.id, new_session_id: moved.sessions[1]!.id, refunds_due_at: null },
    ])
    // A moved date is not moved again; its successor may be.
    expect(codeOf(await move(slug, first!.id))).toBe('STATE_CONFLICT')
    await move(slug, moved.sessions[1]!.id).expect(200)
  })

  it('refuses what is no other time, has passed, begins with another date, or is no date of this event', async () => {
    const { slug, sessions } = await show(2)
    const [first, second] = sessions
    const { startsAt, endsAt } = first!
    expect(issuesOf(await move(slug, first!.id, { startsAt, endsAt }))).toEqual(['body.startsAt unchanged'])
    expect(issuesOf(await move(slug, first!.id, session(t, -10)))).toEqual(['body.startsAt in_the_past'])
    expect(codeOf(await move(slug, first!.id, { startsAt: second!.startsAt, endsAt: second!.endsAt }))).toBe('STATE_CONFLICT')
    expect((await move((await show()).slug, first!.id)).status).toBe(404)
    expect((await ana.read(slug)).sessions).toEqual(sessions)
    const draft = await ana.draft()
    const dated = ((await ana.addSession(draft).expect(201)).body as OwnProductDetail).sessions
    expect(codeOf(await move(draft, dated[0]!.id))).toBe('STATE_CONFLICT')
    // Only the length changes.
    await move(slug, first!.id, { startsAt, endsAt: new Date(Date.parse(endsAt) + 600_000).toISOString() }).expect(200)
  })

  it('is possible three times in 24 hours, and the form knows how often it still is', async () => {
    const { slug, id } = await show()
    const left: number[] = []
    for (const minutes of [3_000, 3_100, 3_200]) {
      const own = await ana.read(slug)
      left.push(own.movesLeft)
      await move(slug, own.sessions[0]!.id, session(t, minutes)).expect(200)
    }
    const { movesLeft, sessions } = await ana.read(slug)
    expect([...left, movesLeft]).toEqual([3, 2, 1, 0])
    expect(codeOf(await move(slug, sessions[0]!.id, session(t, 3_300)))).toBe('MOVE_LIMIT')
    await changesOf(id).update({ created_at: new Date(t.clock.nowMs() - 24 * 60 * 60_000) })
    expect((await ana.read(slug)).movesLeft).toBe(3)
  })

  it('does not touch a date whose show was held', async () => {
    const { slug, id, sessions } = await show()
    await t.factories.broadcast({ product_id: id, session_id: sessions[0]!.id, state: 'ended' })
    expect(codeOf(await move(slug, sessions[0]!.id))).toBe('STATE_CONFLICT')
    expect(codeOf(await cancel(slug, { sessionId: sessions[0]!.id }))).toBe('STATE_CONFLICT')
  })
})

describe('ticket holders', () => {
  it('are told by mail and notification, each in their language, once', async () => {
    const names = { es: 'Eva', en: 'Ellen', pt: 'Eça' } as const
    const { slug, id, people } = await show(
      1,
      Object.entries(names).map(([locale, name]) => ({ locale, name }) as { locale: 'es'; name: string }),
    )
    const text = { title: 'Show', shortDescription: '', description: '' }
    await t.call(ownProducts.setTranslation, { params: { slug, language: 'en' }, body: text, as: ana.as }).expect(200)
    const revoked = await t.factories.user()
    await t.factories.ticket({ user_id: revoked.id, product_id: id, revoked_at: new Date(), revoked_reason: 'admin' })
    await cancel(slug, { note: 'Hasta <b>pronto</b>' }).expect(200)
    await deliver()
    const subjects = {
      es: /^Se cancela un evento/,
      en: /^An event that you have a ticket for is cancelled/,
      pt: /^Foi cancelado um evento/,
    }
    for (const user of people) {
      const mails = await mailsTo(t, user.email)
      expect(mails).toHaveLength(1)
      const [mail] = mails
      expect([mail!.language, subjects[user.locale].test(mail!.subject)]).toEqual([user.locale, true])
      expect(mail!.text).toContain(names[user.locale])
      // The title in their language, else in the product's own.
      expect(mail!.text).toContain(user.locale === 'en' ? '“Show”' : '«Función»')
      expect(mail!.text).toContain(`/products/${slug}`)
      expect(mail!.html).toContain('Hasta &lt;b&gt;pronto&lt;/b&gt;')
      const [notice] = await noticesOf(user)
      expect(notice).toMatchObject({
        type: 'event_cancelled',
        subject: mail!.subject,
        payload: { productSlug: slug, calendarChanged: true },
      })
      expect(notice!.content).toContain('Hasta <b>pronto</b>')
    }
    expect(await mailsTo(t, revoked.email)).toEqual([])
    const [change] = await changesOf(id)
    expect(change?.announced_at).not.toBeNull()
  })

  it('hear of a moved date with the old and the new one, in the zone it was announced in', async () => {
    const { slug, people, sessions } = await show(1, [{ locale: 'en' }])
    await move(slug, sessions[0]!.id, { startsAt: '2031-01-10T20:00', endsAt: '2031-01-10T22:00' }).expect(200)
    await deliver()
    const [mail] = await mailsTo(t, people[0]!.email)
    expect(mail!.subject).toBe('An event that you have a ticket for has a new date')
    expect(mail!.text).toMatch(/New date: 10 January 2031 at 20:00:00 CET/)
    expect((await noticesOf(people[0]!))[0]).toMatchObject({ type: 'event_rescheduled' })
  })

  it('get one notice an hour, which says where the dates stand then; the end of the event does not wait', async () => {
    const { slug, people, sessions } = await show(2, [{ locale: 'en' }])
    const at = (day: number) => ({ startsAt: `2031-03-${day}T20:00`, endsAt: `2031-03-${day}T22:00` })
    const last = async (from: string, day: number, note: string) =>
      ((await move(slug, from, { ...at(day), note }).expect(200)).body as OwnProductDetail).changedSessions.find(({ id }) => id === from)!
        .movedToId!
    const told = async () => (await deliver(), await mailsTo(t, people[0]!.email)).length
    const first = await last(sessions[0]!.id, 10, 'Rain')
    expect(await told()).toBe(1)
    const second = await last(first, 11, 'More rain')
    await last(second, 12, 'Sun')
    await cancel(slug, { sessionId: sessions[1]!.id }).expect(200)
    t.clock.advance(59 * 60_000)
    expect(await told()).toBe(1)
    t.clock.advance(60_000)
    expect(await told()).toBe(2)
    const text = (await mailsTo(t, people[0]!.email)).find((mail) => mail.text.includes('Sun'))!.text
    expect(text).toMatch(/Former date: 10 March 2031[^]*New date: 12 March 2031[^]*Also cancelled: /)
    expect(text).not.toMatch(/11 March|More rain/)
    // Back into the life of the organizer's token.
    t.clock.advance(-60 * 60_000)
    await cancel(slug).expect(200)
    expect(await told()).toBe(3)
  })

  it('are not told of a date that is back where they know it', async () => {
    const { slug, id, people, sessions } = await show(1, [{}])
    const there = (await move(slug, sessions[0]!.id).expect(200)).body as OwnProductDetail
    const { startsAt, endsAt } = sessions[0]!
    await move(slug, there.sessions[0]!.id, { startsAt, endsAt }).expect(200)
    await deliver()
    expect(await mailsTo(t, people[0]!.email)).toEqual([])
    expect((await changesOf(id)).every(({ announced_at: at }) => at !== null)).toBe(true)
  })

  it('are told once, whatever is cut off and repeated, however many they are', { timeout: 60_000 }, async () => {
    const { slug, id } = await show()
    await t.database.knex.raw(
      `with people as (insert into users (email, email_verified_at, name) select 'holder-' || n || '@example.test', now(), 'H' || n from generate_series(1, 450) n returning id)
       insert into tickets (user_id, product_id, source) select id, ?, 'free' from people`,
      [id],
    )
    await cancel(slug).expect(200)
    const waiting = () => t.database.knex('outbox').where({ topic: 'mail' }).whereNull('done_at').count<{ count: number }[]>('* as count')
    const [before] = await waiting()
    const [change] = await changesOf(id)
    // Two processes at the same moment, and one more who did not hear that it was done.
    const announceChange = (changeId: string) => t.api.platform.events.publish('event.changed', { changeId })
    await Promise.all([announceChange(change!.id), announceChange(change!.id)])
    await t.database.knex('event_changes').where({ id: change!.id }).update({ announced_at: null })
    await announceChange(change!.id)
    const [row] = await changesOf(id)
    const told = await t.database.knex('notifications').where({ batch_id: row!.batch_id }).count<{ count: number }[]>('* as count')
    const [after] = await waiting()
    expect([told, after!.count - before!.count]).toEqual([[{ count: 450 }], 450])
  })
})
