import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { posts } from '@e-events/shared/contract/catalogue/posts.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import { speakers, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { toJson } from '../../../db/row.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
})
afterAll(() => t.stop())

const issuesOf = (reply: { body: unknown }) =>
  (reply.body as { issues?: { path: string; rule: string }[] }).issues?.map(({ path, rule }) => `${path} ${rule}`) ?? []
/** Every text of an answer, wherever it stands. */
const words = (reply: { body: unknown; text: string }) => reply.text

const channelTexts: Record<Language, string> = { es: 'Olas y farolas', en: 'Waves and lamps', pt: 'Ondas e candeeiros' }
const speakerTexts: Record<Language, { title: string; bio: string }> = {
  es: { title: 'Buza', bio: 'Nació bajo el agua.' },
  en: { title: 'Diver', bio: 'Born under water.' },
  pt: { title: 'Mergulhadora', bio: 'Nasceu debaixo de água.' },
}

describe('what an organizer writes of a channel and a speaker', () => {
  let sessionId: string
  beforeAll(async () => {
    const { en, pt } = channelTexts
    const made = await t.call(channels.create, {
      body: {
        title: 'Radio Mar',
        slug: 'mar',
        shortDescription: channelTexts.es,
        translations: { en: { shortDescription: en }, pt: { shortDescription: pt } },
      },
      as,
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ language: 'es', translations: { en: { shortDescription: en }, pt: { shortDescription: pt } } })
    const { id: channelId } = made.body as OwnChannelDetail
    await t.database.knex('channels').where({ id: channelId }).update({ status: 'published', approved_at: new Date() })
    const eva = await t.call(speakers.create, {
      body: { name: 'Eva Ola', slug: 'eva', ...speakerTexts.es, translations: { en: speakerTexts.en, pt: speakerTexts.pt } },
      as,
    })
    expect(eva.status).toBe(201)
    const { id: speakerId } = eva.body as OwnSpeaker
    const live = await t.factories.product({ channel_id: channelId, slug: 'con-eva' })
    const post = await t.factories.product({ channel_id: channelId, slug: 'carta', type: 'post' })
    sessionId = live.sessions[0]?.id ?? ''
    await t.database.knex('product_speakers').insert([live, post].map(({ id }) => ({ product_id: id, speaker_id: speakerId })))
    const section = (id: string, rest: object) => ({ id, hidden: false, title: { es: id, en: '', pt: '' }, ...rest })
    const sections = [
      section('channel', { type: 'featured_channel', channelId }),
      section('people', { type: 'speaker_slider', source: { kind: 'newest' } }),
    ]
    await t.call(config.updateThemeHome, { body: { sections }, as: await t.tokenOf(await t.factories.admin()) }).expect(200)
  })

  const places: Record<string, (language: Language) => Promise<{ body: unknown; text: string; status: number }>> = {
    'the page of the channel': (language) => t.call(channels.get, { params: { slug: 'mar' }, query: { language } }),
    'the list of channels': (language) => t.call(channels.list, { query: { language } }),
    'the cards of the home page': (language) => t.call(home.get, { query: { language } }),
    'the search for it': (language) => t.call(search.find, { query: { keyword: 'radio mar', language } }),
    'its feed': (language) => t.http.get(`/api/channels/mar/feed.xml?language=${language}`),
  }
  const peopled: typeof places = {
    'the page of the speaker': (language) => t.call(speakers.get, { params: { slug: 'eva' }, query: { language } }),
    'the list of speakers': (language) => t.call(speakers.list, { query: { language } }),
    'the cards of people on the home page': (language) => t.call(home.get, { query: { language } }),
    'the search for her': (language) => t.call(search.find, { query: { keyword: 'eva ola', language } }),
    'a product': (language) => t.call(products.get, { params: { slug: 'con-eva' }, query: { language } }),
    'a post': (language) => t.call(posts.teaser, { params: { slug: 'carta' }, query: { language } }),
    'a date of the schedule': (language) =>
      t.call(schedule.section, { params: { productSlug: 'con-eva', sectionId: sessionId }, query: { language } }),
  }
  it.each(Object.keys(places))('is read in the reader’s language: %s', async (place) => {
    for (const language of languages) expect(words((await places[place]?.(language)) ?? fail()), language).toContain(channelTexts[language])
  })
  it.each(Object.keys(peopled))('is read in the reader’s language: %s', async (place) => {
    for (const language of languages)
      expect(words((await peopled[place]?.(language)) ?? fail()), language).toContain(`"${speakerTexts[language].title}"`)
  })

  it('stands in the head of its page in the language of the address', async () => {
    const head = async (uri: string) => (await t.http.get('/api/page-head').set('x-page-uri', uri).expect(200)).text
    for (const language of languages) {
      expect(await head(`/channels/mar?lang=${language}`)).toContain(channelTexts[language])
      const { title, bio } = speakerTexts[language]
      expect(await head(`/speakers/eva?lang=${language}`)).toContain(`${title} · ${bio}`)
    }
  })

  it('is found by its words in each language, whoever reads', async () => {
    const hits = async (keyword: string) =>
      words(await t.call(search.find, { query: { keyword, language: 'es' } })).match(/"slug":"(mar|eva)"/g) ?? []
    for (const language of languages) {
      expect(await hits(channelTexts[language].split(' ').at(-1) ?? ''), language).toContain('"slug":"mar"')
      expect(await hits(speakerTexts[language].title), language).toContain('"slug":"eva"')
      const listed = await t.call(channels.list, { query: { q: channelTexts[language].split(' ').at(-1) ?? '' } })
      expect(words(listed)).toContain('"mar"')
      expect(words(await t.call(speakers.list, { query: { q: speakerTexts[language].title } }))).toContain('"eva"')
    }
  })

  it('falls back to Spanish, then to the language it was written in', async () => {
    await t.factories.channel({ slug: 'english', language: 'en', short_description: 'Only English' })
    await t.factories.channel({
      slug: 'both',
      language: 'en',
      short_description: 'English first',
      translations: toJson({ es: { shortDescription: 'Español' }, pt: { shortDescription: '' } }),
    })
    const text = async (slug: string, language: Language) =>
      ((await t.call(channels.get, { params: { slug }, query: { language } })).body as { shortDescription: string }).shortDescription
    expect(await Promise.all(languages.map((language) => text('english', language)))).toEqual(languages.map(() => 'Only English'))
    expect(await Promise.all(languages.map((language) => text('both', language)))).toEqual(['Español', 'English first', 'Español'])
  })

  it('is changed by its organizer, who reads it as written; its own language has no translation', async () => {
    const change = (body: object) => t.call(channels.update, { params: { slug: 'mar' }, body, as })
    expect(issuesOf(await change({ translations: { es: { shortDescription: 'Otra' } } }))).toEqual(['body.translations.es own_language'])
    expect(issuesOf(await change({ translations: { en: { shortDescription: 'x'.repeat(401) } } }))).toEqual([
      'body.translations.en.shortDescription too_big',
    ])
    expect((await change({ translations: { fr: { shortDescription: 'Vagues' } } })).status).toBe(400)
    expect((await t.call(channels.getOwn, { params: { slug: 'mar' }, query: { language: 'en' }, as })).body).toMatchObject({
      shortDescription: channelTexts.es,
      translations: { en: { shortDescription: channelTexts.en } },
    })
    expect((await change({ title: 'Radio Mar' })).body).toMatchObject({ translations: { pt: { shortDescription: channelTexts.pt } } })
    expect((await change({ translations: { en: { shortDescription: 'Tides' } } })).body).toMatchObject({
      translations: { en: { shortDescription: 'Tides' } },
    })
    expect(words(await t.call(channels.get, { params: { slug: 'mar' }, query: { language: 'pt' } }))).toContain(channelTexts.es)

    const id = (await t.database.knex('speakers').where({ slug: 'eva' }).first('id'))?.id ?? ''
    const rename = (body: object) => t.call(speakers.update, { params: { id }, body, as })
    expect(issuesOf(await rename({ translations: { es: { title: 'Otra' } } }))).toEqual(['body.translations.es own_language'])
    expect((await rename({ translations: { en: { title: 'Freediver' } } })).body).toMatchObject({
      title: 'Buza',
      translations: { en: { title: 'Freediver', bio: '' } },
    })
    // Field by field: an untranslated biography is shown as it was written.
    expect((await t.call(speakers.get, { params: { slug: 'eva' }, query: { language: 'en' } })).body).toMatchObject({
      title: 'Freediver',
      bio: speakerTexts.es.bio,
    })
    const other = await t.call(speakers.create, { body: { name: 'Ben', language: 'en', title: 'Skipper' }, as })
    expect(other.body).toMatchObject({ language: 'en', translations: {} })
  })
})

