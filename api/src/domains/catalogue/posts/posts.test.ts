import { posts, type OwnPost, type Post, type PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserRow } from '../../../db/tables/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'

let t: TestApi
let producer: UserRow
let as: string
let reader: UserRow
let viewer: string
let admin: string
beforeAll(async () => {
  t = await createTestApi()
  producer = await t.factories.producer()
  as = await t.tokenOf(producer)
  reader = await t.factories.user()
  viewer = await t.tokenOf(reader)
  admin = await t.tokenOf(await t.factories.admin())
})
afterAll(() => t.stop())

const text = (words: string): PostDocument => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })
const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code
const save = (slug: string, body: object, token = as) => t.call(posts.save, { params: { slug }, body, as: token })
const read = (slug: string, token: string | undefined = viewer, query: object = {}) =>
  t.call(posts.get, { params: { slug }, query: query as never, as: token })
const teaser = (slug: string, token?: string, query: object = {}) =>
  t.call(posts.teaser, { params: { slug }, query: query as never, as: token })

async function post(fields: Parameters<TestApi['factories']['product']>[0] = {}) {
  const channel = await t.factories.channel({ owner_id: producer.id })
  return t.factories.product({ channel_id: channel.id, type: 'post', ...fields })
}
async function image(owner: UserRow, fields: object = {}): Promise<string> {
  const [row] = await t.database
    .knex('files')
    .insert({
      owner_id: owner.id,
      purpose: 'image',
      storage_key: `images/${crypto.randomUUID()}`,
      original_name: 'a.png',
      mime_type: 'image/png',
      size_bytes: 10,
      width: 1000,
      height: 500,
      is_public: true,
      ...fields,
    })
    .returning('id')
  return row?.id ?? ''
}
const picture = (id: string, alt = 'El patio'): PostDocument => ({
  type: 'doc',
  content: [{ type: 'image', attrs: { src: `/api/files/${id}`, alt } }],
})

