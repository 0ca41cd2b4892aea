import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { frozenFields } from '@e-events/shared/domain/product-rules.ts'
import { productStatuses, productTransitions, productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJson } from '../../../db/row.ts'
import { codeOf, createOrganizer, issuesOf, page, session, type Organizer } from '../../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
let staff: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
  staff = await createOrganizer(t, { admin: true })
})
afterAll(() => t.stop())

const get = (slug: string, as?: string) => t.call(products.get, { params: { slug }, as })
const remove = (slug: string) => t.call(ownProducts.remove, { params: { slug }, as: ana.as })
const listed = async (slug: string) => {
  const reply = await t.call(products.list, { query: { channel: ana.channel.slug, limit: 100 } }).expect(200)
  return (reply.body as { items: { slug: string }[] }).items.some((card) => card.slug === slug)
}
const checklist = async (by: Organizer, slug: string) =>
  Object.fromEntries((await by.read(slug)).publishChecklist.map(({ rule, ok }) => [rule, ok]))

describe('before publishing', () => {
  it('the checklist says what is missing, and pressing the button says the same [CAT-041] [CAT-063] [ERR-051]', async () => {
    const waiting = await createOrganizer(t, { channel: { status: 'revision' } })
    const slug = await waiting.draft({ plan: 'paid' })
    expect(await checklist(waiting, slug)).toEqual({ channel: false, image: true, speakers: true, session: false, price: false })
    expect((await waiting.read(slug)).allowed).toMatchObject({ publish: false, makePrivate: false, delete: true, changeSessions: true })
    for (const status of ['published', 'private']) expect(codeOf(await waiting.publish(slug, status))).toBe('CHANNEL_NOT_APPROVED')
    expect((await waiting.publish(slug).set('accept-language', 'en')).body).toMatchObject({
      message: 'You must have an approved channel to publish.',
    })
    await t.database.knex('channels').where({ id: waiting.channel.id }).update({ status: 'published', approved_at: new Date() })
    expect(codeOf(await waiting.publish(slug))).toBe('SESSION_REQUIRED')
    await waiting.addSession(slug).expect(201)
    expect(issuesOf(await waiting.publish(slug))).toEqual(['product.price required'])
    await waiting.change(slug, { price: { netMinor: 100 } }).expect(200)
    expect(await checklist(waiting, slug)).toEqual({ channel: true, image: true, speakers: true, session: true, price: true })
    expect((await waiting.read(slug)).allowed).toMatchObject({ publish: true, makePrivate: true })
    await waiting.publish(slug).expect(200)
  })

  it('no type is published without what it is nothing without, and each is with it [CAT-041]', async () => {
    const lacks: Record<ProductType, string[]> = {
      broadcast: ['SESSION_REQUIRED'],
      live: ['SESSION_REQUIRED'],
      meet: ['SESSION_REQUIRED'],
      vod: ['product.media required'],
      podcast: ['product.media required'],
      post: ['product.text required'],
      course: ['product.lessons required'],
      master: ['product.courses required'],
      datasheet: ['product.sheet required'],
      physical: [],
    }
    for (const type of productTypes) {
      const slug = await staff.draft({ type, title: `Publicar ${type}` })
      expect(
        (await staff.read(slug)).publishChecklist.every(({ ok }) => ok),
        type,
      ).toBe(type === 'physical')
      const refused = await staff.publish(slug)
      const told = issuesOf(refused).length > 0 ? issuesOf(refused) : [codeOf(refused)].filter((code) => code !== undefined)
      expect(told, type).toEqual(lacks[type])
      if (type === 'physical') continue
      await staff.fill(slug)
      expect(
        (await staff.read(slug)).publishChecklist.filter(({ ok }) => !ok),
        type,
      ).toEqual([])
      await staff.publish(slug).expect(200)
    }
  })

  it('a deferred live has a date and its video, a text has words, and a master counts courses that can be had', async () => {
    const live = await staff.draft({ type: 'live' })
    await staff.addSession(live).expect(201)
    expect(issuesOf(await staff.publish(live))).toEqual(['product.media required'])
    const post = await staff.draft({ type: 'post' })
    const { id: postId } = await staff.read(post)
    const empty = { product_id: postId, language: 'es', document: toJson({}), html: '', words: 0, reading_minutes: 1 } as const
    await t.database.knex('product_posts').insert(empty)
    expect(issuesOf(await staff.publish(post))).toEqual(['product.text required'])
    const [master, course] = [await staff.draft({ type: 'master' }), await staff.draft({ type: 'course' })]
    const [masterId, courseId] = [(await staff.read(master)).id, (await staff.read(course)).id]
    await t.database.knex('master_courses').insert({ master_id: masterId, course_id: courseId, position: 0 })
    expect(issuesOf(await staff.publish(master))).toEqual(['product.courses required'])
  })

  it('a video and a podcast are what was uploaded and is ready, or a player elsewhere that we can show', async () => {
    const vod = await staff.draft({ type: 'vod' })
    expect(await checklist(staff, vod)).toMatchObject({ media: false })
    const { id } = await staff.read(vod)
    const asset = await t.factories.asset({ product_id: id, state: 'processing' })
    await t.database.knex('products').where({ id }).update({ media_asset_id: asset.id })
    expect(issuesOf(await staff.publish(vod))).toEqual(['product.media required'])
    await t.database.knex('media_assets').where({ id: asset.id }).update({ state: 'ready', duration_ms: 1_000 })
    expect(await checklist(staff, vod)).toMatchObject({ media: true })
    await staff.publish(vod).expect(200)
    for (const [type, url] of [
      ['podcast', 'https://player.example/1'],
      ['broadcast', 'https://youtu.be/dQw4w9WgXcQ'],
    ] as const)
      expect(issuesOf(await staff.create({ type, url }))).toEqual([`body.url ${type === 'podcast' ? 'embed' : 'not_of_this_type'}`])
    const elsewhere = await staff.draft({ type: 'podcast', url: 'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk' })
    await staff.publish(elsewhere).expect(200)
    // Required fields cannot be emptied afterwards.
    expect(issuesOf(await staff.change(elsewhere, { url: null }))).toEqual(['body.url required'])
  })

  it('a picture and a speaker that were lost keep it a draft', async () => {
    const slug = await ana.draft()
    await ana.addSession(slug).expect(201)
    const { id } = await ana.read(slug)
    await t.database.knex('products').where({ id }).update({ image_file_id: null })
    await t.database.knex('product_speakers').where({ product_id: id }).delete()
    expect(issuesOf(await ana.publish(slug))).toEqual(['product.image required', 'product.speakers required'])
  })
})