describe('the language that something was written in', () => {
  const auditOf = async (id: string) => t.database.knex('audit_log').where({ subject_id: id }).orderBy('sequence', 'desc').first()

  it('of a channel becomes another one with the same words; a translation into it goes, the others stay', async () => {
    const made = await t.call(channels.create, {
      body: {
        title: 'Radio Faro',
        slug: 'faro',
        shortDescription: 'Lamps at sea',
        translations: { en: { shortDescription: 'Stale albatross' }, pt: { shortDescription: 'Candeeiros' } },
      },
      as,
    })
    const { id } = made.body as OwnChannelDetail
    await t.database.knex('channels').where({ id }).update({ status: 'published', approved_at: new Date() })
    const change = (body: object) => t.call(channels.update, { params: { slug: 'faro' }, body, as })
    const shown = async (language: Language) =>
      ((await t.call(channels.get, { params: { slug: 'faro' }, query: { language } })).body as { shortDescription: string })
        .shortDescription
    const finds = async (keyword: string) => words(await t.call(search.find, { query: { keyword } })).includes('"slug":"faro"')
    expect([await finds('albatross'), await shown('en'), await shown('es')]).toEqual([true, 'Stale albatross', 'Lamps at sea'])

    expect((await change({ language: 'en' })).body).toMatchObject({
      language: 'en',
      shortDescription: 'Lamps at sea',
      translations: { pt: { shortDescription: 'Candeeiros' } },
    })
    expect((await t.call(channels.getOwn, { params: { slug: 'faro' }, as })).body).toHaveProperty('translations', {
      pt: { shortDescription: 'Candeeiros' },
    })
    expect(await Promise.all(languages.map(shown))).toEqual(['Lamps at sea', 'Lamps at sea', 'Candeeiros'])
    expect([await finds('albatross'), await finds('lamps'), await finds('candeeiros')]).toEqual([false, true, true])
    expect(await auditOf(id)).toMatchObject({
      action: 'channel.update',
      state_before: { language: 'es', translations: { en: { shortDescription: 'Stale albatross' } } },
      state_after: { language: 'en', translations: { pt: { shortDescription: 'Candeeiros' } } },
    })

    // The new language counts, not the old one.
    expect(issuesOf(await change({ language: 'pt', translations: { pt: { shortDescription: 'Faro' } } }))).toEqual([
      'body.translations.pt own_language',
    ])
    const other = {
      shortDescription: 'Candeeiros',
      translations: { en: { shortDescription: 'Lamps' }, es: { shortDescription: 'Farolas' } },
    }
    expect((await change({ language: 'pt', ...other })).body).toMatchObject({ language: 'pt', ...other })
    expect(await Promise.all(languages.map(shown))).toEqual(['Farolas', 'Lamps', 'Candeeiros'])
    expect((await change({ language: 'pt' })).body).toMatchObject({ language: 'pt', ...other })
    expect((await change({ language: 'fr' })).status).toBe(400)
  })

  it('of a speaker becomes another one with the same words; a translation into it goes, the others stay', async () => {
    const [en, pt] = [
      { title: 'Stale', bio: '' },
      { title: 'Capitã', bio: 'De Faro.' },
    ]
    const made = await t.call(speakers.create, {
      body: { name: 'Ana Faro', slug: 'ana-faro', title: 'Skipper', bio: 'Of Faro.', translations: { en, pt } },
      as,
    })
    const { id } = made.body as OwnSpeaker
    const change = (body: object) => t.call(speakers.update, { params: { id }, body, as })
    const shown = async (language: Language) => {
      const { title, bio } = (await t.call(speakers.get, { params: { slug: 'ana-faro' }, query: { language }, as })).body as OwnSpeaker
      return `${title}. ${bio}`
    }
    expect((await change({ language: 'en' })).body).toMatchObject({ language: 'en', title: 'Skipper', bio: 'Of Faro.' })
    expect((await t.call(speakers.getOwn, { params: { id }, as })).body).toHaveProperty('translations', { pt })
    expect(await Promise.all(languages.map(shown))).toEqual(['Skipper. Of Faro.', 'Skipper. Of Faro.', 'Capitã. De Faro.'])
    expect(await auditOf(id)).toMatchObject({
      action: 'speaker.update',
      state_before: { language: 'es', translations: { en } },
      state_after: { language: 'en', translations: { pt } },
    })
    expect(issuesOf(await change({ language: 'pt', translations: { pt } }))).toEqual(['body.translations.pt own_language'])
    const other = { ...pt, translations: { es: { title: 'Capitana', bio: '' } } }
    expect((await change({ language: 'pt', ...other })).body).toMatchObject({ language: 'pt', ...other })
    expect(await Promise.all(languages.map(shown))).toEqual(['Capitana. De Faro.', 'Capitana. De Faro.', 'Capitã. De Faro.'])
    expect((await change({ language: 'fr' })).status).toBe(400)
  })
})

function fail(): never {
  throw new Error('there is no such place')
}
