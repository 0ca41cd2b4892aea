import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions } from '@e-events/shared/contract/sales/subscriptions.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { channel, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { order, orderId, testPayment } from '../../../testing/order-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { subscription, subscriptionOffer } from '../../../testing/subscription-factories.ts'

const user = sessionUser()
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(subscriptions.offer, () => subscriptionOffer())
  api.on(subscriptions.subscribe, () => order({ total: { minor: 605, currency: 'EUR' } }))
  api.on(testPayments.get, () => testPayment())
})
const at = '/channels/marea-alta/subscription?product=telon'
const placed = () => api.calls.filter(({ endpoint }) => endpoint === subscriptions.subscribe).map(({ body }) => body)
const link = (name: RegExp | string) => screen.findByRole('link', { name })

describe('the page of a channel', () => {
  const open = (loggedIn = true) => renderApp({ at: '/channels/marea-alta', api, ...(loggedIn ? { user } : {}) })
  beforeEach(() => api.on(channels.get, () => channel({ slug: 'marea-alta', title: 'Marea Alta' })))

  it('shows Subscribe with the monthly total, to visitors too [SHOP-047]', async () => {
    await open()
    expect((await link(/Suscribirse por 6,05\s€ al mes/)).getAttribute('href')).toBe('/channels/marea-alta/subscription')
  })

  it('leads a visitor through the log-in and back', async () => {
    await open(false)
    expect((await link(/Suscribirse por/)).getAttribute('href')).toBe('/login?next=%2Fchannels%2Fmarea-alta%2Fsubscription')
  })

  it('shows none where none is offered, and a subscriber what they have [SHOP-047]', async () => {
    api.on(subscriptions.offer, () => subscriptionOffer({ offer: null }))
    const app = await open()
    await screen.findByRole('heading', { level: 1, name: 'Marea Alta' })
    await waitFor(() => expect(api.countOf(subscriptions.offer)).toBe(1))
    expect(screen.queryByRole('link', { name: /Suscribirse/ })).toBeNull()
    app.unmount()
    api.on(subscriptions.offer, () => subscriptionOffer({ current: subscription() }))
    await open()
    expect((await link('Ya tienes la suscripción')).getAttribute('href')).toBe('/mystuff/subscriptions')
  })
})

describe('a product for subscribers alone', () => {
  it('leads to the subscription, which comes back to it, and shows no price of its own', async () => {
    api.on(products.get, () =>
      productDetail({
        slug: 'telon',
        plan: 'paid',
        subscriptionOnly: true,
        price: { minor: 1_210, currency: 'EUR' },
        allowed: { getTicket: false, buy: false, subscribe: true, watch: false, goLive: false },
      }),
    )
    const { container } = await renderApp({ at: '/products/telon', api, user })
    const [button] = await screen.findAllByRole('link', { name: 'Suscribirse para verlo' })
    expect(button?.getAttribute('href')).toMatch(/^\/channels\/[a-z-]+\/subscription\?product=telon$/)
    expect(container.textContent).not.toContain('12,10')
  })
})

describe('the page of a subscription', () => {
  it('says what it opens and costs, keeps Pay off until both are ticked, and sends the total that was seen', async () => {
    const { user: person, router, container } = await renderApp({ at, api, user })
    await screen.findByRole('heading', { level: 1, name: 'Suscríbete a Marea Alta' })
    expect(container.textContent.replaceAll(/\s/g, ' ')).toContain('6,05 € al mes')
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: /^Pagar 6,05/ })
    expect(pay.disabled).toBe(true)
    expect(await axeViolations(container)).toEqual([])
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    await person.click(pay)
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/payments\/test\//))
    expect(placed()).toMatchObject([{ expectedTotalMinor: 605, termsAccepted: true, withdrawalWaived: true, productSlug: 'telon' }])
  })

  it('asks for the price again where it changed meanwhile', async () => {
    let minor = 605
    api.on(subscriptions.offer, () => {
      const { offer, ...rest } = subscriptionOffer()
      return { ...rest, offer: offer && { ...offer, total: { minor, currency: 'EUR' } } }
    })
    api.on(subscriptions.subscribe, () => {
      minor = 726
      throw new Refusal('PRICE_CHANGED')
    })
    const { user: person } = await renderApp({ at, api, user })
    for (const consent of await screen.findAllByRole('checkbox')) await person.click(consent)
    await person.click(screen.getByRole('button', { name: /^Pagar 6,05/ }))
    expect(await screen.findByRole('button', { name: /^Pagar 7,26/ })).toBeTruthy()
  })

  it('says that none is offered, or that it is there already', async () => {
    api.on(subscriptions.offer, () => subscriptionOffer({ offer: null }))
    const app = await renderApp({ at, api, user })
    expect(await screen.findByRole('heading', { level: 1, name: 'Ahora no se ofrece ninguna suscripción' })).toBeTruthy()
    app.unmount()
    api.on(subscriptions.offer, () => subscriptionOffer({ current: subscription() }))
    await renderApp({ at, api, user })
    expect(await screen.findByRole('heading', { level: 1, name: 'Ya tienes esta suscripción' })).toBeTruthy()
    expect((await link('Volver a lo que querías ver')).getAttribute('href')).toBe('/products/telon')
  })

  it('turns into the way back once it is paid, and into another try where the card was refused', async () => {
    api.on(orders.check, () => order({ status: 'paid', paymentUrl: null, paidAt: '2026-11-24T09:00:00.000Z' }))
    const app = await renderApp({ at: `${at}&order=${orderId}`, api, user })
    expect(await screen.findByRole('heading', { level: 1, name: 'La suscripción es tuya' })).toBeTruthy()
    expect((await link('Volver a lo que querías ver')).getAttribute('href')).toBe('/products/telon')
    expect(await axeViolations(app.container)).toEqual([])
    app.unmount()
    api.on(orders.check, () => order({ failure: 'declined' }))
    await renderApp({ at: `${at}&order=${orderId}`, api, user })
    expect((await screen.findByRole('alert')).textContent).toContain('El banco ha rechazado la tarjeta')
    expect((await link('Pagar con otra tarjeta')).getAttribute('href')).toMatch(/^\/payments\/test\//)
  })

  it('offers the platform’s in the same way', async () => {
    api.on(subscriptions.platformOffer, () => subscriptionOffer({ channel: null }))
    api.on(subscriptions.subscribeToPlatform, () => order())
    const { user: person, router } = await renderApp({ at: '/subscription', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Suscríbete a la plataforma' })
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    await person.click(screen.getByRole('button', { name: /^Pagar 6,05/ }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/payments\/test\//))
    expect(api.countOf(subscriptions.subscribeToPlatform)).toBe(1)
  })
})
