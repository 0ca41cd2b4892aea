import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channel, productCard, productDetail, sessionAt } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listenForSameKeys } from '../../../testing/same-key.ts'

let api: FakeApi
const euros = (minor: number) => ({ minor, currency: 'EUR' })
function show(wanted: Partial<ProductDetail>) {
  const product = productDetail({ slug: 'telon', title: 'Telón', nextSession: sessionAt(Date.now() + 3 * 86_400_000), ...wanted })
  api.on(products.get, () => product)
}
beforeEach(() => {
  api = createFakeApi()
  api.on(channels.get, () => channel())
  show({})
})
afterEach(() => vi.restoreAllMocks())

describe('what a product page says', () => {
  it('of a private product it says only to whoever names a code [CAT-052]', async () => {
    api.on(products.get, ({ query }) => {
      if (query.code !== 'ABCD-EFGH-IJKL') throw new Refusal('NOT_FOUND')
      return productDetail({ slug: 'telon', title: 'Telón', status: 'private' })
    })
    const shut = await renderApp({ at: '/products/telon', api })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    shut.unmount()
    await renderApp({ at: '/products/telon?code=ABCD-EFGH-IJKL', api })
    await screen.findByRole('heading', { level: 1, name: 'Telón' })
    expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  it('its second picture and its banner, said to be one; without them nothing stands there [CAT-026]', async () => {
    const bare = await renderApp({ at: '/products/telon', api })
    await screen.findByRole('heading', { level: 1, name: 'Telón' })
    expect(screen.queryByRole('complementary', { name: 'Publicidad' })).toBeNull()
    bare.unmount()
    show({ secondaryImageUrl: '/api/files/second', adBannerUrl: '/api/files/banner' })
    await renderApp({ at: '/products/telon', api })
    expect((await screen.findByRole('img', { name: 'Otra imagen de Telón' })).getAttribute('src')).toBe('/api/files/second')
    const banner = within(screen.getByRole('complementary', { name: 'Publicidad' }))
    expect(banner.getByRole('img').getAttribute('src')).toBe('/api/files/banner')
    expect(banner.queryByRole('link')).toBeNull()
  })

  it('what it costs: net, tax and total, what it was before the offer and until when [CAT-004, CAT-029]', async () => {
    show({
      plan: 'paid',
      price: euros(1_936),
      regularPrice: euros(2_420),
      offerEndsAt: new Date(Date.now() + 86_400_000).toISOString(),
      priceParts: { net: euros(1_600), tax: euros(336), fee: null, gross: euros(1_936), taxBasisPoints: 2_100 },
    })
    await renderApp({ at: '/products/telon', api })
    const offer = within(await screen.findByRole('complementary', { name: 'Entrada' }))
    expect(offer.getAllByRole('term').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual(['Base', 'IVA (21 %)', 'Total'])
    expect(offer.getAllByRole('definition').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      '16,00 €',
      '3,36 €',
      '19,36 €',
    ])
    expect(offer.getByText('−20 %')).toBeDefined()
    expect(offer.getByText('La oferta acaba en')).toBeDefined()
    expect(offer.getByRole('timer')).toBeTruthy()
  })

  it('who is in it and what it is about, each a way on [CAT-004, CAT-020, CAT-100]', async () => {
    show({
      speakers: [{ id: crypto.randomUUID(), slug: 'ana', name: 'Ana Faro', title: 'Soprano', imageUrl: null }],
      categories: [{ slug: 'opera', title: 'Ópera' }],
      tags: ['barroco'],
      labels: ['Estreno'],
      bundle: [{ ...productCard({ slug: 'otra', title: 'Otra función' }), part: 'included' }],
    })
    await renderApp({ at: '/products/telon', api })
    expect((await screen.findByRole('link', { name: /Ana Faro/ })).getAttribute('href')).toBe('/speakers/ana')
    expect(screen.getByRole('link', { name: 'Ópera' }).getAttribute('href')).toBe('/search-results?category=opera')
    expect(screen.getByRole('link', { name: '#barroco' }).getAttribute('href')).toBe('/search-results?keyword=barroco')
    expect(screen.getByText('Estreno')).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Incluye' })).getByRole('link', { name: /Otra función/ })).toBeDefined()
  })

  it('a label that was stored twice once', async () => {
    show({ labels: ['Estreno', 'Novedad', 'Estreno'] })
    const sameKeys = listenForSameKeys()
    await renderApp({ at: '/products/telon', api })
    expect(await screen.findAllByText('Estreno')).toHaveLength(1)
    expect(screen.getAllByText('Novedad')).toHaveLength(1)
    expect(sameKeys()).toEqual([])
  })

  it('which dates were moved or called off, and that all of it was [CAT-004]', async () => {
    const date = sessionAt(Date.now() + 5 * 86_400_000)
    show({
      cancelledAt: new Date().toISOString(),
      changedSessions: [
        { ...date, state: 'rescheduled', movedToId: '00000000-0000-4000-8000-000000000099' as never, note: 'Por la lluvia' },
        { ...sessionAt(Date.now() + 6 * 86_400_000), state: 'cancelled', movedToId: null, note: '' },
      ],
    })
    await renderApp({ at: '/products/telon', api })
    await screen.findByText('Este evento se ha cancelado.')
    const dates = within(screen.getByRole('region', { name: 'Sesiones' }))
    expect(dates.getByText(/cambiada: Por la lluvia/)).toBeDefined()
    expect(dates.getByRole('link', { name: 'Ver la nueva fecha' }).getAttribute('href')).toBe(
      '/schedule/telon/section/00000000-0000-4000-8000-000000000099',
    )
    expect(dates.getByText(/cancelada/)).toBeDefined()
  })

  it('its dates go into a calendar together [API-026]', async () => {
    URL.createObjectURL = () => 'blob:calendar'
    URL.revokeObjectURL = () => undefined
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    api.on(schedule.calendar, () => ({ fileName: 'telon.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }))
    const app = await renderApp({ at: '/products/telon', api })
    await app.user.click(await screen.findByRole('button', { name: 'Añadir al calendario' }))
    await screen.findByText(/^Evento añadido/)
    expect(clicks).toHaveBeenCalledOnce()
  })

  it('a trailer elsewhere is opened there: this site embeds nobody [CAT-004]', async () => {
    show({ trailerUrl: 'https://video.example.test/watch?v=1' })
    await renderApp({ at: '/products/telon', api })
    const link = await screen.findByRole('link', { name: 'Ver tráiler' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://video.example.test/watch?v=1', 'noopener noreferrer'])
  })
})
