import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { productCodes, type AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets, type Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, page, type Organizer } from '../../../testing/organizer.ts'
import { stampede } from '../../../testing/stampede.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

interface Codes {
  items: AccessCode[]
  counts: Record<AccessCode['state'], number>
  nextCursor: string | null
}
const generate = (slug: string, body: object = { quantity: 1 }, as = ana.as) =>
  t.call(productCodes.generate, { params: { slug }, body, as })
const made = async (slug: string, quantity = 1, label: string | null = null) =>
  ((await generate(slug, { quantity, label }).expect(201)).body as Codes).items
const list = async (slug: string, query: object = {}) =>
  (await t.call(productCodes.list, { params: { slug }, query: { ...query }, as: ana.as }).expect(200)).body as Codes
const revoke = (slug: string, id: string, as = ana.as) => t.call(productCodes.revoke, { params: { slug, id }, as })
const redeem = (code: string, as: string) => t.call(coupons.redeem, { body: { code }, as })
const viewer = async () => t.tokenOf(await t.factories.user())
const secret = () => ana.published({}, 'private')
const see = async (slug: string, code?: string, as?: string) =>
  (await t.call(products.get, { params: { slug }, query: code === undefined ? {} : { code }, as })).status

describe('making codes', () => {
  it('a draft has none, a public product needs none [CAT-053]', async () => {
    const draft = await ana.draft()
    expect(codeOf(await generate(draft))).toBe('PRODUCT_NOT_PUBLISHED')
    expect((await ana.read(draft)).allowed.generateCodes).toBe(false)
    expect(codeOf(await generate(await ana.published()))).toBe('STATE_CONFLICT')
    expect(await t.database.knex('access_codes').count<{ count: number }[]>('* as count')).toEqual([{ count: 0 }])
  })

  it('after publishing as private there are as many as wanted, no two alike, easy to read out [CAT-053] [CAT-055]', async () => {
    const slug = await secret()
    expect((await ana.read(slug)).allowed.generateCodes).toBe(true)
    for (const quantity of [0, limits.accessCodesPerBatch + 1]) expect((await generate(slug, { quantity })).status).toBe(400)
    const reply = await generate(slug, { quantity: 300, label: 'Prensa' }).expect(201)
    const { items, counts } = reply.body as Codes
    expect(counts).toEqual({ unused: 300, redeemed: 0, revoked: 0 })
    expect(new Set(items.map(({ code }) => code)).size).toBe(300)
    for (const { code, label, state } of items)
      expect([/^[\dA-HJKMNP-TV-Z]{5}(-[\dA-HJKMNP-TV-Z]{5}){2}$/.test(code), label, state]).toEqual([true, 'Prensa', 'unused'])
  })

  it('they are somebody’s own: strangers find neither product nor codes', async () => {
    const slug = await secret()
    const [code] = await made(slug)
    const stranger = (await createOrganizer(t)).as
    expect((await generate(slug, { quantity: 1 }, stranger)).status).toBe(404)
    expect((await t.call(productCodes.list, { params: { slug }, as: stranger })).status).toBe(404)
    expect((await revoke(slug, code!.id, stranger)).status).toBe(404)
    expect((await revoke(await secret(), code!.id)).status).toBe(404)
  })
})

