import { randomUUID } from 'node:crypto'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { home, type Home } from '@e-events/shared/contract/storefront/home.ts'
import type { ShownSection, ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let admin: string
beforeEach(async () => {
  t = await createTestApi({ env: { PAGE_MEDIA_ORIGINS: 'https://cdn.example.test,https://video.example.test:8443' } })
  admin = await t.tokenOf(await t.factories.admin())
})
afterEach(() => t.stop())

const texts = (es: string, en = '') => ({ es, en, pt: '' })
const base = (id: string) => ({ id, hidden: false, title: texts('') })
const slider = (id: string, source: object, title = texts('')) => ({ ...base(id), type: 'product_slider', source, title })
const chosen = (id: string, ...ids: string[]) => slider(id, { kind: 'chosen', ids })
const publish = (sections: object[]) => t.call(config.updateThemeHome, { body: { sections }, as: admin }).expect(200)
const shown = async (language = 'es') => ((await t.call(home.get, { query: { language } }).expect(200)).body as Home).sections
const slugsOf = (section: ShownSection | undefined) =>
  section && 'items' in section ? section.items.map((item) => item.slug) : [`no slider: ${JSON.stringify(section)}`]

async function category(slug: string, titles: Record<string, string>, productIds: string[]): Promise<void> {
  const { knex } = t.database
  const [row] = await knex('categories').insert({ slug, is_hidden: false }).returning('id')
  const id = row?.id ?? ''
  await knex('category_translations').insert(
    Object.entries(titles).map(([language, title]) => ({ category_id: id, language: language as 'es', title })),
  )
  for (const productId of productIds) {
    const { length: position } = await knex('product_categories').where({ product_id: productId }).select('category_id')
    await knex('product_categories').insert({ product_id: productId, category_id: id, position })
  }
}

/** A film that can be watched, newer than those before it. */
async function film() {
  const product = await t.factories.product({ type: 'vod', published_at: new Date() })
  const asset = await t.factories.asset({ product_id: product.id })
  await t.database.knex('products').where({ id: product.id }).update({ media_asset_id: asset.id })
  return product
}

describe('a home page that nobody edited', () => {
  it('shows what is on air, then what comes, what is new, and a shelf for each category that holds something [CAT-014] [CAT-099]', async () => {
    const [first, second] = [await t.factories.product(), await t.factories.product()]
    await t.factories.broadcast({ product_id: first.id, viewer_count: 7 })
    await t.factories.broadcast({ product_id: second.id, viewer_count: 3 })
    const coming = await t.factories.product({}, { sessions: 2 })
    const [loose, song] = [await film(), await film()]
    const draft = await t.factories.product({ status: 'draft' })
    await category('musica', { es: 'Música', en: 'Music' }, [song.id, draft.id])
    await category('vacia', { es: 'Vacía' }, [draft.id])
    const [hero, ...rest] = await shown('en')
    expect((hero as ShownSectionOf<'hero'>).items.map(({ slug }) => slug)).toEqual([
      first.slug,
      second.slug,
      coming.slug,
      song.slug,
      loose.slug,
    ])
    expect(rest.map((section) => (section.type === 'product_slider' ? [section.source, ...slugsOf(section)] : section.type))).toEqual([
      ['live', second.slug],
      ['upcoming', coming.slug],
      ['newest', loose.slug],
      ['category', song.slug],
    ])
    expect(rest.at(-1)).toMatchObject({ category: 'musica', title: 'Music' })
  })

  it('is told apart by its ETag and by language, for whoever asks, without a session [CAT-001]', async () => {
    await t.factories.product()
    const etag = (await t.call(home.get)).get('etag') ?? ''
    expect((await t.call(home.get).set('if-none-match', etag)).status).toBe(304)
    expect((await t.call(home.get).set('if-none-match', etag).set('accept-language', 'en')).get('vary')).toMatch(/accept-language/i)
  })

  it('is empty where there is nothing', async () => {
    expect(await shown()).toEqual([])
  })
})

describe('a product', () => {
  it('stands on the home page once: the hero, what an editor chose and categories keep it, and sliders that lose some stay full', async () => {
    const live = await t.factories.product()
    await t.factories.broadcast({ product_id: live.id })
    const films: string[] = []
    for (let index = 0; index < 22; index++) films.unshift((await film()).id)
    const [chosenOne = '', ...others] = films
    await category('cine', { es: 'Cine' }, others.slice(0, 3))
    await publish([
      { ...base('hero'), type: 'hero', media: { kind: 'catalogue' }, subtitle: texts(''), productId: null },
      slider('live', { kind: 'live' }),
      slider('newest', { kind: 'newest' }),
      slider('cine', { kind: 'category', slug: 'cine' }),
      chosen('mine', chosenOne, live.id),
    ])
    const sections = await shown()
    expect(sections.map(({ id }) => id)).toEqual(['hero', 'newest', 'cine', 'mine'])
    const idsOf = (section: ShownSection | undefined) => (section && 'items' in section ? section.items.map(({ id }) => id) : [])
    expect(idsOf(sections[1])).toEqual(others.slice(3, 19))
    expect(idsOf(sections[2])).toEqual(others.slice(0, 3))
    expect(idsOf(sections[3])).toEqual([chosenOne, live.id])
  })

  it('is among the newest although the shelves of categories are full of newer ones', async () => {
    const films: string[] = []
    for (let index = 0; index < 34; index++) films.unshift((await film()).id)
    await category('cine', { es: 'Cine' }, films.slice(0, 17))
    await category('teatro', { es: 'Teatro' }, films.slice(17))
    const shelf = (slug: string) => slider(slug, { kind: 'category', slug })
    await publish([slider('newest', { kind: 'newest' }), shelf('cine'), shelf('teatro')])
    const shelves = (await shown()).map((section) => ('items' in section ? section.items.map(({ id }) => id) : []))
    expect(shelves).toEqual([[films[16], films[33]], films.slice(0, 16), films.slice(17, 33)])
  })
})

describe('sections that were published', () => {
  it('show what was chosen, in its order; what is not published is left out and comes back, empty sliders and hidden sections are left out [ADM-047] [CAT-016]', async () => {
    const [one, two, three] = [await t.factories.product(), await t.factories.product(), await t.factories.product({ status: 'draft' })]
    await publish([
      chosen('mine', two.id, three.id, one.id),
      chosen('gone', randomUUID()),
      { ...chosen('hidden', one.id), hidden: true },
      { ...base('channels'), type: 'channel_slider', source: { kind: 'chosen', ids: [one.channel_id] } },
    ])
    const sections = await shown()
    expect(sections.map(({ id }) => id)).toEqual(['mine', 'channels'])
    expect(slugsOf(sections[0])).toEqual([two.slug, one.slug])
    await t.database.knex('products').where({ id: three.id }).update({ status: 'published', published_at: new Date() })
    expect(slugsOf((await shown())[0])).toEqual([two.slug, three.slug, one.slug])
    await t.database.knex('channels').where({ id: one.channel_id }).update({ status: 'deactivated' })
    expect((await shown()).map(({ id }) => id)).toEqual(['mine'])
  })

  it('feature a product and a channel while they are published [CAT-013] [ADM-048]', async () => {
    const product = await t.factories.product()
    const channel = await t.factories.channel({ short_description: 'Un faro' })
    await publish([
      { ...base('p'), type: 'featured_product', productId: product.id, title: texts('Destacado') },
      { ...base('c'), type: 'featured_channel', channelId: channel.id },
    ])
    expect(await shown()).toMatchObject([
      { type: 'featured_product', title: 'Destacado', product: { slug: product.slug } },
      { type: 'featured_channel', channel: { slug: channel.slug, shortDescription: 'Un faro' } },
    ])
    await t.database.knex('products').where({ id: product.id }).update({ status: 'private' })
    expect((await shown()).map(({ id }) => id)).toEqual(['c'])
  })

  it('name the category of a channel in the reader’s language, else in Spanish [CAT-100]', async () => {
    const { knex } = t.database
    await category('faros', { es: 'Faros', en: 'Lighthouses' }, [])
    const found = await knex('categories').where({ slug: 'faros' }).first('id')
    const [lit, dark] = [await t.factories.channel({ category_id: found?.id ?? null }), await t.factories.channel()]
    await publish([
      { ...base('lit'), type: 'featured_channel', channelId: lit.id },
      { ...base('dark'), type: 'featured_channel', channelId: dark.id },
    ])
    const named = async (language: string) =>
      (await shown(language)).map((section) => (section.type === 'featured_channel' ? section.channel.classification : section.type))
    expect([await named('es'), await named('en'), await named('pt')]).toEqual([
      ['Faros', null],
      ['Lighthouses', null],
      ['Faros', null],
    ])
  })

  it('show speakers of published products [ADM-047]', async () => {
    const { knex } = t.database
    const [known, unknown] = [await t.factories.speaker(), await t.factories.speaker()]
    const product = await t.factories.product()
    await knex('product_speakers').insert({ product_id: product.id, speaker_id: known.id })
    await publish([
      { ...base('chosen'), type: 'speaker_slider', source: { kind: 'chosen', ids: [unknown.id, known.id] } },
      { ...base('newest'), type: 'speaker_slider', source: { kind: 'newest' } },
      { ...base('channels'), type: 'channel_slider', source: { kind: 'newest' } },
    ])
    const [first, second, third] = await shown()
    expect([slugsOf(first), slugsOf(second)]).toEqual([[known.slug], [known.slug]])
    expect(third?.type).toBe('channel_slider')
  })

  it('speak the language of the reader, else Spanish, else any; a shelf of a category has its title [CAT-016] [CAT-099]', async () => {
    const product = await t.factories.product()
    await category('cine', { es: 'Cine', en: 'Film' }, [product.id])
    await category('faros', { es: 'Faros' }, [(await t.factories.product()).id])
    const words = { subtitle: texts(''), buttonText: texts('', 'Start'), buttonLink: '/page/producers' }
    await publish([
      { ...base('a'), type: 'call_to_action', ...words, title: texts('¿Tienes un escenario?', 'Do you have a stage?') },
      { ...base('b'), type: 'call_to_action', ...words, title: texts('Solo en español') },
      slider('c', { kind: 'category', slug: 'cine' }),
      slider('d', { kind: 'category', slug: 'faros' }, texts('Lo mejor')),
    ])
    const titles = async (language: string) => (await shown(language)).map((section) => ('title' in section ? section.title : ''))
    expect(await titles('es')).toEqual(['¿Tienes un escenario?', 'Solo en español', 'Cine', 'Lo mejor'])
    expect(await titles('en')).toEqual(['Do you have a stage?', 'Solo en español', 'Film', 'Lo mejor'])
    expect((await shown('pt'))[0]).toMatchObject({ title: '¿Tienes un escenario?', buttonText: 'Start' })
  })

  it('a hero has its picture or its video, its words and the way to a product [ADM-046] [ADM-049] [ADM-050] [ADM-051]', async () => {
    const product = await t.factories.product()
    const [file] = await t.database
      .knex('files')
      .insert({
        purpose: 'image',
        storage_key: `images/${randomUUID()}.png`,
        original_name: 'a.png',
        mime_type: 'image/png',
        size_bytes: 1,
        is_public: true,
      })
      .returning('id')
    const imageId = file?.id ?? ''
    const hero = { ...base('h'), type: 'hero', title: texts('Rita'), subtitle: texts('La última noche'), productId: product.id }
    const video = { kind: 'video', videoUrl: 'https://cdn.example.test/tormenta.mp4', imageId }
    const content = {
      ...base('s'),
      type: 'static_content',
      size: 'small',
      title: texts('Hola'),
      description: texts('Qué tal'),
      url: '/help',
    }
    const image = { id: 'i', hidden: false, type: 'static_image', imageId, alt: texts('Un faro'), url: 'https://example.test/x' }
    await publish([{ ...hero, media: { kind: 'image', imageId } }, { ...hero, id: 'v', media: video, productId: null }, content, image])
    const imageUrl = `/api/files/${imageId}`
    expect(await shown()).toMatchObject([
      { title: 'Rita', subtitle: 'La última noche', media: { kind: 'image', imageUrl }, product: { slug: product.slug }, items: [] },
      { media: { kind: 'video', videoUrl: video.videoUrl, imageUrl }, product: null },
      { size: 'small', title: 'Hola', description: 'Qué tal', url: '/help' },
      { imageUrl, alt: 'Un faro', url: 'https://example.test/x' },
    ])
    // One that says nothing and leads nowhere is not shown: words or a link bring it back.
    const mute = { ...image, alt: texts(''), url: '' }
    await publish([mute, { ...mute, id: 'j', url: '/help' }, { ...mute, id: 'k', alt: texts('', 'A lighthouse') }])
    expect((await shown()).map(({ id }) => id)).toEqual(['j', 'k'])
    const wrong = await t.call(config.updateThemeHome, { body: { sections: [{ ...image, imageId: randomUUID() }] }, as: admin }).expect(400)
    expect((wrong.body as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(['body.sections.0.imageId'])
  })

  it('plays videos of this site and of the origins of the installation alone: nobody points every visitor at a host of theirs', async () => {
    const hero = { ...base('v'), type: 'hero', title: texts('Rita'), subtitle: texts(''), productId: null }
    const sent = async (videoUrl: string) => {
      const body = { sections: [{ ...hero, media: { kind: 'video', videoUrl, imageId: null } }] }
      const reply = await t.call(config.updateThemeHome, { body, as: admin })
      return reply.status === 400 ? (reply.body as { issues: { path: string }[] }).issues.map(({ path }) => path) : reply.status
    }
    const refused = ['body.sections.0.media.videoUrl']
    expect(await sent('https://tracker.example/pixel.mp4')).toEqual(refused)
    expect(await sent('https://cdn.example.test.evil.example/a.mp4')).toEqual(refused)
    expect(await sent('http://cdn.example.test/a.mp4')).toEqual(refused)
    expect(await sent('https://video.example.test:8443/a.mp4')).toBe(200)
    expect(await sent(`${t.env.PUBLIC_ORIGIN}/a.mp4`)).toBe(200)
  })

  it('cost a constant number of queries, however many sections and products there are', async () => {
    const products = await Promise.all(Array.from({ length: 12 }, () => t.factories.product()))
    const ids = products.map(({ id }) => id)
    const channels = products.map((product) => product.channel_id)
    const kinds = (count: number) =>
      Array.from({ length: count }, (_, index) => [
        chosen(`p${index}`, ...ids),
        { ...base(`c${index}`), type: 'channel_slider', source: { kind: 'chosen', ids: channels } },
        { ...base(`s${index}`), type: 'speaker_slider', source: { kind: 'newest' } },
      ]).flat()
    // Every statement about cards is prepared under a name: the names of one request are counted where they leave for
    // the server.
    const sent: string[] = []
    const { query } = pg.Client.prototype
    const counted = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const [statement] = args as [{ name?: string } | undefined]
      if (statement?.name?.startsWith('section-')) sent.push(statement.name)
      return Reflect.apply(query, this, args) as never
    })
    try {
      const ask = async (sections: number) => {
        await publish(kinds(sections))
        sent.length = 0
        expect(await shown()).toHaveLength(2 * sections)
        return sent.length
      }
      expect([await ask(1), await ask(18)]).toEqual([3, 3])
    } finally {
      counted.mockRestore()
    }
  })
})
