import { randomUUID } from 'node:crypto'
import { entities } from '@e-events/shared/contract/storefront/entities.ts'
import { home, type Home } from '@e-events/shared/contract/storefront/home.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import { sections, type SectionChoice, type SectionEditor, type SectionVersion } from '@e-events/shared/contract/storefront/sections.ts'
import type { SectionPage } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { canMove } from '@e-events/shared/domain/machine.ts'
import { sectionVersionStates, sectionVersionTransitions, type SectionVersionState } from '@e-events/shared/domain/section-versions.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
let member: UserRow
let tokens: { member: string; stranger: string }
beforeAll(async () => {
  t = await createTestApi()
  admin = await t.tokenOf(await t.factories.admin({ name: 'Ada', surname: 'Admin' }))
  member = await t.factories.producer()
  tokens = { member: await t.tokenOf(member), stranger: await t.tokenOf(await t.factories.producer()) }
})
afterAll(() => t.stop())

const site = { kind: 'home', key: 'site' }
const texts = (es: string) => ({ es, en: '', pt: '' })
const words = (title: string, id = 'a') => ({
  id,
  type: 'static_content',
  hidden: false,
  size: 'large',
  title: texts(title),
  description: texts(''),
  url: '',
})
const titles = (list: object[] | undefined) => list?.map((section) => (section as { title: { es: string } | string }).title)

interface Options {
  at?: { kind: string; key: string }
  as?: string
  ifMatch?: string
}
type Act = 'saveDraft' | 'discardDraft' | 'publish' | 'schedule' | 'unschedule'
function act(name: Act, body: object | undefined, { at = site, as = admin, ifMatch }: Options = {}) {
  const request = t.call(sections[name], { params: at, as, ...(body ? { body } : {}) })
  return ifMatch === undefined ? request : request.set('if-match', `"${ifMatch}"`)
}
const restore = (number: number, { at = site, as = admin }: Options = {}) =>
  t.call(sections.restore, { params: { ...at, number: String(number) }, as })
const editor = async ({ at = site, as = admin }: Options = {}) =>
  (await t.call(sections.get, { params: at, as }).expect(200)).body as SectionEditor
const shown = async () => titles(((await t.call(home.get).expect(200)).body as Home).sections)
const inMinutes = (minutes: number) => new Date(t.clock.nowMs() + minutes * 60_000).toISOString()
const lastAudit = async () => t.database.knex('audit_log').orderBy('sequence', 'desc').first()

beforeEach(async () => {
  await t.database.knex('section_versions').delete()
})