describe('writing', () => {
  it('takes nothing but the closed set of nodes and marks', async () => {
    const { slug } = await post()
    const refused: unknown[] = [
      { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'x' }] }] },
      { type: 'doc', content: [{ type: 'paragraph', attrs: { onclick: 'x' } }] },
      { type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] },
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'underline' }] }] }] },
      { type: 'doc', content: [{ type: 'blockquote', content: [{ type: 'blockquote', content: [] }] }] },
      { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://tracker.example.org/pixel.png', alt: '' } }] },
      { type: 'doc', content: [{ type: 'image', attrs: { src: '/api/files/../../me/export', alt: '' } }] },
      ...['javascript:alert(1)', 'data:text/html,x', '//example.org', 'https://exa mple.org', 'mailto:a@example.org'].map((href) => ({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] }],
      })),
      '<p>x</p>',
      null,
    ]
    for (const document of refused) {
      const reply = await save(slug, { language: 'es', document })
      expect([JSON.stringify(document), reply.status]).toEqual([JSON.stringify(document), 400])
    }
    expect((await save(slug, { language: 'fr', document: text('Salut') })).status).toBe(400)
    expect((await save(slug, { language: 'es', document: text('x'), excerpt: 'x'.repeat(limits.postExcerptChars + 1) })).status).toBe(400)
    const long = { type: 'doc', content: ['a', 'b'].map((letter) => text(letter.repeat(limits.postTextChars / 2 + 1)).content[0]) }
    expect((await save(slug, { language: 'es', document: long })).body).toMatchObject({ issues: [{ path: 'body.document' }] })
    expect(await t.database.knex('product_posts').where({ language: 'es' })).toEqual([])
  })

  it('is for the owner of a post', async () => {
    const { slug } = await post()
    const stranger = await t.tokenOf(await t.factories.producer())
    expect((await save(slug, { language: 'es', document: text('x') }, stranger)).status).toBe(404)
    expect((await save(slug, { language: 'es', document: text('x') }, viewer)).status).toBe(403)
    const podcast = await post({ type: 'podcast' })
    expect(codeOf(await save(podcast.slug, { language: 'es', document: text('x') }))).toBe('STATE_CONFLICT')
    expect((await save(slug, { language: 'es', document: text('x') }, admin)).status).toBe(200)
  })

  it('takes pictures that its author uploaded, and keeps a place for them on the page', async () => {
    const { slug } = await post()
    const stranger = await t.factories.producer()
    for (const id of [
      await image(stranger),
      await image(producer, { is_public: false }),
      await image(producer, { deleted_at: new Date() }),
    ])
      expect((await save(slug, { language: 'es', document: picture(id) })).body).toMatchObject({ issues: [{ rule: 'unknown_image' }] })
    const id = await image(producer)
    await save(slug, { language: 'es', document: picture(id, '"><script>alert(1)</script>') }).expect(200)
    const { html } = (await read(slug)).body as Post
    expect(html).toContain(
      `<img src="/api/files/${id}" srcset="/api/files/${id}?w=320 320w, /api/files/${id}?w=640 640w, /api/files/${id}?w=960 960w"`,
    )
    expect(html).toContain('width="1000" height="500"')
    expect(html).not.toContain('<script')
    // An administrator who edits for the author keeps the author's pictures.
    await save(slug, { language: 'es', document: picture(id) }, admin).expect(200)
  })

  it('makes HTML of it that runs nothing, and links that vouch for nobody', async () => {
    const { slug } = await post()
    const document: PostDocument = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '<img src=x onerror=alert(1)>' }] },
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'tres' }] }] }],
        },
        { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'cita' }] }] },
        { type: 'horizontalRule' },
      ],
    }
    await save(slug, { language: 'es', document }).expect(200)
    const { html } = (await read(slug)).body as Post
    expect(html).toBe(
      '<h2>&lt;img src=x onerror=alert(1)&gt;</h2><ol start="3"><li><p>tres</p></li></ol><blockquote><p>cita</p></blockquote><hr />',
    )
    const linked = text('x')
    const href = 'https://example.org/?a=1&b=%22'
    linked.content = [
      { type: 'paragraph', content: [{ type: 'text', text: 'aquí', marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }] }] },
    ]
    await save(slug, { language: 'es', document: linked }).expect(200)
    expect(((await read(slug)).body as Post).html).toBe(
      '<p><a href="https://example.org/?a=1&amp;b=%22" rel="noopener nofollow ugc" target="_blank"><strong>aquí</strong></a></p>',
    )
  })

  it('keeps a text per language, with its words and minutes, and removes one by itself', async () => {
    const { slug } = await post({ short_description: 'Corta' })
    await save(slug, { language: 'es', document: text('palabra '.repeat(460)), excerpt: ' Para todos ' }).expect(200)
    const own = (await save(slug, { language: 'en', document: text('Two words') })).body as OwnPost
    expect(own.bodies.map(({ language, words, readingMinutes, excerpt }) => [language, words, readingMinutes, excerpt])).toEqual([
      ['en', 2, 1, ''],
      ['es', 460, 2, 'Para todos'],
    ])
    expect((await t.call(posts.getOwn, { params: { slug }, as })).body).toEqual(own)
    const languageOf = async (language: string) => ((await read(slug, viewer, { language })).body as Post).language
    expect([await languageOf('pt'), await languageOf('en')]).toEqual(['es', 'en'])
    expect(((await teaser(slug, undefined, { language: 'en' })).body as PostTeaser).excerpt).toBe('Corta')
    const remove = (language: string) => t.call(posts.remove, { params: { slug, language }, as })
    await remove('es').expect(200)
    expect([await languageOf('es'), (await remove('es')).status]).toEqual(['en', 404])
  })
})