describe('states', () => {
  it('every edge there is, and every one there is not [CAT-054] [CAT-055] [CAT-056] [CAT-058]', async () => {
    const reach: Record<string, () => Promise<string>> = {
      draft: async () => {
        const slug = await ana.draft()
        await ana.addSession(slug).expect(201)
        return slug
      },
      published: () => ana.published(),
      private: () => ana.published({}, 'private'),
    }
    for (const from of productStatuses) {
      for (const to of productStatuses) {
        // Both ways of asking: the button, and the field of the form.
        const slug = await reach[from]!()
        const changed = await ana.change(slug, { status: to })
        const isEdge = productTransitions[from].includes(to)
        const expected = from === to || isEdge ? undefined : 'PRODUCT_FROZEN'
        expect([from, to, codeOf(changed)]).toEqual([from, to, expected])
        expect((await ana.read(slug)).status).toBe(isEdge ? to : from)
        if (to === 'draft') continue
        const other = await reach[from]!()
        expect([from, to, codeOf(await ana.publish(other, to))]).toEqual([from, to, isEdge ? undefined : 'STATE_CONFLICT'])
        expect((await ana.read(other)).status).toBe(isEdge ? to : from)
      }
    }
    expect((await ana.publish(await reach['published']!(), 'draft')).status).toBe(400)
  })

  it('a draft is hidden, a published product public, a private one neither listed nor found [CAT-050] [CAT-051] [CAT-052]', async () => {
    const slug = await ana.draft({ title: 'Escondido' })
    await ana.addSession(slug).expect(201)
    expect([(await get(slug)).status, (await get(slug, ana.as)).status, (await get(slug, staff.as)).status, await listed(slug)]).toEqual([
      404,
      200,
      200,
      false,
    ])
    await ana.publish(slug).expect(200)
    expect([(await get(slug)).status, await listed(slug)]).toEqual([200, true])
    await ana.publish(slug, 'private').expect(200)
    expect([(await get(slug)).status, await listed(slug)]).toEqual([404, false])
  })

  it('alternating keeps the first day of publication, and ticket holders in [CAT-056]', async () => {
    const slug = await ana.published()
    const { publishedAt, id } = await ana.read(slug)
    const holder = await t.factories.user()
    await t.factories.ticket({ user_id: holder.id, product_id: id })
    const token = await t.tokenOf(holder)
    await ana.publish(slug, 'private').expect(200)
    expect(await page(t, slug, { as: token })).toMatchObject({ owned: true, allowed: { watch: true } })
    await ana.publish(slug).expect(200)
    expect((await ana.read(slug)).publishedAt).toBe(publishedAt)
  })
})

