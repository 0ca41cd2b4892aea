import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { minutesFromNow, outcomeOf, type RefusalCase } from '../testing/refusals.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

describe('channels and products', () => {
  it.each<RefusalCase>([
    ['a channel text of 401 characters', 'channels_short_description_check', () => make.channel({ short_description: 'x'.repeat(401) })],
    ['a channel published without approval', 'channels_published_approved', () => make.channel({ approved_at: null })],
    ['a subscription for nothing', 'channels_subscription_price', () => make.channel({ subscription_active: true })],
    [
      'a second pending revision',
      'channel_revisions_one_pending',
      async () => {
        const { id: channel_id } = await make.channel({ status: 'draft' })
        const revision = { channel_id, rights_accepted_at: new Date() }
        await knex('channel_revisions').insert([revision, revision])
      },
    ],
    [
      'a rejection without a reason',
      'channel_revisions_reason',
      async () => {
        const { id: channel_id } = await make.channel({ status: 'draft' })
        await knex('channel_revisions').insert({
          channel_id,
          rights_accepted_at: new Date(),
          state: 'rejected',
          decided_at: new Date(),
          reason: ' ',
        })
      },
    ],
    [
      'a short description of 241 characters',
      'products_short_description_check',
      () => make.product({ short_description: 'x'.repeat(241) }),
    ],
    ['a slug with capitals', 'products_slug_check', () => make.product({ slug: 'Rita' })],
    ['a slug with an accent', 'products_slug_check', () => make.product({ slug: 'canción' })],
    ['a slug that is a path of its own', 'products_slug_check', () => make.product({ slug: 'new' })],
    ['a slug that is taken', 'products_slug_key', async () => make.product({ slug: (await make.product()).slug })],
    ['a free product with a price', 'products_free_price', () => make.product({ plan: 'free', net_price_minor: 100 })],
    ['a published paid product without a price', 'products_paid_price', () => make.product({ plan: 'paid', net_price_minor: 0 })],
    [
      'an offer above the price',
      'products_offer_cap',
      () =>
        make.product({
          plan: 'paid',
          net_price_minor: 10_000,
          offer_net_minor: 10_001,
          offer_tax_basis_points: 2_100,
          offer_starts_at: minutesFromNow(1),
          offer_ends_at: minutesFromNow(2),
        }),
    ],
    ['half an offer', 'products_offer_complete', () => make.product({ plan: 'paid', offer_net_minor: 900 })],
    [
      'a sale that ends before it starts',
      'products_sale_window',
      () => make.product({ sale_starts_at: minutesFromNow(2), sale_ends_at: minutesFromNow(1) }),
    ],
    ['postage of something that is no thing', 'products_shipping_physical', () => make.product({ shipping_net_minor: 5 })],
    ['a fake live of another type', 'products_fake_live', () => make.product({ fake_live: true })],
    [
      'an age that is not one of the three',
      'products_suggested_age_check',
      () => knex('products').update({ suggested_age: '16+' as '18+' }),
    ],
    [
      'a session that ends before it starts',
      'product_sessions_order',
      () => make.session({ starts_at: minutesFromNow(10), ends_at: minutesFromNow(5) }),
    ],
    [
      'two sessions at one moment',
      'product_sessions_no_duplicate',
      async () => {
        const { id: product_id } = await make.product({}, { sessions: 0 })
        const starts_at = minutesFromNow(30)
        await make.session({ product_id, starts_at })
        await make.session({ product_id, starts_at })
      },
    ],
    [
      'deleting a speaker in use',
      'product_speakers_speaker_id_fkey',
      async () => {
        const speaker = await make.speaker()
        await knex('product_speakers').insert({ product_id: (await make.product()).id, speaker_id: speaker.id })
        await knex('speakers').where({ id: speaker.id }).delete()
      },
    ],
    [
      'a bundle in itself',
      'bundle_items_not_itself',
      async () => {
        const { id } = await make.product({ type: 'vod' })
        await knex('bundle_items').insert({ bundle_id: id, product_id: id })
      },
    ],
    [
      'a bundle in a bundle',
      'bundle_items_nesting',
      async () => {
        const [outer, inner, part] = await Promise.all([
          make.product({ type: 'vod' }),
          make.product({ type: 'vod' }),
          make.product({ type: 'vod' }),
        ])
        await knex('bundle_items').insert({ bundle_id: inner.id, product_id: part.id })
        await knex('bundle_items').insert({ bundle_id: outer.id, product_id: inner.id })
      },
    ],
    [
      'a fifth benefit of a datasheet',
      'datasheets_benefits_check',
      async () =>
        knex('datasheets').insert({
          product_id: (await make.product({ type: 'datasheet' })).id,
          title: 'Ficha',
          benefits: ['a', 'b', 'c', 'd', 'e'],
        }),
    ],
    [
      'a master of something that is no course',
      'master_courses_types',
      async () => {
        const [master, vod] = await Promise.all([make.product({ type: 'master' }), make.product({ type: 'vod' })])
        await knex('master_courses').insert({ master_id: master.id, course_id: vod.id, position: 0 })
      },
    ],
    [
      'a course twice in a master',
      'master_courses_pkey',
      async () => {
        const [master, course] = await Promise.all([make.product({ type: 'master' }), make.product({ type: 'course' })])
        await knex('master_courses').insert([0, 1].map((position) => ({ master_id: master.id, course_id: course.id, position })))
      },
    ],
    [
      'a seventh column of a banner',
      'banner_images_column_number_check',
      async () => {
        const [banner] = await knex('banners').insert({ name: 'Otoño' }).returning('id')
        const [file] = await knex('files')
          .insert({ purpose: 'banner', storage_key: 'banner', original_name: 'a.png', mime_type: 'image/png', size_bytes: 9 })
          .returning('id')
        await knex('banner_images').insert({ banner_id: banner?.id ?? '', file_id: file?.id ?? '', column_number: 7, row_number: 1 })
      },
    ],
  ])('refuse %s', async (_refusal, constraint, act) => {
    await make.product()
    expect(await outcomeOf(act())).toBe(constraint)
  })

  it('let an offer take exactly 20%', async () => {
    const offer = {
      offer_net_minor: 8_000,
      offer_tax_basis_points: 2_100,
      offer_starts_at: minutesFromNow(1),
      offer_ends_at: minutesFromNow(2),
    }
    expect(await outcomeOf(make.product({ plan: 'paid', net_price_minor: 10_000, ...offer }))).toBe('allowed')
  })
})