describe('versions', () => {
  it('a draft is shown to nobody until it is published; the one before stays and can be brought back [CAT-016]', async () => {
    const { fallback } = await editor()
    expect(fallback.map(({ id }) => id)).toEqual(['hero', 'live', 'upcoming', 'newest'])
    await act('publish', { sections: [words('Uno')] }).expect(200)
    await act('saveDraft', { sections: [words('Dos')] }).expect(200)
    expect(await shown()).toEqual(['Uno'])
    const state = await editor()
    expect([state.live?.number, state.draft?.number, state.draft?.author]).toEqual([1, 2, 'Ada Admin'])
    const published = (await act('publish', { sections: state.draft?.sections }).expect(200)).body as SectionEditor
    expect([published.live?.number, published.draft]).toEqual([2, null])
    expect(await shown()).toEqual(['Dos'])

    await restore(1).expect(200)
    expect(await shown()).toEqual(['Uno'])
    const versions = (await t.call(sections.versions, { params: site, as: admin }).expect(200)).body as { items: SectionVersion[] }
    expect(versions.items.map(({ number, state: is, restoredFrom }) => [number, is, restoredFrom])).toEqual([
      [3, 'live', 1],
      [2, 'past', null],
      [1, 'past', null],
    ])
    expect(await lastAudit()).toMatchObject({
      action: 'sections.restore',
      subject_type: 'home',
      subject_id: 'site',
      state_after: { version: 3 },
    })
  })

  it('move along the edges of their table alone', async () => {
    const walk: Record<SectionVersionState, () => Promise<unknown>> = {
      draft: async () => act('saveDraft', { sections: [words('Borrador')] }).expect(200),
      scheduled: async () => act('schedule', { sections: [words('Luego')], publishAt: inMinutes(5) }).expect(200),
      live: async () => act('publish', { sections: [words('Ahora')] }).expect(200),
      past: async () => {
        await act('publish', { sections: [words('Antes')] }).expect(200)
        await act('publish', { sections: [words('Ahora')] }).expect(200)
      },
    }
    // The acts that would lead from the version's state to another one, with what they answer where there is no such
    // edge.
    const edges: Partial<Record<`${SectionVersionState}→${SectionVersionState}`, () => PromiseLike<{ status: number }>>> = {
      'draft→scheduled': () => act('schedule', { sections: [words('Luego')], publishAt: inMinutes(5) }),
      'draft→live': () => act('publish', { sections: [words('Ahora')] }),
      'draft→draft': () => act('unschedule', undefined),
      'scheduled→draft': () => act('unschedule', undefined),
      'scheduled→live': () => act('publish', { sections: [words('Ahora')] }),
      'live→past': () => act('publish', { sections: [words('Otra')] }),
      'live→draft': () => act('unschedule', undefined),
      'live→live': () => restore(1),
      'past→draft': () => act('unschedule', undefined),
    }
    for (const from of sectionVersionStates) {
      for (const to of sectionVersionStates) {
        const edge = edges[`${from}→${to}`]
        if (!edge) continue
        await t.database.knex('section_versions').delete()
        await walk[from]()
        expect([from, to, (await edge()).status]).toEqual([from, to, canMove(sectionVersionTransitions, from, to) ? 200 : 409])
      }
    }
  })

  it('what was published in the meantime is not overwritten unseen; of two at once one wins', async () => {
    const { revision } = await editor()
    const both = await Promise.all([
      act('publish', { sections: [words('Ana')] }, { ifMatch: revision }),
      act('publish', { sections: [words('Eva')] }, { ifMatch: revision }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const name of ['saveDraft', 'schedule', 'discardDraft'] as const) {
      const body = name === 'discardDraft' ? undefined : { sections: [], ...(name === 'schedule' ? { publishAt: inMinutes(1) } : {}) }
      expect([name, (await act(name, body, { ifMatch: revision })).body]).toMatchObject([name, { code: 'EDIT_CONFLICT' }])
    }
    const fresh = (await editor()).revision
    await act('saveDraft', { sections: [] }, { ifMatch: fresh }).expect(200)
    expect((await act('publish', { sections: [] }, { ifMatch: fresh })).status).toBe(409)
  })

  it('a draft is thrown away as a whole', async () => {
    await act('saveDraft', { sections: [words('Dos')] }).expect(200)
    expect(((await act('discardDraft', undefined).expect(200)).body as SectionEditor).draft).toBeNull()
  })

  it(`the last ${limits.sectionVersionsKept} that were published are kept`, async () => {
    const row = (number: number) => ({
      number,
      state: 'past' as const,
      sections: '[]' as never,
      saved_at: new Date(),
      published_at: new Date(),
    })
    await t.database.knex('section_versions').insert(Array.from({ length: limits.sectionVersionsKept }, (_, index) => row(index + 1)))
    await act('publish', { sections: [] }).expect(200)
    const past = () => t.database.knex('section_versions').where({ state: 'past' }).orderBy('number').pluck<number[]>('number')
    expect((await past())[0]).toBe(1)
    await act('publish', { sections: [] }).expect(200)
    const kept = await past()
    expect([kept.length, kept[0]]).toEqual([limits.sectionVersionsKept, 2])
  })
})

describe('a schedule', () => {
  it.each([
    ['a moment that has passed', () => inMinutes(-1)],
    ['now', () => inMinutes(0)],
    ['more than a year', () => inMinutes(400 * 24 * 60)],
  ])('is refused for %s', async (_, publishAt) => {
    const reply = await act('schedule', { sections: [], publishAt: publishAt() }).expect(400)
    expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'body.publishAt' }] })
  })

  it('shows its version at its moment, once, whoever looks; until then it can be changed or taken back', async () => {
    await act('publish', { sections: [words('Hoy')] }).expect(200)
    const scheduled = (await act('schedule', { sections: [words('Mañana')], publishAt: inMinutes(3) }).expect(200)).body as SectionEditor
    expect(scheduled.draft).toMatchObject({ state: 'scheduled', number: 2 })
    await act('saveDraft', { sections: [words('Mañana, mejor')] }).expect(200)
    const { publishDue } = t.api.platform.storefront.sections
    // Tokens of the tests live fifteen minutes: all of this takes seven.
    t.clock.advance(2 * 60_000)
    expect(await publishDue()).toBe(0)
    t.clock.advance(60_000)
    expect((await Promise.all([publishDue(), publishDue()])).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await shown()).toEqual(['Mañana, mejor'])
    expect(await lastAudit()).toMatchObject({ action: 'sections.publish_scheduled', actor_id: null })

    await act('schedule', { sections: [words('Nunca')], publishAt: inMinutes(3) }).expect(200)
    expect(((await act('unschedule', undefined).expect(200)).body as SectionEditor).draft?.state).toBe('draft')
    t.clock.advance(4 * 60_000)
    expect(await publishDue()).toBe(0)
    expect(await shown()).toEqual(['Mañana, mejor'])
  })
})