describe.each(['published', 'private'] as const)('once %s', (status) => {
  const released = () => ana.published({}, status)

  it('says what is frozen', async () => {
    const slug = await ana.draft()
    expect((await ana.read(slug)).frozen).toEqual([])
    expect((await ana.read(await released())).frozen).toEqual([...frozenFields])
  })

  it('the type cannot change; of a draft it can [CAT-057]', async () => {
    const slug = await released()
    expect(codeOf(await ana.change(slug, { type: 'live', title: 'Otra cosa' }))).toBe('PRODUCT_FROZEN')
    expect(await ana.read(slug)).toMatchObject({ type: 'broadcast', title: 'Noche de pruebas' })
    await ana.change(slug, { type: 'broadcast', title: 'Otra cosa' }).expect(200)
    expect((await ana.change(await ana.draft(), { type: 'live' }).expect(200)).body).toMatchObject({ type: 'live' })
  })

  it('the channel cannot change; of a draft it can, to an own one [CAT-060]', async () => {
    const mine = await t.factories.channel({ owner_id: ana.user.id })
    const foreign = await t.factories.channel()
    const slug = await released()
    expect(codeOf(await ana.change(slug, { channelSlug: mine.slug }))).toBe('PRODUCT_FROZEN')
    expect((await ana.read(slug)).channel.slug).toBe(ana.channel.slug)
    await ana.change(slug, { channelSlug: ana.channel.slug }).expect(200)
    const draft = await ana.draft()
    expect(codeOf(await ana.change(draft, { channelSlug: foreign.slug }))).toBe('NOT_FOUND')
    expect((await ana.change(draft, { channelSlug: mine.slug }).expect(200)).body).toMatchObject({ channel: { slug: mine.slug } })
  })

  it('the slug stays, since people have the address; of a draft it changes to one that is free [CAT-044]', async () => {
    const slug = await released()
    expect(codeOf(await ana.change(slug, { slug: `nuevo-${slug}` }))).toBe('PRODUCT_FROZEN')
    const draft = await ana.draft()
    for (const taken of [slug, 'new', 'export']) expect(codeOf(await ana.change(draft, { slug: taken })), taken).toBe('SLUG_TAKEN')
    const fresh = `fresco-${draft}`
    expect((await ana.change(draft, { slug: fresh }).expect(200)).body).toBeDefined()
    await ana.read(fresh)
  })

  it('it cannot be deleted; a draft is gone [CAT-059]', async () => {
    const slug = await released()
    expect(codeOf(await remove(slug))).toBe('PRODUCT_FROZEN')
    expect((await get(slug, ana.as)).status).toBe(200)
    const draft = await ana.draft({ tags: ['adiós'] })
    await ana.addSession(draft).expect(201)
    expect((await remove(draft)).status).toBe(204)
    expect((await get(draft, ana.as)).status).toBe(404)
    expect((await remove(draft)).status).toBe(404)
  })

  it('saved dates can be neither changed nor deleted; new ones are added and are as frozen then [CAT-061] [CAT-062] [CAT-094]', async () => {
    const slug = await released()
    const change = (sessionId: string, body: object = session(t, 300), of = slug) =>
      t.call(ownProducts.changeSession, { params: { slug: of, sessionId }, body, as: ana.as })
    const drop = (sessionId: string, of = slug) => t.call(ownProducts.removeSession, { params: { slug: of, sessionId }, as: ana.as })
    const [saved] = (await ana.read(slug)).sessions
    expect([codeOf(await change(saved!.id)), codeOf(await drop(saved!.id))]).toEqual(['PRODUCT_FROZEN', 'PRODUCT_FROZEN'])
    const { sessions } = (await ana.addSession(slug, session(t, 1_440)).expect(201)).body as OwnProductDetail
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toEqual(saved)
    expect([codeOf(await change(sessions[1]!.id)), codeOf(await drop(sessions[1]!.id))]).toEqual(['PRODUCT_FROZEN', 'PRODUCT_FROZEN'])
    expect((await ana.read(slug)).sessions).toEqual(sessions)

    const draft = await ana.draft()
    await ana.addSession(draft).expect(201)
    const before = ((await ana.addSession(draft, session(t, 900)).expect(201)).body as OwnProductDetail).sessions
    expect(codeOf(await change(sessions[0]!.id, session(t, 60), draft))).toBe('NOT_FOUND')
    const { startsAt, endsAt } = before[0]!
    expect(codeOf(await change(before[1]!.id, { startsAt, endsAt }, draft))).toBe('STATE_CONFLICT')
    const moved = session(t, 600)
    expect(((await change(before[1]!.id, moved, draft).expect(200)).body as OwnProductDetail).sessions[1]).toMatchObject(moved)
    expect(((await drop(before[0]!.id, draft).expect(200)).body as OwnProductDetail).sessions).toHaveLength(1)
  })
})

