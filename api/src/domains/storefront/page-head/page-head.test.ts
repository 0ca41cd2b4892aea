import type { FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJson } from '../../../db/row.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createPageHeadRepository } from './repository.ts'
import { createSitemap } from './sitemap.ts'

const origin = 'https://events.example.test'
let t: TestApi
beforeAll(async () => {
  t = await createTestApi({ env: { PUBLIC_ORIGIN: origin, SMTP_URL: 'smtp://127.0.0.1:9' } })
})
afterAll(() => t.stop())

const head = async (uri: string) => (await t.http.get('/api/page-head').set('x-page-uri', uri).expect(200)).text
const contentOf = (html: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]
const dataOf = (html: string) => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  return json === undefined ? [] : (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
}
const frameOf = (html: string) => {
  const json = /<script type="application\/json" id="first-frame">(.*?)<\/script>/s.exec(html)?.[1]
  return json === undefined ? undefined : (JSON.parse(json) as FirstFrame)
}
const linkOf = (html: string, rel: string) => new RegExp(`<link rel="${rel}" href="([^"]*)">`).exec(html)?.[1]

/** A course of a text, finished by Ada Vidal. */
async function issueCertificate(api: TestApi): Promise<{ id: string }> {
  const { knex } = api.database
  const { id: channel_id } = await api.factories.channel({ title: 'Radio Mar' })
  const course = await api.factories.product({ type: 'course', channel_id, title: 'Narrar <b>' }, { sessions: 0 })
  await knex('course_details').insert({ product_id: course.id, gives_certificate: true })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Uno', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Leer', position: 0 })
    .returning('id')
  const ada = await api.factories.user({ name: 'Ada', surname: 'Vidal' })
  await api.factories.ticket({ user_id: ada.id, product_id: course.id })
  const as = await api.tokenOf(ada)
  const params = { slug: course.slug }
  await api.call(courses.watched, { params: { ...params, id: lesson?.id ?? '' }, body: { watched: true }, as }).expect(200)
  return (await api.call(certificates.issue, { params, body: { name: 'Ada Vidal' }, as }).expect(200)).body as { id: string }
}

