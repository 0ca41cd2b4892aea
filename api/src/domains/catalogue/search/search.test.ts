import { search, type SearchFacets, type SearchHit } from '@e-events/shared/contract/catalogue/search.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createSearchRepository } from './repository.ts'
import { createSearch } from './service.ts'
import { planSearch, slipsBetween } from './plan.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

interface Page {
  items: SearchHit[]
  nextCursor: string | null
  total: number
  facets: SearchFacets
}
const ask = (query: Record<string, unknown>) => t.call(search.find, { query })
const find = async (keyword: string, query: Record<string, unknown> = {}) => (await ask({ keyword, ...query }).expect(200)).body as Page
const slugsOf = (page: Page) =>
  page.items.map((hit) =>
    hit.kind === 'product'
      ? hit.product.slug
      : hit.kind === 'channel'
        ? hit.channel.slug
        : hit.kind === 'speaker'
          ? hit.speaker.slug
          : hit.page.slug,
  )
const issue = (reply: { body: unknown }) => [...new Set((reply.body as { issues: { path: string }[] }).issues.map(({ path }) => path))]

describe('a keyword', () => {
  it.each(['ab', ' ab ', 'a b', '  ', '...', 'a-b'])('of fewer than three letters is refused: "%s" [CAT-018, LIM-031]', async (keyword) => {
    const reply = await ask({ keyword }).expect(400)
    expect([(reply.body as { code: string }).code, issue(reply)]).toEqual(['VALIDATION_FAILED', ['query.keyword']])
  })

  it('has three letters or more, blanks at the ends not counted [CAT-018]', async () => {
    await ask({ keyword: 'abc' }).expect(200)
    await ask({ keyword: '  abc  ' }).expect(200)
    await ask({ keyword: 'x'.repeat(limits.searchMaxChars) }).expect(200)
    await ask({ keyword: 'x'.repeat(limits.searchMaxChars + 1) }).expect(400)
  })

  it('or a category is needed; a cursor that we did not make is refused [CAT-018]', async () => {
    await ask({}).expect(400)
    await ask({ type: 'vod' }).expect(400)
    await ask({ keyword: 'jazz', cursor: 'garbage' }).expect(400)
    await ask({ keyword: 'jazz', cursor: Buffer.from('["1; drop table","x"]').toString('base64url') }).expect(400)
  })
})

