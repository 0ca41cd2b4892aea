import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { config, type Payments } from '@e-events/shared/contract/settings/config.ts'
import { exchangeRates, type ExchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { admin, mediaPay } from '../../../testing/admin-factories.ts'
import { channel, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const changed = { id: '00000000-0000-4000-8000-0000000000cc', type: 'config.updated', message: {}, notificationType: 'success' } as const
let api: FakeApi
let ways: Payments['payments']['ways']

beforeEach(() => {
  api = createFakeApi()
  ways = ['card', 'pos']
  api.on(channels.get, () => channel())
  api.on(products.get, ({ params }) =>
    productDetail({ slug: params.slug, title: params.slug, plan: 'paid', price: { minor: 1_000, currency: 'EUR' } }),
  )
  api.on(config.payments, () => ({
    payments: {
      currency: 'EUR',
      ways,
      subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
      monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    },
  }))
})
afterEach(() => localStorage.removeItem('e-events.currency'))

const card = async () => within(await screen.findByRole('complementary', { name: 'Entrada' }))

describe('ways to pay', () => {
  it('are asked for once, however many products are looked at, and again when the payments were changed [API-008]', async () => {
    const { router, tell } = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    expect(await (await card()).findByText('Se paga con tarjeta o la pasarela del banco')).toBeTruthy()
    await act(() => router.navigate('/products/faro'))
    await screen.findByRole('heading', { level: 1, name: 'faro' })
    expect(await (await card()).findByText(/Se paga con tarjeta/)).toBeTruthy()
    expect(api.countOf(config.payments)).toBe(1)
    ways = ['card']
    act(() => tell(changed))
    expect(await (await card()).findByText('Se paga con tarjeta')).toBeTruthy()
    expect(api.countOf(config.payments)).toBe(2)
  })

  it('are read again after the payments were saved on this very device [API-008]', async () => {
    api.on(config.mediaPay, () => mediaPay())
    api.on(config.updateMediaPay, ({ body }) => mediaPay({ monetize: body.monetize }))
    api.on(exchangeRates.get, () => ({ rates: [], daily: false }))
    const { router, user } = await renderApp({ at: '/products/telon', api, user: admin() })
    await (await card()).findByText(/Se paga con/)
    await act(() => router.navigate('/manage/modules/media-pay'))
    await user.click(await screen.findByRole('switch', { name: 'Productos de pago' }))
    ways = ['pos']
    await user.click(screen.getAllByRole('button', { name: 'Guardar' })[0]!)
    await screen.findByText('La configuración se ha guardado.')
    await act(() => router.navigate('/products/telon'))
    expect(await (await card()).findByText('Se paga con la pasarela del banco')).toBeTruthy()
    expect(api.countOf(config.payments)).toBe(2)
  })

  it('are not mentioned where nobody can pay, nor for what is free', async () => {
    ways = []
    const paid = await renderApp({ at: '/products/telon', api })
    await waitFor(() => expect(api.countOf(config.payments)).toBe(1))
    expect((await card()).queryByText(/Se paga/)).toBeNull()
    paid.unmount()
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón' }))
    await renderApp({ at: '/products/telon', api })
    await card()
    expect(api.countOf(config.payments)).toBe(1)
  })
})

describe('a price in the money that the visitor picked', () => {
  const rates = (perEuro: number, asOf: string): ExchangeRates => ({ rates: [{ currency: 'USD', perEuro, asOf }], daily: false })

  it('says of which day its rate is, follows a change at once, and leaves the price alone', async () => {
    localStorage.setItem('e-events.currency', 'USD')
    let present = rates(1.25, '2026-11-20')
    api.on(exchangeRates.get, () => present)
    const { tell } = await renderApp({ at: '/products/telon', api, config: { currencies: true } })
    expect((await (await card()).findByText(/12,50/)).textContent).toMatch(/20 .*nov/)
    expect((await card()).getAllByText(/10,00/).length).toBeGreaterThan(0)
    present = rates(2, '2026-11-21')
    act(() => tell(changed))
    expect((await (await card()).findByText(/20,00/)).textContent).toMatch(/21 .*nov/)
  })

  it('asks for no rates while the price is in the visitor’s own money', async () => {
    api.on(exchangeRates.get, () => rates(2, '2026-11-21'))
    await renderApp({ at: '/products/telon', api, config: { currencies: true } })
    await card()
    expect(api.countOf(exchangeRates.get)).toBe(0)
  })
})