describe('the head of a page', () => {
  it('is refused without an address, and of one that means nothing it is kept out of search engines', async () => {
    await t.http.get('/api/page-head').expect(400)
    await t.http
      .get('/api/page-head')
      .set('x-page-uri', `/${'a'.repeat(3_000)}`)
      .expect(400)
    for (const uri of [
      '/products/nothing',
      '/manage/products',
      '//evil.example.test/x',
      'https://evil.example.test/',
      '/%zz',
      '/products/a/b',
      '/login',
    ])
      expect(contentOf(await head(uri), 'robots'), uri).toBe('noindex')
    expect(linkOf(await head('//evil.example.test/products/x'), 'canonical')).toBe(`${origin}/`)
  })

  it('of a draft, a private product, or one of a channel that is not published says nothing about it [CAT-050, CAT-052]', async () => {
    const channel = await t.factories.channel({ status: 'revision', slug: 'unpublished', title: 'Secreta' })
    await t.factories.product({ slug: 'draft', title: 'Secreta', status: 'draft' })
    await t.factories.product({ slug: 'private', title: 'Secreta', status: 'private' })
    await t.factories.product({ slug: 'elsewhere', title: 'Secreta', channel_id: channel.id })
    for (const uri of ['/products/draft', '/products/private', '/products/elsewhere', '/channels/unpublished'])
      expect(await head(uri), uri).not.toContain('Secreta')
  })

  it('names an event: title, texts, addresses per language, cards and schema.org [CAT-004]', async () => {
    const channel = await t.factories.channel({ title: 'Sala Faro', slug: 'sala-faro' })
    const made = await t.factories.product({
      channel_id: channel.id,
      slug: 'gala',
      title: 'Gala de otoño',
      short_description: 'Una noche con orquesta',
      plan: 'paid',
      net_price_minor: 1_000,
    })
    const speaker = await t.factories.speaker({ name: 'Ana Faro', slug: 'ana-faro' })
    await t.database.knex('product_speakers').insert({ product_id: made.id, speaker_id: speaker.id })
    await t.database.knex('product_translations').insert({ product_id: made.id, language: 'en', title: 'Autumn gala' })
    const spanish = await head('/products/gala?utm_source=x')
    expect(spanish).toContain('<title>Gala de otoño · e-events</title>')
    expect(linkOf(spanish, 'canonical')).toBe(`${origin}/products/gala`)
    expect([...spanish.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [language, href])).toEqual([
      ['es', `${origin}/products/gala`],
      ['en', `${origin}/products/gala?lang=en`],
      ['x-default', `${origin}/products/gala`],
    ])
    expect([
      contentOf(spanish, 'og:title'),
      contentOf(spanish, 'og:description'),
      contentOf(spanish, 'twitter:card'),
      contentOf(spanish, 'robots'),
    ]).toEqual(['Gala de otoño', 'Una noche con orquesta', 'summary', undefined])
    const [event] = dataOf(spanish)
    expect(event).toMatchObject({
      '@type': 'Event',
      startDate: made.sessions[0]?.starts_at.toISOString(),
      eventStatus: 'https://schema.org/EventScheduled',
      organizer: { name: 'Sala Faro', url: `${origin}/channels/sala-faro` },
      performer: [{ '@type': 'Person', name: 'Ana Faro' }],
      offers: { price: '12.10', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
      subEvent: { '@type': 'BroadcastEvent', isLiveBroadcast: true },
    })
    const english = await head('/products/gala?lang=en')
    expect([english.includes('<title>Autumn gala'), linkOf(english, 'canonical')]).toEqual([true, `${origin}/products/gala?lang=en`])
    // Without Portuguese texts that page is the Spanish one.
    expect(linkOf(await head('/products/gala?lang=pt'), 'canonical')).toBe(`${origin}/products/gala`)
    expect(linkOf(await head(`/schedule/gala/section/${made.sessions[0]?.id}`), 'canonical')).toBe(`${origin}/products/gala`)
    await t.database.knex('products').where({ id: made.id }).update({ cancelled_at: new Date() })
    expect(dataOf(await head('/products/gala'))[0]).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  })

  it.each([
    ['vod', 'VideoObject'],
    ['podcast', 'AudioObject'],
    ['course', 'Course'],
    ['master', 'Course'],
    ['post', 'Article'],
    ['datasheet', 'Product'],
    ['physical', 'Product'],
    ['live', 'Event'],
    ['meet', 'Event'],
  ] as const)('%s is a %s', async (type, expected) => {
    const slug = `kind-${type}`
    await t.factories.product({ slug, type, ...(type === 'post' ? { seo_title: 'Para buscadores', seo_description: 'Resumen' } : {}) })
    const html = await head(`/products/${slug}`)
    expect(dataOf(html)[0]).toMatchObject({ '@type': expected })
    if (type === 'post') expect([contentOf(html, 'og:title'), contentOf(html, 'description')]).toEqual(['Para buscadores', 'Resumen'])
  })

  it('names the site, channels, speakers, pages and stores', async () => {
    await t.factories.channel({ slug: 'mar', title: 'Radio Mar', short_description: 'Olas', website_url: 'https://mar.example.test' })
    const eva = await t.factories.speaker({ slug: 'eva', name: 'Eva Ola', title: 'Buzo' })
    await t.factories.speaker({ slug: 'unnamed', name: 'Nadie la nombra', title: 'Gana 500 EUR' })
    const { id: talk } = await t.factories.product({ slug: 'con-eva' })
    await t.database.knex('product_speakers').insert({ product_id: talk, speaker_id: eva.id })
    await t.database.knex('pages').insert([
      { name: 'Prensa', slug: 'prensa', is_published: true },
      { name: 'Oculta', slug: 'oculta' },
    ])
    await t.database.knex('entities').insert({ name: 'Acme', slug: 'acme' })
    expect(dataOf(await head('/')).map((item) => item['@type'])).toEqual(['Organization', 'WebSite'])
    expect(dataOf(await head('/channels/mar'))[0]).toMatchObject({
      '@type': 'Organization',
      name: 'Radio Mar',
      sameAs: ['https://mar.example.test'],
    })
    expect(dataOf(await head('/speakers/eva'))[0]).toMatchObject({ '@type': 'Person', name: 'Eva Ola' })
    // A speaker that nothing public names: no head, and search engines are kept out.
    const unnamed = await head('/speakers/unnamed')
    expect(unnamed).not.toContain('Nadie')
    expect(contentOf(unnamed, 'robots')).toBe('noindex')
    expect(await head('/page/prensa')).toContain('<title>Prensa · e-events</title>')
    expect(await head('/page/oculta')).not.toContain('Oculta')
    expect(await head('/page/oculta')).toContain('<title>Aquí no hay nada · e-events</title>')
    expect(await head('/channels/absent?lang=en')).toContain('<title>There is nothing here · e-events</title>')
    expect(await head('/speakers/absent?lang=pt')).toContain('<title>Aqui não há nada · e-events</title>')
    expect(await head('/store/acme')).toContain('<title>Acme · e-events</title>')
    expect(await head('/schedule?lang=pt')).toContain('<title>Programação · e-events</title>')
    expect(await head('/help/player')).toContain('<title>Ayuda · e-events</title>')
    expect(contentOf(await head('/search-results?keyword=jazz'), 'robots')).toBe('noindex')
  })

  it('of a certificate says whose it is and that it was verified, in three languages, to programs that show links', async () => {
    const certificate = await issueCertificate(t)
    const at = `/certificates/${certificate.id}`
    const said = (html: string) => [contentOf(html, 'og:title'), contentOf(html, 'og:description'), contentOf(html, 'og:locale')]
    const spanish = await head(at)
    expect(spanish).toContain('<title>Ada Vidal, Narrar &lt;b&gt; · e-events</title>')
    const title = 'Ada Vidal, Narrar &lt;b&gt;'
    expect(said(spanish)).toEqual([title, 'Certificado verificado: Ada Vidal ha completado «Narrar &lt;b&gt;», de Radio Mar.', 'es_ES'])
    expect(said(await head(`${at}?lang=en`))).toEqual([
      title,
      'Verified certificate: Ada Vidal has completed “Narrar &lt;b&gt;” by Radio Mar.',
      'en_GB',
    ])
    expect(said(await head(`${at}?lang=pt`))[1]).toBe('Certificado verificado: Ada Vidal concluiu «Narrar &lt;b&gt;», de Radio Mar.')
    // It names a person: links to it are shown, search engines leave it out.
    expect(contentOf(spanish, 'robots')).toBe('noindex')
    expect((await t.http.get('/api/robots.txt').expect(200)).text).not.toContain('/certificates/')
    const { knex } = t.database
    await knex('certificates').where({ id: certificate.id }).update({ revoked_at: new Date(), revoked_reason: 'Copia' })
    const revoked = await head(`${at}?lang=en&after=revocation`)
    expect(said(revoked)).toEqual([title, 'This certificate was revoked.', 'en_GB'])
    expect(revoked).not.toContain('Copia')
    await knex('certificates')
      .where({ id: certificate.id })
      .update({ credential: toJson({}) })
    expect(said(await head(`${at}?lang=pt&after=change`))).toEqual(['Certificado de conclusão', 'Este certificado não é válido.', 'pt_PT'])
    for (const uri of ['/certificates/00000000-0000-4000-8000-000000000000', '/certificates/x'])
      expect(await head(`${uri}?lang=en`), uri).not.toContain('Ada')
  })

  it('says whether there is anything at an address for strangers; what is private and what is not there look the same', async () => {
    await t.factories.product({ slug: 'shown' })
    await t.factories.product({ slug: 'hidden', status: 'private' })
    const status = async (uri: string) => [
      (await t.http.get('/api/page-head').set('x-page-uri', uri).expect(200)).get('x-page-status'),
      (await t.http.get('/api/page-status').set('x-page-uri', uri)).status,
    ]
    for (const uri of [
      '/products/shown',
      '/products/shown?lang=en',
      '/',
      '/schedule',
      '/login',
      '/manage/products',
      '/products/shown/checkout',
    ])
      expect(await status(uri), uri).toEqual(['200', 204])
    for (const uri of [
      '/products/hidden',
      '/products/absent',
      '/posts/absent',
      '/channels/absent',
      '/speakers/absent',
      '/page/absent',
      '/store/absent',
    ])
      expect(await status(uri), uri).toEqual(['404', 404])
    await t.database.knex('products').where({ slug: 'hidden' }).update({ status: 'published' })
    expect(await status('/products/hidden')).toEqual(['200', 204])
    await t.http.get('/api/page-status').expect(400)
  })

  it('lets no title leave its place: markup, quotes, scripts and line breaks stay text', async () => {
    const hostile = `"><script>alert(1)</script></title><!--#include virtual="/x"-->'\u2028\u202e </script> & ñ 🎸`
    await t.factories.product({ slug: 'hostile', title: hostile, short_description: `${hostile}\r\n<!--# endblock -->` })
    const html = await head('/products/hostile')
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(html).not.toContain('<!--')
    expect(html).not.toMatch(/[\u2028\u202e]/)
    expect(dataOf(html)[0]?.['name']).toContain('<script>alert(1)</script>')
    expect(frameOf(html)).toMatchObject({ product: { title: hostile } })
    await t.factories.product({ slug: 'nonce', title: 'x" nonce="__CSP_NONCE__', short_description: '__csp_nonce__' })
    expect(await head('/products/nonce')).not.toMatch(/__csp_nonce__/i)
    // Every line is one whole tag.
    for (const line of html.trim().split('\n'))
      expect(line).toMatch(
        /^<(title>.*<\/title|meta [^<>]*|link [^<>]*|script type="application\/(ld\+json|json" id="first-frame)">[^<>]*<\/script)>$/,
      )
  })
})

describe('what is seen before the app runs', () => {
  it('is, on the home page, what the api answers: its hero with the first product, in the language of the address [CAT-001]', async () => {
    await t.factories.product({ slug: 'first-seen', title: 'Lo primero', type: 'vod' })
    for (const language of ['es', 'en'] as const) {
      const { sections } = (await t.http.get(`/api/home?language=${language}`).expect(200)).body as { sections: ShownSection[] }
      const [hero] = sections
      if (hero?.type !== 'hero') throw new Error('the home page begins with a hero')
      const html = await head(language === 'es' ? '/' : '/?lang=en')
      expect(frameOf(html)).toEqual({
        page: 'home',
        language,
        hero: { ...hero, items: hero.items.slice(0, 1) },
        choices: hero.items.length,
      })
    }
  })

  it('is, on the page of a product, what the api answers of it, and its picture is asked for first', async () => {
    const made = await t.factories.product({ slug: 'seen', title: 'Vista', plan: 'paid', net_price_minor: 900 })
    const picture = await t.factories.picture()
    await t.database.knex('products').where({ id: made.id }).update({ hero_file_id: picture.id })
    const html = await head('/products/seen')
    const frame = frameOf(html)
    if (frame?.page !== 'product') throw new Error('no frame of a product')
    const product = (await t.http.get('/api/products/seen?language=es').expect(200)).body as Record<string, unknown>
    expect(product).toMatchObject(frame.product)
    expect(frame.product.event?.session?.id).toBe(made.sessions[0]?.id)
    const [first] = html.split('\n')
    expect(first).toContain(`<link rel="preload" as="image" href="/api/files/${picture.id}"`)
    expect(first).toContain('fetchpriority="high"')
  })

  it('is nothing of what is private, unpublished, cancelled or not there, whoever asks [CAT-050, CAT-052]', async () => {
    const cancelled = await t.factories.product({ slug: 'called-off' })
    await t.database.knex('products').where({ id: cancelled.id }).update({ cancelled_at: new Date() })
    for (const uri of [
      '/products/draft',
      '/products/private',
      '/products/private?code=x',
      '/products/elsewhere',
      '/products/none',
      '/products/called-off',
      '/channels/mar',
      '/schedule',
      '/login',
    ])
      expect(frameOf(await head(uri)), uri).toBeUndefined()
    const owner = await t.factories.producer()
    const token = await t.tokenOf(owner)
    const answer = await t.http.get('/api/page-head').set('x-page-uri', '/products/draft').set('authorization', `Bearer ${token}`)
    expect(frameOf(answer.text)).toBeUndefined()
  })
})

describe('for programs that look for pages', () => {
  it('robots.txt keeps them out of private screens and names the sitemap', async () => {
    const text = (await t.http.get('/api/robots.txt').expect(200)).text
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(text).toContain('Disallow: /account/')
  })

  it('the sitemap lists what everybody can see, and nothing else [CAT-050]', async () => {
    const text = (await t.http.get('/api/sitemap.xml').expect(200)).text
    expect(text).toContain(`<loc>${origin}/products/kind-vod</loc>`)
    expect(text).toContain(`<loc>${origin}/channels/mar</loc>`)
    expect(text).toContain(`<loc>${origin}/page/prensa</loc>`)
    expect(text).toContain(`<loc>${origin}/store/acme</loc>`)
    for (const hidden of ['draft', 'private', 'elsewhere', 'unpublished', 'oculta']) expect(text).not.toContain(`/${hidden}</loc>`)
    await t.http.get('/api/sitemaps/2.xml').expect(404)
    await t.http.get('/api/sitemaps/0.xml').expect(404)
    await t.http.get('/api/sitemaps/x.xml').expect(404)
    await t.http.get('/api/sitemaps/1.xml').expect(200)
  })

  it('becomes an index of files that hold each address once, where one file is too small', async () => {
    const sitemap = createSitemap({ repository: createPageHeadRepository(t.database.knex), origin, urlsPerFile: 10 })
    const main = await sitemap.main()
    const files = [...main.matchAll(/sitemaps\/(\d+)\.xml/g)].map(([, number]) => Number(number))
    expect(files.length).toBeGreaterThan(2)
    const parts = await Promise.all(files.map((number) => sitemap.part(number)))
    const locations = parts.flatMap((part) => [...(part ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc))
    for (const part of parts) expect(part?.match(/<loc>/g)?.length ?? 0).toBeLessThanOrEqual(10)
    expect(new Set(locations).size).toBe(locations.length)
    const whole = (await t.http.get('/api/sitemap.xml').expect(200)).text
    expect(new Set(whole.matchAll(/<loc>([^<]+)<\/loc>/g).map(([, loc]) => loc))).toEqual(new Set(locations))
  })

  it.each([
    ['/api/page-head', '198.51.100.1'],
    ['/api/page-status', '198.51.100.2'],
    ['/api/sitemap.xml', '198.51.100.3'],
    ['/api/sitemaps/1.xml', '198.51.100.4'],
  ])('is counted against the budget of every other route: %s', async (address, client) => {
    const limited = await createTestApi({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    try {
      const ask = async (from: string) => (await limited.http.get(address).set('x-page-uri', '/').set('x-forwarded-for', from)).status
      const statuses = new Set<number>()
      for (let asked = 0; asked < 120 && !statuses.has(429); asked++) statuses.add(await ask(client))
      expect([...statuses]).toEqual([address === '/api/page-status' ? 204 : 200, 429])
      expect(await ask('198.51.100.9')).toBeLessThan(300)
    } finally {
      await limited.stop()
    }
  })
})