describe('what is found [CAT-019]', () => {
  it('title, short description, tags, speakers, channel and translations, whatever case and accents', async () => {
    const channel = await t.factories.channel({ title: 'Ágora Ñandú', slug: 'agora' })
    const made = await t.factories.product({
      channel_id: channel.id,
      title: 'Crepúsculo Boreal',
      slug: 'crepusculo',
      short_description: 'Con zanfona y pandero',
      tags: ['vihuela'],
    })
    const speaker = await t.factories.speaker({ name: 'Ximénez Ostrov', slug: 'ostrov' })
    await t.database.knex('product_speakers').insert({ product_id: made.id, speaker_id: speaker.id })
    await t.database
      .knex('product_translations')
      .insert({ product_id: made.id, language: 'en', title: 'Northern Dusk', short_description: 'Hurdy-gurdy' })
    for (const keyword of [
      'CREPUSCULO',
      'crepúsculo bor',
      'zanfona',
      'Vihuela',
      'ximenez',
      'ñandu',
      'dusk',
      'hurdy gurdy',
      'northern dusc',
    ])
      expect(slugsOf(await find(keyword)), keyword).toContain('crepusculo')
    expect(slugsOf(await find('ostrov', { kind: 'speaker' }))).toEqual(['ostrov'])
    expect(slugsOf(await find('agora', { kind: 'channel' }))).toEqual(['agora'])
    expect(slugsOf(await find('crepusculo ostrov'))).toEqual(['crepusculo'])
    expect(slugsOf(await find('crepusculo inexistentisimo palabrotas'))).toEqual([])
  })

  it('follows every change: names, texts, languages, people and pages', async () => {
    const { knex } = t.database
    const made = await t.factories.product({ title: 'Mirlo', slug: 'mirlo' })
    const speaker = await t.factories.speaker({ name: 'Quevedo', slug: 'quevedo' })
    expect(slugsOf(await find('quevedo'))).toEqual([])
    await knex('product_speakers').insert({ product_id: made.id, speaker_id: speaker.id })
    expect(slugsOf(await find('quevedo')).sort()).toEqual(['mirlo', 'quevedo'])
    await knex('speakers').where({ id: speaker.id }).update({ name: 'Tirso' })
    expect(slugsOf(await find('tirso')).sort()).toEqual(['mirlo', 'quevedo'])
    await knex('product_speakers').where({ speaker_id: speaker.id }).delete()
    expect(slugsOf(await find('tirso'))).toEqual([])
    await knex('products').where({ id: made.id }).update({ title: 'Jilguero' })
    expect([slugsOf(await find('mirlo')), slugsOf(await find('jilguero'))]).toEqual([[], ['mirlo']])
    await knex('channels').where({ id: made.channel_id }).update({ title: 'Pajarera' })
    expect(slugsOf(await find('pajarera', { kind: 'product' }))).toEqual(['mirlo'])
    const [page] = await knex('pages').insert({ name: 'Ornitología', slug: 'aves' }).returning('id')
    expect(slugsOf(await find('ornitologia'))).toEqual([])
    await knex('pages')
      .where({ id: page?.id ?? '' })
      .update({ is_published: true })
    expect(slugsOf(await find('ornitologia'))).toEqual(['aves'])
    await knex('pages')
      .where({ id: page?.id ?? '' })
      .delete()
    expect(slugsOf(await find('ornitologia'))).toEqual([])
  })

  it('of a channel: the titles of its category in every language, whatever becomes of them [CAT-100]', async () => {
    const { knex } = t.database
    const [zarzuela, opera] = await knex('categories')
      .insert([{ slug: 'zarzuela' }, { slug: 'opera' }])
      .returning('id')
    const titled = (id: string | undefined, language: 'es' | 'en' | 'pt', title: string) => ({ category_id: id ?? '', language, title })
    await knex('category_translations').insert([titled(zarzuela?.id, 'es', 'Zarzuela'), titled(zarzuela?.id, 'en', 'Operetta')])
    await knex('category_translations').insert(titled(opera?.id, 'es', 'Ópera seria'))
    const channel = await t.factories.channel({ title: 'Gallinero', slug: 'gallinero', category_id: zarzuela?.id ?? null })
    const found = async (...keywords: string[]) => {
      const answers = await Promise.all(keywords.map(async (keyword) => slugsOf(await find(keyword, { kind: 'channel' }))))
      return answers.map((slugs) => slugs.includes('gallinero'))
    }
    expect(await found('zarzuela', 'operetta', 'operette', 'seria')).toEqual([true, true, true, false])
    await knex('category_translations').insert(titled(zarzuela?.id, 'pt', 'Opereta ligeira'))
    await knex('category_translations').where({ title: 'Operetta' }).update({ title: 'Musical comedy' })
    expect(await found('ligeira', 'comedy', 'operetta')).toEqual([true, true, false])
    await knex('category_translations').where({ title: 'Opereta ligeira' }).delete()
    expect(await found('ligeira', 'comedy')).toEqual([false, true])
    await knex('channels')
      .where({ id: channel.id })
      .update({ category_id: opera?.id ?? null })
    expect(await found('seria', 'zarzuela')).toEqual([true, false])
    await knex('categories').where({ slug: 'opera' }).delete()
    expect(await found('seria', 'gallinero')).toEqual([false, true])
  })

  it('of a product: the titles of its categories in every language, behind what its own texts say, whatever becomes of them', async () => {
    const { knex } = t.database
    const [music] = await knex('categories').insert({ slug: 'musica-viva' }).returning('id')
    const id = music?.id ?? ''
    await knex('category_translations').insert([
      { category_id: id, language: 'es', title: 'Melodías' },
      { category_id: id, language: 'en', title: 'Tunesmithery' },
      { category_id: id, language: 'pt', title: 'Cantorias' },
    ])
    const filed = await t.factories.product({ slug: 'archivada', title: 'Nada que ver' })
    const named = await t.factories.product({ slug: 'con-su-nombre', title: 'Melodías de una tarde' })
    expect(slugsOf(await find('tunesmithery'))).toEqual([])
    await knex('product_categories').insert({ product_id: filed.id, category_id: id })
    for (const keyword of ['tunesmithery', 'cantorias', 'cantoria', 'tunesmitery'])
      expect(slugsOf(await find(keyword)), keyword).toEqual([filed.slug])
    expect(slugsOf(await find('melodias'))).toEqual([named.slug, filed.slug])
    await knex('category_translations').where({ category_id: id, language: 'en' }).update({ title: 'Songcraft' })
    expect([slugsOf(await find('songcraft')), slugsOf(await find('tunesmithery'))]).toEqual([[filed.slug], []])
    await knex('product_categories').where({ category_id: id }).delete()
    expect(slugsOf(await find('songcraft'))).toEqual([])
  })

  it('is published: drafts, private and cancelled products, and those of channels that are not, never appear [CAT-050, CAT-051, CAT-052, CAT-078]', async () => {
    const { knex } = t.database
    const channel = await t.factories.channel({ title: 'Estornino', slug: 'estornino' })
    const made = await t.factories.product({ channel_id: channel.id, title: 'Vencejo', slug: 'vencejo', status: 'draft' })
    const seen = async () => [slugsOf(await find('vencejo')), slugsOf(await find('estornino', { kind: 'channel' }))]
    const product = (change: object) => knex('products').where({ id: made.id }).update(change)
    const home = (status: 'published' | 'draft' | 'revision' | 'private' | 'banned' | 'deactivated') =>
      knex('channels').where({ id: channel.id }).update({ status })
    expect(await seen()).toEqual([[], ['estornino']])
    await product({ status: 'published', published_at: new Date() })
    expect(await seen()).toEqual([['vencejo'], ['estornino']])
    await product({ status: 'private' })
    expect(await seen()).toEqual([[], ['estornino']])
    await product({ status: 'published' })
    for (const status of ['draft', 'revision', 'private', 'banned', 'deactivated'] as const) {
      await home(status)
      expect(await seen(), status).toEqual([[], []])
    }
    await home('published')
    expect(await seen()).toEqual([['vencejo'], ['estornino']])
    await product({ cancelled_at: new Date() })
    expect(await seen()).toEqual([[], ['estornino']])
  })

  it('best match first: a whole title, then words of a title, then names and tags, then texts; as typed before mended', async () => {
    const product = (slug: string, fields: object) => t.factories.product({ slug, title: 'Otra cosa', ...fields })
    await product('in-text', { short_description: 'Dentro hay cernícalo' })
    await product('in-tags', { tags: ['cernícalo'] })
    await product('longer', { title: 'El cernícalo y la torre de la iglesia vieja' })
    await product('whole', { title: 'Cernícalo' })
    await product('near', { title: 'Cernícula' })
    expect(slugsOf(await find('cernicalo'))).toEqual(['whole', 'longer', 'in-tags', 'in-text'])
    expect(slugsOf(await find('cernicula'))).toEqual(['near'])
    expect(slugsOf(await find('cernicaol'))[0]).toBe('whole')
  })

  it('comes twenty at a time, each once, and counts all of it', async () => {
    const channel = await t.factories.channel({ title: 'Colibrí' })
    for (let index = 0; index < 45; index++)
      await t.factories.product({ channel_id: channel.id, title: `Abubilla ${index}`, slug: `abubilla-${index}` })
    const seen: string[] = []
    let cursor: string | undefined
    const sizes: number[] = []
    do {
      const page: Page = await find('abubilla', cursor === undefined ? {} : { cursor })
      expect(page.total).toBe(45)
      sizes.push(page.items.length)
      seen.push(...slugsOf(page))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(sizes).toEqual([20, 20, 5])
    expect(new Set(seen).size).toBe(45)
  })
})

describe('facets', () => {
  it('count kinds, types and categories, each without its own filter; hidden categories are not named [CAT-019, CAT-020]', async () => {
    const { knex } = t.database
    const channel = await t.factories.channel({ title: 'Garza', slug: 'garza' })
    const [shown, hidden] = await knex('categories')
      .insert([{ slug: 'humedal' }, { slug: 'oculta', is_hidden: true }])
      .returning('id')
    await knex('category_translations').insert({ category_id: shown?.id ?? '', language: 'es', title: 'Humedal' })
    for (const [slug, type] of [
      ['garza-1', 'vod'],
      ['garza-2', 'vod'],
      ['garza-3', 'podcast'],
    ] as const) {
      const made = await t.factories.product({ channel_id: channel.id, title: 'La garza', slug, type })
      await knex('product_categories').insert([{ product_id: made.id, category_id: hidden?.id ?? '' }])
      if (slug !== 'garza-2') await knex('product_categories').insert([{ product_id: made.id, category_id: shown?.id ?? '', position: 1 }])
    }
    const all = await find('garza')
    expect(all).toMatchObject({
      total: 4,
      facets: {
        kinds: [
          { kind: 'product', count: 3 },
          { kind: 'channel', count: 1 },
        ],
        types: [
          { type: 'vod', count: 2 },
          { type: 'podcast', count: 1 },
        ],
        categories: [{ slug: 'humedal', title: 'Humedal', count: 2 }],
      },
    })
    const narrow = await find('garza', { type: 'vod', category: 'humedal' })
    expect([slugsOf(narrow), narrow.total]).toEqual([['garza-1'], 1])
    expect(narrow.facets.types).toEqual([
      { type: 'podcast', count: 1 },
      { type: 'vod', count: 1 },
    ])
    expect(await find('garza', { category: 'oculta' })).toMatchObject({ items: [], total: 0 })
    expect(slugsOf(await find('garza', { kind: 'product', channel: 'garza' }))).toHaveLength(3)
    // Without a keyword: the newest of a category.
    const browsed = (await ask({ category: 'humedal' }).expect(200)).body as Page
    expect([slugsOf(browsed).sort(), browsed.total]).toEqual([['garza-1', 'garza-3'], 2])
    expect((await ask({ category: 'oculta' }).expect(200)).body).toMatchObject({ items: [], total: 0 })
  })
})

describe('the number of questions to the database', () => {
  it('is the same for one result and for a page full of them [CAT-019]', async () => {
    const repository = createSearchRepository(t.database.knex)
    const asked: string[] = []
    const counting = Object.fromEntries(
      Object.entries(repository).map(([name, work]) => [
        name,
        (...input: never[]) => {
          asked.push(name)
          return (work as (...given: never[]) => unknown)(...input)
        },
      ]),
    ) as unknown as typeof repository
    const run = createSearch({ repository: counting })
    const none = { kind: undefined, type: undefined, category: undefined, channel: undefined, after: undefined }
    for (const keyword of ['abubilla 17', 'abubilla']) await run(keyword, { ...none, language: 'es', limit: 21, now: new Date() })
    expect(asked).toEqual(['readWords', 'match', 'products', 'readWords', 'match', 'products'])
  })
})

describe('the plan of a search', () => {
  it('counts slips as people make them', () => {
    expect([
      slipsBetween('jazz', 'jzaz', 2),
      slipsBetween('teatro', 'tetro', 2),
      slipsBetween('teatro', 'teattro', 2),
      slipsBetween('teatro', 'tearro', 2),
      slipsBetween('teatro', 'cine', 1),
    ]).toEqual([1, 1, 1, 1, 2])
  })

  it('leaves out what means nothing, mends what is unknown, and gives up when most is', () => {
    const word = (name: string, is: { known?: boolean; similar?: string[] } = {}) => ({
      word: name,
      is_word: is.known ?? false,
      is_start: is.known ?? false,
      similar: is.similar ?? [],
    })
    expect(planSearch('el jaz de la casa', [word('el', { known: true }), word('casa', { known: true })])?.strict).toBe("('casa':*)")
    expect(planSearch('tetro', [word('tetro', { similar: ['teatro', 'metro'] })])?.phrase).toBe('teatro')
    expect(planSearch('xqz wvk jazz', [word('xqz'), word('wvk'), word('jazz', { known: true })])).toBeNull()
    expect(planSearch("o'hara", [word("o'h\\ara", { known: true })])?.exact).toBe("('o''h\\\\ara')")
  })
})

describe('what was just written', () => {
  it('is in its index at once: no search reads a list of what waits for a vacuum', async () => {
    const { knex } = t.database
    await knex('search_words').insert(Array.from({ length: 300 }, (_, index) => ({ word: `palabra${index}` })))
    const { rows } = await knex.raw<{ rows: { name: string; pages: number }[] }>(`
      select c.relname as name, gin_clean_pending_list(c.oid) as pages
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'gin' and i.indrelid in ('search_words'::regclass, 'search_documents'::regclass)`)
    expect(rows.filter(({ pages }) => pages > 0)).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(4)
  })
})
