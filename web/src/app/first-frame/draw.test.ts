import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FirstFrame, HomeFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { describe, expect, it } from 'vitest'
import { artOf } from './art.ts'
import { drawFrame } from './draw.ts'

const file = '/api/files/0f0e0d0c-0000-4000-8000-000000000001'
const words = {
  'common:nav.home': 'Inicio',
  'common:price.free': 'Gratis',
  'common:live.badge': 'EN DIRECTO',
  'home:hero.enterLive': 'Entrar · {price}',
  'home:hero.seeEvent': 'Ver el evento · {price}',
  'home:hero.watch': 'Ver ahora · {price}',
  'home:hero.languages': 'En {list}',
  'home:hero.see': 'Ver detalles · {price}',
  'common:eventState.coming': 'Próximo directo',
  'common:eventState.comingMeeting': 'Próxima reunión',
  'products:kind.on_demand': 'A la carta',
}
const card: ProductCard = {
  id: '0f0e0d0c-0000-4000-8000-000000000002' as ProductCard['id'],
  slug: 'gala',
  title: 'Gala',
  shortDescription: 'Una noche',
  channel: { slug: 'faro', title: 'Sala Faro', logoUrl: null },
  type: 'live',
  plan: 'free',
  price: { minor: 900, currency: 'EUR' },
  regularPrice: null,
  offerEndsAt: null,
  posterUrl: null,
  heroUrl: file,
  category: 'Música',
  labels: [],
  group: null,
  languages: ['es', 'en'],
  event: null,
  saleState: 'open',
  left: null,
  nextSession: null,
  onAir: false,
  viewers: null,
  durationMs: null,
}
const home = (item: Partial<ProductCard> = {}): FirstFrame => ({
  page: 'home',
  language: 'es',
  hero: { id: 'h', type: 'hero', title: '', subtitle: '', media: { kind: 'catalogue' }, product: null, items: [{ ...card, ...item }] },
  choices: 1,
})
const texts = (frame: FirstFrame, known: typeof words | undefined = words) => drawFrame(frame, { words: known }).textContent

describe('the first frame', () => {
  it('says what the hero says: title, text, facts, and the price on the way in', () => {
    expect(texts(home())).toMatch(/Gala.*Una noche.*Música·Sala Faro·En ES, EN.*Ver ahora · 9,00\s€/)
    expect(texts(home({ price: null, onAir: true, event: { state: 'on_air', session: null, changesAt: null }, viewers: 1_200 }))).toMatch(
      /EN DIRECTO1\.200Gala.*Entrar · Gratis/,
    )
    const link = drawFrame(home(), { words }).querySelector('main a')
    expect(link?.getAttribute('href')).toBe('/products/gala')
  })

  it('asks for the very picture that the page asks for, at once and before anything else', () => {
    const picture = drawFrame(home(), { words }).querySelector('img')
    expect(picture?.getAttribute('srcset')).toContain(`${file}?w=1280 1280w`)
    expect([picture?.getAttribute('sizes'), picture?.getAttribute('fetchpriority')]).toEqual(['100vw', 'high'])
    expect(drawFrame(home({ heroUrl: null }), { words }).querySelector('img')).toBeNull()
  })

  it('shows the picture alone to somebody who reads another language', () => {
    const drawn = drawFrame(home(), { words: undefined })
    expect(drawn.querySelector('img')?.getAttribute('src')).toBe(file)
    expect(drawn.textContent).toBe('e-events')
  })

  it('shows of a product when it is, its name, its channel and its text', () => {
    const frame = {
      page: 'product',
      language: 'es',
      product: { ...card, event: { state: 'coming', session: null, changesAt: null } },
    } satisfies FirstFrame
    expect(texts(frame)).toBe('e-eventsInicio/GalaPróximo directoGalaSala FaroUna noche')
    expect(texts({ ...frame, product: { ...frame.product, type: 'meet' } })).toContain('GalaPróxima reuniónGala')
    expect(texts({ ...frame, product: { ...frame.product, event: null, type: 'vod' } })).toContain('A la carta')
    expect(texts({ ...frame, product: { ...frame.product, event: null, type: 'physical' } })).not.toContain('A la carta')
  })

  it('draws a picture where there is none, with the words of the app', () => {
    const product = { page: 'product', language: 'es', product: { ...card, heroUrl: null } } satisfies FirstFrame
    expect(artOf(product)).toEqual({ title: 'Gala', kicker: 'Sala Faro' })
    expect(artOf({ ...product, product: { ...product.product, posterUrl: file } })).toBeNull()
    expect(artOf(home({ heroUrl: null, posterUrl: file }))).toEqual({ title: 'Gala', bare: true })
    const hero = { id: 'h', type: 'hero', title: 'Temporada', subtitle: '', product: null, items: [] } as const
    const film = { ...hero, media: { kind: 'video', videoUrl: '/film.mp4', imageUrl: null }, items: [] } satisfies HomeFrame['hero']
    expect(artOf({ page: 'home', language: 'es', hero: film, choices: 1 })).toEqual({ title: 'Temporada', bare: true })
    // A catalogue that is empty has words alone.
    const empty = { ...film, media: { kind: 'catalogue' } } satisfies HomeFrame['hero']
    expect(artOf({ page: 'home', language: 'es', hero: empty, choices: 0 })).toBeNull()
  })

  it('makes no markup of what organizers wrote', () => {
    const drawn = drawFrame(home({ title: '<img src=x onerror=alert(1)>', shortDescription: '<script>1</script>' }), { words })
    expect(drawn.querySelectorAll('img')).toHaveLength(1)
    expect(drawn.querySelector('script')).toBeNull()
    expect(drawn.querySelector('h1')?.textContent).toBe('<img src=x onerror=alert(1)>')
  })

  it('asks for texts that the build puts in', () => {
    const asked = readFileSync(path.join(import.meta.dirname, 'draw.ts'), 'utf8').matchAll(/'((?:common|home|products):[\w.]+)'/g)
    const config = readFileSync(path.join(import.meta.dirname, '../../../vite.config.ts'), 'utf8')
    for (const [, key = ''] of asked)
      expect(config, key).toContain(key.startsWith('common:') ? `'${key}'` : `'${key.split('.').pop() ?? ''}'`)
  })
})
