import { savedProducts } from '@e-events/shared/contract/catalogue/products.ts'
import { opportunities, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

async function viewer() {
  const user = await t.factories.user()
  const as = await t.tokenOf(user)
  return {
    user,
    set: (slug: string, isSaved = true) => t.call(savedProducts.set, { params: { slug }, as, body: { isSaved } }),
    get: async (slug: string) =>
      ((await t.call(savedProducts.get, { params: { slug }, as }).expect(200)).body as { isSaved: boolean }).isSaved,
    list: async () =>
      ((await t.call(savedProducts.list, { as }).expect(200)).body as { items: { slug: string }[] }).items.map(({ slug }) => slug),
  }
}

describe('products that an account saved', () => {
  it('are refused: a hidden one, which looks absent, and more than the limit', async () => {
    const me = await viewer()
    await me.set('no-such-product').expect(404)
    const draft = await t.factories.product({ status: 'draft' })
    await me.set(draft.slug).expect(404)
    await t.call(savedProducts.get, { params: { slug: draft.slug } }).expect(401)
    const { channel_id } = await t.factories.product()
    await t.database.knex.raw(
      `with made as (insert into products (channel_id, slug, title, type, plan, language, status)
         select ?, 'many-' || n, 'Uno de muchos', 'vod', 'free', 'es', 'draft' from generate_series(1, ?::int) n returning id)
       insert into saved_products (user_id, product_id) select ?, id from made`,
      [channel_id, limits.savedProducts, me.user.id],
    )
    const last = await t.factories.product()
    await me.set(last.slug).expect(409)
    expect(await me.get(last.slug)).toBe(false)
  })

  it('are listed, the latest first, however often they were saved, and leave the list by the same call', async () => {
    const me = await viewer()
    const [first, second] = [await t.factories.product(), await t.factories.product()]
    await me.set(first.slug).expect(200)
    t.clock.advance(1_000)
    await me.set(second.slug).expect(200)
    await Promise.all([me.set(first.slug).expect(200), me.set(first.slug).expect(200)])
    expect(await me.list()).toEqual([second.slug, first.slug])
    expect(await (await viewer()).list()).toEqual([])
    await me.set(second.slug, false).expect(200)
    expect([await me.list(), await me.get(first.slug), await me.get(second.slug)]).toEqual([[first.slug], true, false])
    await t.database.knex('channels').where({ id: first.channel_id }).update({ status: 'deactivated' })
    expect(await me.list()).toEqual([])
  })

  it('are an opportunity of their organizer a day later, written to only with consent to promotions', async () => {
    const owner = await t.factories.producer()
    const channel = await t.factories.channel({ owner_id: owner.id })
    const film = await t.factories.product({ channel_id: channel.id, type: 'vod', plan: 'paid', net_price_minor: 900 })
    const [open, closed] = [await viewer(), await viewer()]
    await t.database.knex('users').where({ id: open.user.id }).update({ newsletter: true })
    await t.database.knex('users').where({ id: closed.user.id }).update({ newsletter: false })
    await open.set(film.slug).expect(200)
    await closed.set(film.slug).expect(200)
    const seen = async () => {
      const reply = await t.call(opportunities.list, { as: await t.tokenOf(owner) }).expect(200)
      return (reply.body as { items: Opportunity[] }).items
        .map(({ kind, email, followUp }) => `${kind} ${email ?? ''} ${followUp.state}`)
        .toSorted()
    }
    expect(await seen()).toEqual([])
    t.clock.advance(25 * 3_600_000)
    expect(await seen()).toEqual(['saved  no_consent', `saved ${open.user.email} possible`])
    await t.database.knex('saved_products').where({ user_id: open.user.id }).delete()
    expect(await seen()).toEqual(['saved  no_consent'])
  })

  it('go with the account', async () => {
    const me = await viewer()
    await me.set((await t.factories.product()).slug).expect(200)
    await t.database.knex.transaction((trx) =>
      t.api.platform.events.publish('account.erased', { trx, user: me.user, pseudonym: 'gone@erased.invalid' }),
    )
    expect(await t.database.knex('saved_products').where({ user_id: me.user.id })).toEqual([])
  })
})