describe('a code', () => {
  it('shows the product to whoever has it, and nothing without it [CAT-052]', async () => {
    const [slug, other] = [await secret(), await secret()]
    const [code] = await made(slug)
    expect([await see(slug), await see(slug, 'NO-SUCH-CODE-1'), await see(other, code!.code)]).toEqual([404, 404, 404])
    // As it is typed: in small letters, with blanks around it.
    expect([await see(slug, code!.code), await see(slug, ` ${code!.code.toLowerCase()} `)]).toEqual([200, 200])
    expect(await page(t, slug, { query: { code: code!.code } })).toMatchObject({
      status: 'private',
      allowed: { getTicket: false, watch: false },
    })
    await t.database.knex('channels').where({ id: ana.channel.id }).update({ status: 'deactivated' })
    expect(await see(slug, code!.code)).toBe(404)
    await t.database.knex('channels').where({ id: ana.channel.id }).update({ status: 'published' })
  })

  it('is redeemed for a ticket, once [CAT-052]', async () => {
    const slug = await secret()
    const [code] = await made(slug)
    const [first, second] = [await viewer(), await viewer()]
    const ticket = ((await redeem(code!.code.toLowerCase(), first).expect(200)).body as { ticket: Ticket }).ticket
    expect(ticket).toMatchObject({ source: 'code', state: 'valid', product: { slug } })
    expect(await page(t, slug, { as: first })).toMatchObject({ owned: true, allowed: { watch: true } })
    const again = await redeem(code!.code, second).set('accept-language', 'en')
    expect([again.status, again.body]).toMatchObject([409, { code: 'COUPON_REDEEMED', message: 'Coupon already redeemed' }])
    // A used code opens no page any more; its ticket does.
    expect([await see(slug, code!.code), await see(slug, undefined, first)]).toEqual([404, 200])
    expect((await list(slug)).counts).toEqual({ unused: 0, redeemed: 1, revoked: 0 })
  })

  it('is refused while the site takes no coupons, and keeps its worth', async () => {
    const slug = await secret()
    const [code] = await made(slug)
    const somebody = await viewer()
    await t.database.knex('site_config').update({ coupons: false })
    try {
      const refused = await redeem(code!.code, somebody)
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'COUPONS_OFF' }])
      expect((await list(slug)).counts).toEqual({ unused: 1, redeemed: 0, revoked: 0 })
    } finally {
      await t.database.knex('site_config').update({ coupons: true })
    }
    await redeem(code!.code, somebody).expect(200)
  })

  it('that does not exist, was revoked, or belongs to what is gone is not found', async () => {
    const as = await viewer()
    const slug = await secret()
    const [code, closed] = await made(slug, 2)
    const unknown = await redeem('ABCDE-FGHJK-MNPQR', as).set('accept-language', 'en')
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'COUPON_NOT_FOUND', message: 'No coupon found with this code' }])
    await revoke(slug, code!.id).expect(200)
    expect([codeOf(await redeem(code!.code, as)), await see(slug, code!.code)]).toEqual(['COUPON_NOT_FOUND', 404])
    await t.database.knex('channels').where({ id: ana.channel.id }).update({ status: 'banned' })
    expect(codeOf(await redeem(closed!.code, as))).toBe('COUPON_NOT_FOUND')
    await t.database.knex('channels').where({ id: ana.channel.id }).update({ status: 'published' })
    expect((await redeem("' or 1=1 --", as)).status).toBe(400)
    await redeem(closed!.code, as).expect(200)
  })

  it('is not wasted on somebody who has a ticket, nor on what is over', async () => {
    const slug = await secret()
    const [one, two] = await made(slug, 2)
    const as = await viewer()
    await redeem(one!.code, as).expect(200)
    expect(codeOf(await redeem(two!.code, as))).toBe('ALREADY_HAS_TICKET')
    const { id } = await ana.read(slug)
    const other = await viewer()
    for (const fields of [{ expires_at: new Date(t.clock.nowMs() - 1_000) }, { cancelled_at: new Date() }]) {
      await t.database.knex('products').where({ id }).update(fields)
      expect(codeOf(await redeem(two!.code, other))).toBe('COUPON_INVALID')
      await t.database.knex('products').where({ id }).update({ expires_at: null, cancelled_at: null })
    }
    expect((await list(slug)).counts.unused).toBe(1)
    await redeem(two!.code, other).expect(200)
  })

  it('follows a ticket that has run out, and its own ends as the product says', async () => {
    const slug = await secret()
    await ana.change(slug, { expirationHours: 48 }).expect(200)
    const { id } = await ana.read(slug)
    const user = await t.factories.user()
    await t.factories.ticket({ user_id: user.id, product_id: id, expires_at: new Date(t.clock.nowMs() - 1_000) })
    const [code] = await made(slug)
    const ticket = ((await redeem(code!.code, await t.tokenOf(user)).expect(200)).body as { ticket: Ticket }).ticket
    expect(Date.parse(ticket.expiresAt!) - Date.parse(ticket.acquiredAt)).toBe(48 * 3_600_000)
    expect(await t.database.knex('tickets').where({ user_id: user.id }).orderBy('acquired_at').pluck('revoked_reason')).toEqual([
      'expired',
      null,
    ])
  })

  it('stays good when the product becomes public and private again [CAT-056]', async () => {
    const slug = await secret()
    const [code, later] = await made(slug, 2)
    await ana.publish(slug, 'published').expect(200)
    await redeem(code!.code, await viewer()).expect(200)
    await ana.publish(slug, 'private').expect(200)
    await redeem(later!.code, await viewer()).expect(200)
  })

  it('of 20 people at the same moment one gets the ticket', { timeout: 60_000 }, async () => {
    const slug = await secret()
    const [code] = await made(slug)
    const people = await Promise.all(Array.from({ length: 20 }, viewer))
    const race = { lock: `select id from access_codes where id = '${code!.id}' for update`, requests: 20 }
    let next = 0
    const replies = await stampede(t.database, race, () => redeem(code!.code, people[next++]!))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => codeOf(reply) === 'COUPON_REDEEMED')).toHaveLength(19)
    expect((await list(slug)).counts.redeemed).toBe(1)
  })
})