describe('who may edit what', () => {
  const acme = async (memberIds: string[] = [member.id]) => {
    const body = { name: `Acme ${randomUUID()}`, memberIds }
    const { slug } = (await t.call(entities.create, { body, as: admin }).expect(201)).body as { slug: string }
    return { kind: 'entity', key: slug }
  }
  const store = async (slug: string) => (await t.call(entities.get, { params: { slug } }).expect(200)).body as SectionPage

  it('the home page and pages are absent to organizers, an entity to those who are no members [PROD-018]', async () => {
    const { id } = (await t.call(pages.create, { body: { name: `Página ${randomUUID()}` }, as: admin })).body as { id: string }
    const at = await acme()
    for (const [place, token] of [
      [site, tokens.member],
      [{ kind: 'page', key: id }, tokens.member],
      [at, tokens.stranger],
      [{ kind: 'entity', key: 'nobody' }, admin],
      [{ kind: 'page', key: 'no-uuid' }, admin],
      [{ kind: 'home', key: 'other' }, admin],
    ] as const) {
      expect([place, (await t.call(sections.get, { params: place, as: token })).status]).toEqual([place, 404])
      expect((await act('publish', { sections: [] }, { at: place, as: token })).status).toBe(404)
    }
  })

  it('members and administrators edit the home of an entity, which leaves the site as it is [PROD-018] [ADM-053] [CAT-002] [CAT-081]', async () => {
    await act('publish', { sections: [words('Sitio')] }).expect(200)
    const [at, other] = [await acme(), await acme()]
    await act('publish', { sections: [words('De Acme')] }, { at, as: tokens.member }).expect(200)
    await act('publish', { sections: [words('De otra')] }, { at: other }).expect(200)
    expect(await shown()).toEqual(['Sitio'])
    expect([titles((await store(at.key)).sections), titles((await store(other.key)).sections)]).toEqual([['De Acme'], ['De otra']])
  })

  it('sliders of an entity show and offer what its members have, and nothing else [CAT-082]', async () => {
    const own = await t.factories.product({ channel_id: (await t.factories.channel({ owner_id: member.id })).id, title: 'Propia' })
    const foreign = await t.factories.product({ title: 'Ajena' })
    const at = await acme()
    const source = { kind: 'chosen', ids: [foreign.id, own.id] }
    const slider = { id: 'a', type: 'product_slider', hidden: false, title: texts('Todo'), source }
    const channels = { id: 'b', type: 'channel_slider', hidden: false, title: texts(''), source: { kind: 'newest' } }
    const upcoming = { ...slider, id: 'c', source: { kind: 'upcoming' } }
    await act('publish', { sections: [upcoming, slider, channels] }, { at, as: tokens.member }).expect(200)
    const items = (await store(at.key)).sections.map((section) => ('items' in section ? section.items.map(({ id }) => id) : []))
    expect(items).toEqual([[own.id], [own.id], [own.channel_id]])
    const choices = async (query: object) => {
      const reply = await t.call(sections.choices, { params: { ...at, of: 'product' }, query: { ...query }, as: tokens.member }).expect(200)
      return (reply.body as { items: SectionChoice[] }).items.map(({ title }) => title)
    }
    expect(await choices({})).toEqual(['Propia'])
    expect(await choices({ search: 'ajena' })).toEqual([])
    expect(await choices({ ids: `${foreign.id},${own.id}` })).toEqual(['Propia'])
  })

  it('choices are found by words without accents, and chosen ones stay in their order, shown or not', async () => {
    const drafted = await t.factories.product({ title: 'Canción de otoño', status: 'draft' })
    const published = await t.factories.product({ title: 'Otoño en la sala' })
    const choices = async (of: string, query: object) => {
      const reply = await t.call(sections.choices, { params: { ...site, of }, query: { ...query }, as: admin }).expect(200)
      return (reply.body as { items: SectionChoice[] }).items.map(({ id, isShown }) => [id, isShown])
    }
    expect(await choices('product', { search: 'otono' })).toEqual([[published.id, true]])
    expect(await choices('product', { ids: `${drafted.id},${published.id},${randomUUID()}` })).toEqual([
      [drafted.id, false],
      [published.id, true],
    ])
    expect(await choices('channel', { ids: published.channel_id })).toEqual([[published.channel_id, true]])
    expect(await choices('speaker', { search: 'nadie%' })).toEqual([])
  })

  it('an organizer uses pictures of their own, or those that the place has already', async () => {
    const at = await acme()
    const picture = async (ownerId: string | null) => {
      const fields = { purpose: 'image' as const, original_name: 'a.png', mime_type: 'image/png', size_bytes: 1, is_public: true }
      const [row] = await t.database
        .knex('files')
        .insert({ ...fields, owner_id: ownerId, storage_key: `images/${randomUUID()}.png` })
        .returning('id')
      return row?.id ?? ''
    }
    const image = (imageId: string) => ({ id: imageId.slice(0, 8), type: 'static_image', hidden: false, imageId, alt: texts(''), url: '' })
    const [mine, theirs] = [await picture(member.id), await picture(null)]
    const publish = (ids: string[], as: string) => act('publish', { sections: ids.map(image) }, { at, as })
    expect((await publish([mine, theirs], tokens.member).expect(400)).body).toMatchObject({
      issues: [{ path: 'body.sections.1.imageId', rule: 'unknown_image' }],
    })
    await publish([mine], tokens.member).expect(200)
    await publish([mine, theirs], admin).expect(200)
    await publish([theirs, mine], tokens.member).expect(200)
  })

  it('a preview shows what is not stored', async () => {
    const reply = await t
      .call(sections.preview, { params: site, body: { sections: [words('Así')], language: 'es' }, as: admin })
      .expect(200)
    expect(titles((reply.body as Home).sections)).toEqual(['Así'])
    expect((await editor()).live).toBeNull()
  })
})