describe('dates', () => {
  it('are typed in Central European time, and come in the order of time [CAT-030] [CAT-042]', async () => {
    const slug = await ana.draft()
    const add = (day: string) => ana.addSession(slug, { startsAt: `${day}T20:00`, endsAt: `${day}T22:00` }).expect(201)
    await add('2031-07-10')
    const { sessions } = (await add('2031-01-10')).body as OwnProductDetail
    expect(sessions.map(({ startsAt, endsAt, timezone }) => [startsAt, endsAt, timezone])).toEqual([
      ['2031-01-10T19:00:00.000Z', '2031-01-10T21:00:00.000Z', 'Europe/Madrid'],
      ['2031-07-10T18:00:00.000Z', '2031-07-10T20:00:00.000Z', 'Europe/Madrid'],
    ])
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
  })

  it('a time that clocks skip does not exist, and a night that is an hour longer counts right [CAT-042]', async () => {
    const slug = await ana.draft()
    // 30 March 2031 clocks go from 02:00 to 03:00; 26 October 2031 from 03:00 back to 02:00.
    expect(issuesOf(await ana.addSession(slug, { startsAt: '2031-03-30T02:30', endsAt: '2031-03-30T04:00' }))).toEqual([
      'body.startsAt no_such_time',
    ])
    expect(issuesOf(await ana.addSession(slug, { startsAt: '2031-03-30T01:00', endsAt: '2031-03-30T02:30' }))).toEqual([
      'body.endsAt no_such_time',
    ])
    const night = await ana.addSession(slug, { startsAt: '2031-10-26T01:00', endsAt: '2031-10-26T04:00' }).expect(201)
    expect((night.body as OwnProductDetail).sessions[0]).toMatchObject({
      startsAt: '2031-10-25T23:00:00.000Z',
      endsAt: '2031-10-26T03:00:00.000Z',
    })
    const abroad = { startsAt: '2031-07-10T20:00', endsAt: '2031-07-10T22:00', timezone: 'America/Bogota' }
    expect(((await ana.addSession(slug, abroad).expect(201)).body as OwnProductDetail).sessions[0]).toMatchObject({
      startsAt: '2031-07-11T01:00:00.000Z',
      timezone: 'America/Bogota',
    })
  })

  it('a type that has none refuses them, and a draft with dates stays of a type that has them', async () => {
    expect(codeOf(await staff.addSession(await staff.draft({ type: 'course' })))).toBe('PRODUCT_NOT_LIVE')
    const slug = await staff.draft()
    await staff.addSession(slug).expect(201)
    expect(issuesOf(await staff.change(slug, { type: 'course' }))).toEqual(['body.type has_sessions'])
    await staff.change(slug, { type: 'meet' }).expect(200)
  })
})

describe('a draft with media', () => {
  it('takes its folders along, and lets a recording be put on again', async () => {
    const slug = await staff.draft({ type: 'vod' })
    const { id } = await staff.read(slug)
    const asset = await t.factories.asset({ product_id: id, state: 'ready' })
    await t.database.knex('products').where({ id }).update({ media_asset_id: asset.id })
    const show = await t.factories.broadcast({ state: 'ended' })
    const [recording] = await t.database
      .knex('recordings')
      .insert({ broadcast_id: show.id, product_id: show.product_id, state: 'ready', published_product_id: id })
      .returning('id')
    await t.call(ownProducts.remove, { params: { slug }, as: staff.as }).expect(204)
    expect(await t.database.knex('media_assets').where({ id: asset.id }).first()).toMatchObject({ product_id: null, state: 'deleted' })
    expect(await t.database.knex('recordings').where({ id: recording!.id }).first()).toMatchObject({ published_product_id: null })
  })

  it('that something else needs is kept', async () => {
    const course = await staff.draft({ type: 'course' })
    const master = await staff.draft({ type: 'master' })
    const [courseId, masterId] = [(await staff.read(course)).id, (await staff.read(master)).id]
    await t.database.knex('master_courses').insert({ master_id: masterId, course_id: courseId, position: 0 })
    expect(codeOf(await t.call(ownProducts.remove, { params: { slug: course }, as: staff.as }))).toBe('STATE_CONFLICT')
    await staff.read(course)
  })
})
