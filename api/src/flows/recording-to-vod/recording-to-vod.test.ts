import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { uploads, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, type Organizer } from '../../testing/organizer.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

let t: TestApi
let ana: Organizer
beforeAll(async () => {
  t = await createTestApi()
  ana = await createOrganizer(t)
})
afterAll(() => t.stop())

const toVod = (id: string, as = ana.as) => t.call(ownProducts.recordingToVod, { params: { id }, as })
/** A broadcast that was held, with so many feeds and its recording. */
async function held(state: 'ready' | 'recording' | 'failed' = 'ready', feeds = 1) {
  const slug = await ana.published({
    title: 'Concierto en directo',
    description: 'Larga',
    shortDescription: 'Corta',
    plan: 'paid',
    price: { netMinor: 1_200, taxBasisPoints: 1_000 },
    tags: ['jazz'],
    labels: ['Único'],
    newCategory: 'Conciertos',
    suggestedAge: '13+',
    director: 'Pilar Miró',
    saleEndsAt: new Date(t.clock.nowMs() + 3_600_000).toISOString(),
  })
  const { id } = await ana.read(slug)
  await t.call(ownProducts.setTranslation, { params: { slug, language: 'en' }, body: { title: 'Live concert' }, as: ana.as }).expect(200)
  const show = await t.factories.broadcast({ product_id: id, state: 'ended' })
  for (let index = 0; index < feeds; index++) {
    const feed = await t.factories.feed({ broadcast_id: show.id, state: 'ended', label: `Cámara ${index + 1}` })
    await t.factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 61_000, label: feed.label, ordinal: index })
  }
  const [recording] = await t.database
    .knex('recordings')
    .insert({ broadcast_id: show.id, product_id: id, state, ...(state === 'failed' ? { error_code: 'no_media' } : {}) })
    .returning('id')
  return { slug, id, recordingId: recording!.id, broadcastId: show.id }
}

describe('a recording on demand', () => {
  it('is somebody’s own and finished, and is put on once', async () => {
    const { recordingId } = await held()
    expect((await toVod(recordingId, (await createOrganizer(t)).as)).status).toBe(404)
    expect((await toVod('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    for (const state of ['recording', 'failed'] as const)
      expect(codeOf(await toVod((await held(state)).recordingId))).toBe('STATE_CONFLICT')
    await toVod(recordingId).expect(201)
    expect(codeOf(await toVod(recordingId))).toBe('STATE_CONFLICT')
    await toVod((await held()).recordingId, await t.tokenOf(await t.factories.admin())).expect(201)
  })

  it('is a draft of type vod in the channel of the live, with the recording as its source, whatever types organizers may make [VID-016] [CAT-092]', async () => {
    const live = await held()
    const made = (await toVod(live.recordingId).expect(201)).body as OwnProductDetail
    expect(made).toMatchObject({
      type: 'vod',
      status: 'draft',
      title: 'Concierto en directo',
      description: 'Larga',
      shortDescription: 'Corta',
      channel: { slug: ana.channel.slug },
      netPrice: { netMinor: 1_200, taxBasisPoints: 1_000 },
      image: { id: ana.imageId },
      speakers: [{ id: ana.speakerId }],
      categories: [{ title: 'Conciertos' }],
      tags: ['jazz'],
      labels: ['Único'],
      suggestedAge: '13+',
      director: 'Pilar Miró',
      translations: [{ language: 'en', title: 'Live concert' }],
      durationMs: 61_000,
      sessions: [],
      saleEndsAt: null,
    })
    expect(made.slug).toMatch(/^concierto-en-directo-\d+$/)
    const asset = await t.database.knex('media_assets').where({ broadcast_id: live.broadcastId }).first()
    const row = await t.database.knex('products').where({ id: made.id }).first()
    expect(row).toMatchObject({ media_asset_id: asset!.id, created_by: ana.user.id })
    expect(await t.database.knex('recordings').where({ id: live.recordingId }).first()).toMatchObject({ published_product_id: made.id })
    expect(made.publishChecklist.every(({ ok }) => ok)).toBe(true)
  })

  it('plays every feed of the show once it is published, the first one first', async () => {
    const made = (await toVod((await held('ready', 2)).recordingId).expect(201)).body as OwnProductDetail
    await ana.publish(made.slug).expect(200)
    const holder = await t.factories.user()
    await t.factories.ticket({ user_id: holder.id, product_id: made.id })
    const reply = await t.call(playback.get, { params: { slug: made.slug }, as: await t.tokenOf(holder) }).expect(200)
    const shown = reply.body as Extract<Playback, { state: 'ready' }>
    expect([shown.state, shown.media.durationMs, shown.media.feeds.map((feed) => feed.label)]).toEqual([
      'ready',
      61_000,
      ['Cámara 1', 'Cámara 2'],
    ])
  })

  it('is the video of its form, which may be taken out again without the recording', async () => {
    const { recordingId, broadcastId } = await held()
    const { slug } = (await toVod(recordingId).expect(201)).body as OwnProductDetail
    const videoOf = async () => ((await t.call(uploads.media, { params: { slug }, as: ana.as }).expect(200)).body as ProductMedia).video
    expect(await videoOf()).toMatchObject({ state: 'ready', uploadId: null, fileName: '', durationMs: 61_000, sourceUrl: null })
    await t.call(uploads.remove, { params: { slug, purpose: 'video' }, as: ana.as }).expect(200)
    expect(await videoOf()).toEqual({ state: 'none' })
    expect(await t.database.knex('media_assets').where({ broadcast_id: broadcastId }).pluck('state')).toEqual(['ready'])
  })

  it('that was thrown away as a draft may be put on again, and its folder is still there', async () => {
    const { recordingId, broadcastId } = await held()
    const made = (await toVod(recordingId).expect(201)).body as OwnProductDetail
    await t.call(ownProducts.remove, { params: { slug: made.slug }, as: ana.as }).expect(204)
    expect(await t.database.knex('media_assets').where({ broadcast_id: broadcastId }).first()).toMatchObject({ state: 'ready' })
    await toVod(recordingId).expect(201)
  })
})