describe('reading', () => {
  const secret = 'Estribillo secreto numero siete'
  const written = async (fields: Parameters<typeof post>[0]) => {
    const made = await post({ short_description: 'Lo que se cuenta a todos', ...fields })
    await save(made.slug, { language: 'es', document: text(secret), excerpt: 'Un adelanto' }, admin).expect(200)
    return made
  }

  it('needs a session; a free post needs nothing else [CAT-011]', async () => {
    const { slug } = await written({ title: 'Crónica', seo_title: 'Crónica del concierto', seo_description: 'Así fue' })
    expect((await t.call(posts.get, { params: { slug } })).status).toBe(401)
    expect((await read(slug)).body).toMatchObject({
      title: 'Crónica',
      html: `<p>${secret}</p>`,
      readingMinutes: 1,
      seo: { title: 'Crónica del concierto', description: 'Así fue' },
    })
    expect((await teaser(slug)).body as object satisfies object).not.toHaveProperty('html')
  })

  it('of a paid one needs a ticket, and of one for subscribers a subscription that runs [PLY-011]', async () => {
    const paid = await written({ plan: 'paid' })
    const closed = await written({ subscription_only: true })
    expect([(await read(paid.slug)).status, codeOf(await read(paid.slug))]).toEqual([402, 'TICKET_REQUIRED'])
    expect([(await read(closed.slug)).status, codeOf(await read(closed.slug))]).toEqual([402, 'SUBSCRIPTION_REQUIRED'])
    expect([(await read(paid.slug, as)).status, (await read(closed.slug, admin)).status]).toEqual([200, 200])

    const ticket = await t.factories.ticket({ user_id: reader.id, product_id: paid.id })
    expect(((await read(paid.slug)).body as Post).html).toContain(secret)
    await t.database.knex('tickets').where({ id: ticket.id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(codeOf(await read(paid.slug))).toBe('TICKET_REQUIRED')

    const subscription = { user_id: reader.id, channel_id: closed.channel_id, net_minor: 500, tax_basis_points: 2_100, total_minor: 605 }
    await t.database.knex('subscriptions').insert({ ...subscription, currency: 'EUR', valid_until: new Date(t.clock.nowMs() + 1_000) })
    expect(((await read(closed.slug)).body as Post).html).toContain(secret)
    await t.database
      .knex('subscriptions')
      .where({ channel_id: closed.channel_id })
      .update({ valid_until: new Date(t.clock.nowMs()) })
    expect(codeOf(await read(closed.slug))).toBe('SUBSCRIPTION_REQUIRED')
  })

  it('shows no draft, no private post and no other kind of product to strangers', async () => {
    for (const fields of [{ status: 'draft' }, { status: 'private' }, { type: 'podcast' }] as const) {
      const made = await post(fields)
      expect([(await read(made.slug)).status, (await teaser(made.slug)).status, (await teaser(made.slug, viewer)).status]).toEqual([
        404, 404, 404,
      ])
    }
    const draft = await written({ status: 'draft' })
    expect([(await read(draft.slug, as)).status, (await teaser(draft.slug, as)).status]).toEqual([200, 200])
  })

  it('lets no byte of a text out to those who are not entitled, wherever they ask', async () => {
    const paid = await written({ plan: 'paid', title: 'Cuaderno de gira' })
    const channel = await t.database.knex('channels').where({ id: paid.channel_id }).first('slug')
    const addresses = [
      `/api/posts/${paid.slug}`,
      `/api/posts/${paid.slug}/teaser`,
      `/api/products/${paid.slug}`,
      `/api/products?channel=${channel?.slug}`,
      `/api/products?q=Estribillo`,
      `/api/products?q=secreto`,
      `/api/search?keyword=Estribillo`,
      `/api/search?keyword=Cuaderno`,
      `/api/channels/${channel?.slug}`,
      `/api/channels/${channel?.slug}/feed.xml`,
      `/api/home`,
      `/api/products/${paid.slug}/chapters`,
      `/api/account/products/${paid.slug}/post`,
      `/api/page-head`,
      `/api/sitemap.xml`,
      `/api/openapi.json`,
    ]
    for (const address of addresses) {
      for (const token of [undefined, viewer]) {
        const request = t.http.get(address).set('x-page-uri', `/posts/${paid.slug}`)
        const reply = await (token === undefined ? request : request.set('authorization', `Bearer ${token}`))
        const answer = `${JSON.stringify(reply.headers)} ${reply.text}`
        // A search may repeat what it was asked for.
        const words = secret.split(' ').filter((word) => !address.includes(word))
        expect([address, words.filter((word) => answer.includes(word))]).toEqual([address, []])
      }
    }
    const found = (await t.call(products.list, { query: { q: 'Cuaderno' } })).body as { items: { slug: string }[] }
    expect(found.items.map((item) => item.slug)).toContain(paid.slug)
  })
})
