import { playback } from '@e-events/shared/contract/live/playback.ts'
import { tickets, type Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/mails.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let viewer: string
beforeAll(async () => {
  t = await createTestApi()
  viewer = await t.tokenOf(await t.factories.user())
})
afterAll(() => t.stop())

const redeem = (slug: string, as: string | undefined = viewer) => t.call(tickets.redeem, { params: { slug }, as })
const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000)
const countOf = async (productId: string) => (await t.database.knex('tickets').where({ product_id: productId })).length

describe('refusals', () => {
  it('needs a session', async () => {
    const product = await t.factories.product()
    const reply = await t.call(tickets.redeem, { params: { slug: product.slug } })
    expect([reply.status, reply.body]).toMatchObject([401, { code: 'UNAUTHENTICATED' }])
  })

  it('what is not public does not exist: drafts, private products, and products of a channel that is not published', async () => {
    const draft = await t.factories.product({ status: 'draft' })
    const hidden = await t.factories.product({ status: 'private' })
    const banned = await t.factories.product({ channel_id: (await t.factories.channel({ status: 'banned' })).id })
    for (const slug of ['no-such-product', draft.slug, hidden.slug, banned.slug]) {
      const reply = await redeem(slug)
      expect([slug, reply.status, (reply.body as { code: string }).code]).toEqual([slug, 404, 'NOT_FOUND'])
    }
  })

  it('a paid product has to be paid for, and leaves no ticket', async () => {
    const product = await t.factories.product({ plan: 'paid' })
    const reply = await redeem(product.slug)
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([402, 'PAYMENT_REQUIRED'])
    expect(await countOf(product.id)).toBe(0)
  })

  it('the sale has not begun until its first moment and is over from its last one on', async () => {
    const from = inHours(1)
    const until = inHours(2)
    const product = await t.factories.product({ sale_starts_at: from, sale_ends_at: until })
    expect((await redeem(product.slug)).body).toMatchObject({ code: 'SALE_NOT_OPEN' })
    const over = await t.factories.product({ sale_starts_at: inHours(-2), sale_ends_at: inHours(-0.001) })
    expect((await redeem(over.slug)).body).toMatchObject({ code: 'NOT_PURCHASABLE' })
    const cancelled = await t.factories.product({ cancelled_at: new Date() })
    expect((await redeem(cancelled.slug)).body).toMatchObject({ code: 'NOT_PURCHASABLE' })
    const open = await t.factories.product({ sale_starts_at: inHours(-1), sale_ends_at: inHours(1) })
    expect((await redeem(open.slug)).status).toBe(201)
  })

  it('a second ticket is refused in the language of the caller', async () => {
    const product = await t.factories.product()
    await redeem(product.slug).expect(201)
    const again = await redeem(product.slug).set('accept-language', 'pt-BR,en;q=0.5')
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'ALREADY_HAS_TICKET' })
    expect(again.get('content-language')).toBe('pt')
    expect(await countOf(product.id)).toBe(1)
  })
})

describe('one ticket per account and product', { timeout: 60_000 }, () => {
  it('holds against 50 requests of the same moment', async () => {
    const product = await t.factories.product()
    // Inserts wait until many requests have seen that there is no ticket yet.
    const race = { lock: 'lock table tickets in share row exclusive mode', requests: 50 }
    const replies = await stampede(t.database, race, () => redeem(product.slug))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => (reply.body as { code?: string }).code === 'ALREADY_HAS_TICKET')).toHaveLength(49)
    expect(await countOf(product.id)).toBe(1)
  })

  it('lets every account have its own', async () => {
    const product = await t.factories.product()
    const others = await Promise.all([1, 2, 3].map(async () => t.tokenOf(await t.factories.user())))
    const replies = await Promise.all(others.map((as) => redeem(product.slug, as)))
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
  })
})