describe('the list of codes', () => {
  it('says of each whether and by whom it was used, and comes page by page', async () => {
    const slug = await secret()
    await made(slug, 3, 'Invitados')
    const [used, spoilt] = await made(slug, 2, '=Prensa "local", 100%')
    const user = await t.factories.user({ name: 'Lola', surname: 'Flores' })
    await redeem(used!.code, await t.tokenOf(user)).expect(200)
    expect((await revoke(slug, spoilt!.id).expect(200)).body).toMatchObject({ id: spoilt!.id, state: 'revoked' })
    expect([codeOf(await revoke(slug, spoilt!.id)), codeOf(await revoke(slug, used!.id))]).toEqual(['STATE_CONFLICT', 'COUPON_REDEEMED'])
    expect((await list(slug)).counts).toEqual({ unused: 3, redeemed: 1, revoked: 1 })
    expect((await list(slug, { state: 'redeemed' })).items).toMatchObject([
      { code: used!.code, state: 'redeemed', redeemedBy: { name: 'Lola Flores', email: user.email } },
    ])
    expect((await list(slug, { state: 'unused' })).items).toHaveLength(3)
    expect((await list(slug, { q: 'invitado' })).items).toHaveLength(3)
    expect((await list(slug, { q: used!.code.toLowerCase().slice(0, 8) })).items.map(({ id }) => id)).toEqual([used!.id])
    expect((await list(slug, { q: '%' })).items).toHaveLength(2)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const part: Codes = await list(slug, { limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...part.items.map(({ id }) => id))
      cursor = part.nextCursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])

    const csv = await t
      .call(productCodes.export, { params: { slug }, query: { format: 'csv' }, as: ana.as })
      .set('accept-language', 'en')
      .buffer(true)
      .expect(200)
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain('Code,Label,State')
    // Formulas are exported as text.
    expect(csv.text).toContain(`"'=Prensa ""local"", 100%"`)
    expect(csv.get('content-disposition')).toContain(`codes-${slug}-`)
    const unused = await t
      .call(productCodes.export, { params: { slug }, query: { format: 'csv', state: 'unused' }, as: ana.as })
      .buffer(true)
    expect(unused.text.trim().split('\r\n')).toHaveLength(4)
  })
})

describe('guessing', () => {
  it('is stopped per account and per address, on the page as well as at the door; what is right stays open', async () => {
    const strict = await createTestApi({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const organizer = await createOrganizer(strict)
      const product = await strict.factories.product({ channel_id: organizer.channel.id, status: 'private' })
      const [row] = await strict.database
        .knex('access_codes')
        .insert({ product_id: product.id, code: 'RIGHT-RIGHT-RIGHT' })
        .returning('code')
      const as = await strict.tokenOf(await strict.factories.user())
      const guess = (code: string, token?: string) =>
        strict.call(products.get, { params: { slug: product.slug }, query: { code }, as: token })
      for (let tries = 0; tries < 10; tries++) {
        expect((await guess(`WRONG-CODE-${tries}`, as)).status).toBe(404)
        const at = await strict.call(coupons.redeem, { body: { code: `WRONG-CODE-${tries}` }, as })
        expect(at.status).toBe(404)
      }
      expect((await guess('WRONG-CODE-X', as)).status).toBe(429)
      expect((await strict.call(coupons.redeem, { body: { code: 'WRONG-CODE-X' }, as })).status).toBe(429)
      // Somebody else, and whoever has the right one, is not stopped.
      expect((await guess('WRONG-CODE-X')).status).toBe(404)
      expect((await guess(row!.code, as)).status).toBe(200)
      expect((await strict.call(coupons.redeem, { body: { code: row!.code }, as })).status).toBe(200)
      expect((await strict.call(tickets.list, { as })).body).toMatchObject({ items: [{ source: 'code' }] })
    } finally {
      await strict.stop()
    }
  })
})
