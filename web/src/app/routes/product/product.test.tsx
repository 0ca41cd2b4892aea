import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets as ticketsContract } from '@e-events/shared/contract/sales/tickets.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { channel, eventOf, productDetail, sessionAt, sessionUser, ticket } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi
let product: ProductDetail

function show(wanted: Partial<ProductDetail>) {
  product = productDetail({ slug: 'telon', title: 'Telón', nextSession: sessionAt(Date.now() + 3 * 86_400_000), ...wanted })
}

beforeEach(() => {
  api = createFakeApi()
  show({})
  api.on(products.get, ({ params }) => {
    if (params.slug !== 'telon') throw new Refusal('NOT_FOUND')
    return product
  })
  api.on(channels.get, () => channel())
})

const offer = async () => within(await screen.findByRole('complementary', { name: 'Entrada' }))

describe('product page', () => {
  it('has a way back where there is no such product', async () => {
    await renderApp({ at: '/products/nada', api })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/')
  })

  it.each([
    ['SOLD_OUT', 'No quedan entradas.'],
    ['SALE_NOT_OPEN', 'La venta no está abierta.'],
    ['NOT_PURCHASABLE', 'Este producto ya no se puede comprar.'],
  ] as const)('shows the refusal %s in the words of the server, and nobody is logged out', async (code, message) => {
    api.on(ticketsContract.redeem, () => {
      throw new Refusal(code, message)
    })
    const app = await renderApp({ at: '/products/telon', api, user })
    await app.user.click((await offer()).getByRole('button', { name: 'Conseguir entrada gratis' }))
    expect((await (await offer()).findByRole('alert')).textContent).toBe(message)
    expect(app.services.session.get().status).toBe('authenticated')
  })

  it('shows a refusal at the bar of a phone too, where the button was pressed', async () => {
    api.on(ticketsContract.redeem, () => {
      throw new Refusal('SOLD_OUT', 'No quedan entradas.')
    })
    const app = await renderApp({ at: '/products/telon', api, user })
    // jsdom has a wide screen, where this bar is not shown and therefore has no accessible names.
    const bar = within(await screen.findByLabelText('Entrada, barra rápida'))
    await app.user.click(bar.getByText('Conseguir entrada gratis'))
    expect((await bar.findByRole('alert', { hidden: true })).textContent).toBe('No quedan entradas.')
  })

  it('leads a visitor through the login and back', async () => {
    await renderApp({ at: '/products/telon', api })
    const link = (await offer()).getByRole('link', { name: 'Entra y consigue tu entrada' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Fproducts%2Ftelon%3Fenter%3D1')
  })

  it('takes the free ticket of somebody who comes back from there, and opens what is on air', async () => {
    const live = { type: 'live' as const, event: eventOf('on_air') }
    show(live)
    api.on(ticketsContract.redeem, () => {
      show({ ...live, owned: true, allowed: { getTicket: false, buy: false, subscribe: false, watch: true, goLive: false } })
      return ticket({})
    })
    const app = await renderApp({ at: '/products/telon?enter=1', api, user })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/player/telon'))
    expect(api.countOf(ticketsContract.redeem)).toBe(1)
  })

  it('takes the ticket of an event days away and stays on its page', async () => {
    api.on(ticketsContract.redeem, () => {
      show({ owned: true, allowed: { getTicket: false, buy: false, subscribe: false, watch: true, goLive: false } })
      return ticket({})
    })
    const app = await renderApp({ at: '/products/telon?enter=1', api, user })
    await (await offer()).findByRole('link', { name: 'Ir a la sala de espera' })
    await waitFor(() => expect(app.router.state.location.search).toBe(''))
    expect(app.router.state.location.pathname).toBe('/products/telon')
  })

  it('takes nothing in the name of a visitor', async () => {
    await renderApp({ at: '/products/telon?enter=1', api })
    await (await offer()).findByRole('link', { name: 'Entra y consigue tu entrada' })
    expect(api.countOf(ticketsContract.redeem)).toBe(0)
  })

  it.each([
    ['to the checkout', user, '/products/telon/checkout'],
    ['to the checkout by way of the login', undefined, '/login?next=%2Fproducts%2Ftelon%2Fcheckout'],
  ])('sells what has a price: its button leads %s', async (_, account, href) => {
    show({
      plan: 'paid',
      price: { minor: 123_456, currency: 'EUR' },
      allowed: { getTicket: false, buy: true, subscribe: false, watch: false, goLive: false },
    })
    await renderApp({ at: '/products/telon', api, ...(account ? { user: account } : {}) })
    const card = await offer()
    expect(card.getByText(/1\.234,56/)).toBeTruthy()
    expect(card.getByRole('link', { name: 'Comprar entrada' }).getAttribute('href')).toBe(href)
  })

  it('says before buying a course when it can be given back, and of nothing else', async () => {
    const price = { plan: 'paid', price: { minor: 900, currency: 'EUR' } } as const
    show({ type: 'course', ...price })
    const first = await renderApp({ at: '/products/telon', api, user })
    expect((await screen.findByText(/Devolución: hasta 14 días/)).textContent).toMatch(/menos del 20\s%/)
    first.unmount()
    show({ type: 'vod', ...price })
    await renderApp({ at: '/products/telon', api, user })
    await offer()
    expect(screen.queryByText(/Devolución: hasta/)).toBeNull()
  })

  it('offers no purchase that does not exist: the price is true, the button is off and says why', async () => {
    show({ type: 'physical', plan: 'paid', price: { minor: 900, currency: 'EUR' } })
    await renderApp({ at: '/products/telon', api, user })
    const card = await offer()
    expect(card.getByText(/9,00/)).toBeTruthy()
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Comprar' }).disabled).toBe(true)
    expect(card.getByText(/aún no se puede comprar/)).toBeTruthy()
  })

  it('says when the sale ended', async () => {
    show({ saleState: 'ended', saleEndsAt: '2026-11-19T19:00:00Z' })
    await renderApp({ at: '/products/telon', api, user })
    const card = await offer()
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'La venta ha terminado' }).disabled).toBe(true)
    expect(card.getByText(/jueves, 19 de noviembre, 20:00/)).toBeTruthy()
  })

  it('gives the ticket, says so, and opens the door', async () => {
    api.on(ticketsContract.redeem, () => {
      product = { ...product, owned: true, allowed: { ...product.allowed, getTicket: false, watch: true } }
      return ticket()
    })
    const app = await renderApp({ at: '/products/telon', api, user })
    await app.user.click((await offer()).getByRole('button', { name: 'Conseguir entrada gratis' }))
    expect((await screen.findByText('Entrada conseguida: Telón')).textContent).toBeTruthy()
    const door = await (await offer()).findByRole('link', { name: 'Ir a la sala de espera' })
    expect(door.getAttribute('href')).toBe('/player/telon')
    expect(document.activeElement).toBe(door)
    expect(api.countOf(ticketsContract.redeem)).toBe(1)
  })

  it('follows the show: the door to the waiting room becomes the door to the live', async () => {
    show({ owned: true, allowed: { getTicket: false, buy: false, subscribe: false, watch: true, goLive: false } })
    const app = await renderApp({ at: '/products/telon', api, user })
    await (await offer()).findByRole('link', { name: 'Ir a la sala de espera' })
    product = { ...product, onAir: true, event: eventOf('on_air', product.nextSession), viewers: 12 }
    act(() => app.push({ type: 'event.changed', productSlug: 'telon' }))
    expect(await (await offer()).findByRole('link', { name: 'Entrar al directo' })).toBeTruthy()
  })

  it('says that a show has ended before its planned end, and offers its recording, without a reload', async () => {
    const session = sessionAt(Date.now() - 600_000)
    show({ onAir: true, nextSession: session, sessions: [{ ...session, state: 'on_air' }], owned: true })
    const app = await renderApp({ at: '/products/telon', api, user })
    await (await offer()).findByRole('link', { name: 'Entrar al directo' })
    // prettier-ignore
    product = { ...product, onAir: false, nextSession: null, event: eventOf('ended_with_recording', session), sessions: [{ ...session, state: 'ended_with_recording' }] }
    act(() => app.push({ type: 'event.changed', productSlug: 'telon' }))
    await (await offer()).findByRole('link', { name: 'Ver la grabación' })
    expect(screen.getAllByText('Terminado, con grabación').length).toBeGreaterThanOrEqual(2)
    expect(screen.queryByText('EN DIRECTO')).toBeNull()
  })

  it.each([
    ['ended', 'Este evento ha terminado'],
    ['never_aired', 'Este evento no llegó a emitirse'],
    ['cancelled', 'Este evento se ha cancelado'],
  ] as const)('is closed to everybody once it is %s: no button, no price, no countdown', async (state, words) => {
    for (const owned of [true, false]) {
      show({ event: eventOf(state, sessionAt(Date.now() - 7_200_000)), nextSession: null, saleState: 'ended', owned })
      const app = await renderApp({ at: '/products/telon', api, user })
      const card = await offer()
      await card.findByText(words)
      expect(card.queryAllByRole('link')).toEqual([])
      expect(card.queryByRole('timer')).toBeNull()
      expect(card.queryByRole('button', { name: /entrada/i })).toBeNull()
      app.unmount()
    }
  })

  it('counts down to what can be had and to nothing else', async () => {
    const soon = { offerEndsAt: new Date(Date.now() + 3_600_000).toISOString() }
    show({ ...soon, plan: 'free' })
    const free = await renderApp({ at: '/products/telon', api, user })
    await (await offer()).findByRole('timer')
    free.unmount()
    for (const closed of [
      { ...soon, saleState: 'not_open' },
      { ...soon, saleState: 'sold_out' },
    ] as const) {
      show(closed)
      const app = await renderApp({ at: '/products/telon', api, user })
      const card = await offer()
      expect(card.queryByRole('timer')).toBeNull()
      expect(card.getByText(/^(Empieza|La oferta acaba) el /)).toBeTruthy()
      app.unmount()
    }
  })

  it('shows a session in the hour of the event and in that of the viewer', async () => {
    const startsAt = Date.parse('2026-12-05T19:00:00Z')
    show({ nextSession: sessionAt(startsAt), sessions: [sessionAt(startsAt)] })
    await renderApp({ at: '/products/telon', api })
    const sessions = await screen.findByRole('region', { name: 'Sesiones' })
    expect(sessions.textContent).toContain('20:00')
    expect(sessions.textContent).toContain('Hora de Madrid')
  })

  it('survives endless titles and has no fault that axe can see', async () => {
    show({
      title: 'Bundesausbildungsförderungsgesetz: una ópera administrativa en tres actos y epílogo',
      speakers: [{ id: crypto.randomUUID(), slug: 'a', name: 'Irene Valdés', title: 'Soprano', imageUrl: null }],
    })
    const { container } = await renderApp({ at: '/products/telon', api })
    await screen.findByRole('heading', { level: 1, name: /Bundesausbildung/ })
    await screen.findByText('Conciertos pequeños con sonido grande.')
    expect(await axeViolations(container)).toEqual([])
  })
})
