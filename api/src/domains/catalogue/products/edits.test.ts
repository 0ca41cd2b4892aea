import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createOrganizer, issuesOf, page, type Organizer } from '../../../testing/organizer.ts'
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

const read = async (slug: string) =>
  (await t.call(ownProducts.getOwn, { params: { slug }, as: ana.as }).expect(200)).body as OwnProductDetail
const inHours = (hours: number) => new Date(t.clock.nowMs() + hours * 3_600_000).toISOString()
const dates = (hours: number) => ({ startsAt: inHours(hours), endsAt: inHours(hours + 1), timezone: 'Europe/Madrid' })

/** Requests of the product form, each with the revision that it saw. */
function callsOf(slug: string) {
  const params = { slug }
  return {
    update: (seen: number, title = 'De ana') =>
      t.call(ownProducts.update, { params, body: { title }, as: ana.as }).set('if-match', `"${seen}"`),
    translate: (seen: number) =>
      t
        .call(ownProducts.setTranslation, {
          params: { slug, language: 'en' },
          body: { title: 'Of ana', shortDescription: '', description: '' },
          as: ana.as,
        })
        .set('if-match', `"${seen}"`),
    untranslate: (seen: number) =>
      t.call(ownProducts.removeTranslation, { params: { slug, language: 'en' }, as: ana.as }).set('if-match', `"${seen}"`),
    describe: (seen: number) =>
      t
        .call(ownProducts.setMetadata, { params, body: { metadata: [{ key: 'sala', value: '1', exportable: true }] }, as: ana.as })
        .set('if-match', `"${seen}"`),
    addDate: (seen: number, hours = 48) =>
      t.call(ownProducts.addSession, { params, body: dates(hours), as: ana.as }).set('if-match', `"${seen}"`),
    moveDate: (seen: number, sessionId: string) =>
      t.call(ownProducts.changeSession, { params: { slug, sessionId }, body: dates(72), as: ana.as }).set('if-match', `"${seen}"`),
    removeDate: (seen: number, sessionId: string) =>
      t.call(ownProducts.removeSession, { params: { slug, sessionId }, as: ana.as }).set('if-match', `"${seen}"`),
    publish: (seen: number) => t.call(ownProducts.publish, { params, body: {}, as: ana.as }).set('if-match', `"${seen}"`),
  }
}

describe('two who edit the same product', () => {
  it('the later one is told and overwrites nothing; without If-Match the last one wins', async () => {
    const slug = await ana.draft()
    const seen = await read(slug)
    await staff.change(slug, { director: 'Staff' }).expect(200)
    const refused = await callsOf(slug).update(seen.revision)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'EDIT_CONFLICT'])
    const present = await read(slug)
    expect(present).toMatchObject({ director: 'Staff', text: { title: seen.text.title } })
    const saved = (await callsOf(slug).update(present.revision).expect(200)).body as OwnProductDetail
    expect(saved).toMatchObject({ director: 'Staff', text: { title: 'De ana' } })
    expect(saved.revision).toBeGreaterThan(present.revision)
    await ana.change(slug, { title: 'Sin mirar' }).expect(200)
  })

  it.each(['1', '*', '"1", "2"', '""', '"1'])(
    'an If-Match that is not one quoted tag is refused instead of overlooked: %s',
    async (tag) => {
      const slug = await ana.draft()
      const refused = await t.call(ownProducts.update, { params: { slug }, body: { title: 'Sin mirar' }, as: ana.as }).set('if-match', tag)
      expect([refused.status, codeOf(refused)]).toEqual([400, 'BAD_REQUEST'])
      expect((await read(slug)).text.title).not.toBe('Sin mirar')
    },
  )

  it('of two in the same moment exactly one is stored', async () => {
    const slug = await ana.draft()
    const { revision } = await read(slug)
    const replies = await Promise.all(['Uno', 'Dos', 'Tres'].map((title) => callsOf(slug).update(revision, title)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const stored = replies.find(({ status }) => status === 200)?.body as OwnProductDetail
    expect((await read(slug)).text.title).toBe(stored.text.title)
  })

  it('every part of the form is guarded, answers the revision that it made, and a refusal stores nothing', async () => {
    const slug = await ana.draft({ type: 'broadcast' })
    const calls = callsOf(slug)
    let now = await read(slug)
    const old = now.revision
    await ana.change(slug, { director: 'Otra ventana' }).expect(200)
    now = await read(slug)
    for (const stale of [calls.translate(old), calls.untranslate(old), calls.describe(old), calls.addDate(old), calls.publish(old)])
      expect(codeOf(await stale)).toBe('EDIT_CONFLICT')
    expect(await read(slug)).toMatchObject({ revision: now.revision, translations: [], metadata: [], sessions: [], status: 'draft' })

    const next = async (call: ReturnType<typeof calls.update>) => {
      const before = now.revision
      const reply = await call
      expect([reply.status < 300, reply.body]).toEqual([true, expect.objectContaining({ revision: before + 1 })])
      now = reply.body as OwnProductDetail
      expect(now.revision).toBe((await read(slug)).revision)
    }
    await next(calls.translate(now.revision))
    await next(calls.untranslate(now.revision))
    await next(calls.describe(now.revision))
    await next(calls.addDate(now.revision))
    const sessionId = now.sessions[0]?.id ?? ''
    expect(codeOf(await calls.moveDate(old, sessionId))).toBe('EDIT_CONFLICT')
    expect(codeOf(await calls.removeDate(old, sessionId))).toBe('EDIT_CONFLICT')
    await next(calls.moveDate(now.revision, sessionId))
    await next(calls.removeDate(now.revision, sessionId))
    await next(calls.addDate(now.revision, 96))
    await next(calls.publish(now.revision))
    expect(now.status).toBe('published')
  })

  it('calling off and moving a date are new revisions, too; what the platform does by itself is none', async () => {
    const slug = await ana.draft({ type: 'broadcast' })
    const calls = callsOf(slug)
    await calls.addDate((await read(slug)).revision).expect(201)
    const published = (await ana.publish(slug).expect(200)).body as OwnProductDetail
    await t.database.knex('products').where({ slug }).update({ source_video_url: 'https://storage.example/film.mp4' })
    expect((await read(slug)).revision).toBe(published.revision)
    const moved = await t
      .call(ownProducts.reschedule, {
        params: { slug, sessionId: published.sessions[0]?.id ?? '' },
        body: { ...dates(120), reason: 'organizer', note: '' },
        as: ana.as,
      })
      .expect(200)
    expect(codeOf(await calls.update(published.revision))).toBe('EDIT_CONFLICT')
    await calls.update((moved.body as OwnProductDetail).revision).expect(200)
  })
})

describe('links around the player', () => {
  it('are told on the page; other schemes are refused', async () => {
    const links = { bannerUrl: 'https://sponsor.example/offer', surveyUrl: 'https://survey.example/1' }
    const slug = await staff.published({ type: 'vod', title: 'Con encuesta', ...links })
    expect(await page(t, slug)).toMatchObject(links)
    for (const name of Object.keys(links))
      expect(issuesOf(await staff.change(slug, { [name]: 'javascript:alert(1)' })).join()).toContain(`body.${name}`)
  })
})