describe('the mail of a ticket', () => {
  const when = { es: /Empieza el /, en: /It begins on /, pt: /Começa em / }

  it.each(['es', 'en', 'pt'] as const)(
    'leaves once in %s, with the title in that language, its hour and the way to its page',
    async (locale) => {
      const user = await t.factories.user({ locale })
      const product = await t.factories.product({ title: 'Función', language: 'es' })
      await t.database.knex('product_translations').insert({ product_id: product.id, language: 'en', title: 'Show', description: '' })
      await t.factories.session({ product_id: product.id, starts_at: inHours(24), ends_at: inHours(26) })
      const as = await t.tokenOf(user)
      await redeem(product.slug, as).expect(201)
      await redeem(product.slug, as).expect(409)
      const mails = await mailsTo(t, user.email)
      expect(mails).toHaveLength(1)
      expect(mails[0]!.text).toContain(locale === 'en' ? '“Show”' : '«Función»')
      expect(mails[0]!.text).toContain(`/products/${product.slug}`)
      expect(mails[0]!.text).toMatch(when[locale])
    },
  )

  it('says until when it holds, and no hour where there is none', async () => {
    const user = await t.factories.user({ locale: 'en' })
    const product = await t.factories.product({ type: 'vod', expiration_hours: 48 })
    await redeem(product.slug, await t.tokenOf(user)).expect(201)
    const [mail] = await mailsTo(t, user.email)
    expect(mail!.text).toContain('You can watch it until ')
    expect(mail!.text).not.toContain('It begins')
  })
})

describe('a ticket', () => {
  it('of a free product is got without paying, and is among the own ones at once [CAT-089]', async () => {
    const product = await t.factories.product({ type: 'vod' })
    const user = await t.factories.user()
    const as = await t.tokenOf(user)
    const ticket = (await redeem(product.slug, as).expect(201)).body as Ticket
    expect(ticket).toMatchObject({ source: 'free', state: 'valid', product: { slug: product.slug, price: null } })
    expect((await t.call(tickets.list, { as })).body).toMatchObject({ items: [{ id: ticket.id }] })
    expect(await t.database.knex('orders').where({ user_id: user.id })).toEqual([])
  })

  it('lets in until its last moment: 48 hours after it was got, or on the date of the product where that comes first [VID-015]', async () => {
    const minutes = 60_000
    const watch = async (slug: string, as: string) => {
      const reply = await t.call(playback.get, { params: { slug }, as })
      return [reply.status, (reply.body as { code?: string }).code]
    }
    const hours = await t.factories.product({ type: 'vod', expiration_hours: 48 })
    const date = await t.factories.product({ type: 'vod', expiration_hours: 48, expires_at: inHours(10) })
    const user = await t.factories.user()
    const before = await t.tokenOf(user)
    await redeem(hours.slug, before).expect(201)
    await redeem(date.slug, before).expect(201)
    const start = t.clock.nowMs()
    const at = async (afterMs: number) => {
      t.clock.advance(start + afterMs - t.clock.nowMs())
      // A session of its own: access tokens are older than that by now.
      const as = await t.tokenOf(user)
      return [await watch(hours.slug, as), await watch(date.slug, as)]
    }
    const [ok, over] = [
      [200, undefined],
      [402, 'TICKET_REQUIRED'],
    ]
    expect(await at(10 * 60 * minutes - minutes)).toEqual([ok, ok])
    expect(await at(10 * 60 * minutes + minutes)).toEqual([ok, over])
    expect(await at(48 * 60 * minutes - minutes)).toEqual([ok, over])
    expect(await at(48 * 60 * minutes + minutes)).toEqual([over, over])
    viewer = await t.tokenOf(await t.factories.user())
  })

  it('ends after the hours of its product or on its fixed date, whichever comes first, and can be got again', async () => {
    const hours = await t.factories.product({ type: 'vod', expiration_hours: 48 })
    const both = await t.factories.product({ type: 'vod', expiration_hours: 48, expires_at: inHours(10) })
    const first = (await redeem(hours.slug)).body as Ticket
    expect(Date.parse(first.expiresAt!) - Date.parse(first.acquiredAt)).toBe(48 * 3_600_000)
    expect(((await redeem(both.slug)).body as Ticket).expiresAt).toBe(both.expires_at?.toISOString())
    await t.database
      .knex('tickets')
      .where({ id: first.id })
      .update({ expires_at: inHours(-1) })
    const again = await redeem(hours.slug)
    expect([again.status, (again.body as Ticket).state]).toEqual([201, 'valid'])
    expect(await countOf(hours.id)).toBe(1)
  })

  it('is listed for its owner alone, newest first, page by page without gaps', async () => {
    const owner = await t.tokenOf(await t.factories.user())
    const slugs: string[] = []
    for (let index = 0; index < 5; index++) {
      const product = await t.factories.product({ type: 'vod' })
      await redeem(product.slug, owner).expect(201)
      slugs.unshift(product.slug)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = (await t.call(tickets.list, { as: owner, query: { limit: 2, ...(cursor ? { cursor } : {}) } })).body as {
        items: Ticket[]
        nextCursor: string | null
      }
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items.map((ticket) => ticket.product.slug))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(slugs)
    expect((await t.call(tickets.list, { as: owner, query: { cursor: 'bm8' } })).body).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