describe('a published product', () => {
  it.each<RefusalCase>([
    [
      'deletion',
      'products_published_delete',
      async () =>
        knex('products')
          .where({ id: (await make.product()).id })
          .delete(),
    ],
    [
      'another type',
      'products_published_type',
      async () =>
        knex('products')
          .where({ id: (await make.product()).id })
          .update({ type: 'live' }),
    ],
    [
      'another channel',
      'products_published_channel',
      async () =>
        knex('products')
          .where({ id: (await make.product()).id })
          .update({ channel_id: (await make.channel()).id }),
    ],
    [
      'a return to draft',
      'products_published_draft',
      async () =>
        knex('products')
          .where({ id: (await make.product({ status: 'private' })).id })
          .update({ status: 'draft', published_at: null }),
    ],
    [
      'a change of a saved session',
      'product_sessions_published_change',
      async () =>
        knex('product_sessions')
          .where({ product_id: (await make.product()).id })
          .update({ ends_at: minutesFromNow(999) }),
    ],
    [
      'the loss of a saved session',
      'product_sessions_published_delete',
      async () =>
        knex('product_sessions')
          .where({ product_id: (await make.product()).id })
          .delete(),
    ],
  ])('refuses %s', async (_refusal, constraint, act) => {
    expect(await outcomeOf(act())).toBe(constraint)
  })

  it('takes another session, alternates between public and private, and lets a session be cancelled', async () => {
    const product = await make.product()
    await make.session({ product_id: product.id, starts_at: minutesFromNow(5_000) })
    await knex('products').where({ id: product.id }).update({ status: 'private' })
    await knex('products').where({ id: product.id }).update({ status: 'published' })
    await knex('product_sessions').where({ product_id: product.id }).update({ state: 'cancelled', state_changed_at: new Date() })
    expect(await knex('product_sessions').where({ product_id: product.id, state: 'cancelled' })).toHaveLength(2)
  })

  it('lets a seed move its sessions inside a transaction that says so', async () => {
    const product = await make.product()
    await knex.transaction(async (trx) => {
      await trx.raw("set local e_events.allow_session_change = 'on'")
      await trx('product_sessions')
        .where({ product_id: product.id })
        .update({ ends_at: minutesFromNow(999) })
    })
    expect(await outcomeOf(knex('product_sessions').where({ product_id: product.id }).delete())).toBe('product_sessions_published_delete')
  })

  it('is all free as a draft: change and delete, sessions included', async () => {
    const product = await make.product({ status: 'draft' })
    await knex('product_sessions')
      .where({ product_id: product.id })
      .update({ ends_at: minutesFromNow(999) })
    await knex('products').where({ id: product.id }).update({ type: 'live' })
    expect(await knex('products').where({ id: product.id }).delete()).toBe(1)
    expect(await knex('product_sessions').where({ product_id: product.id })).toEqual([])
  })
})
