import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { gifts, type Gift } from '@e-events/shared/contract/sales/gifts.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../components/feedback/use-snacks.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { channel, productCard, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { checkout, order } from '../../../testing/order-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(channels.get, () => channel())
})
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

const gift = (wanted: Partial<Gift> = {}): Gift => ({
  id: '00000000-0000-4000-8000-0000000000f1',
  state: 'sent',
  recipientName: 'Rui',
  recipientEmail: 'rui@correo.example',
  message: '',
  deliverAt: '2026-11-23T20:01:00.000Z',
  mailedAt: '2026-11-23T20:01:00.000Z',
  redeemedAt: null,
  code: 'AAAAA-BBBBB-CCCCC',
  ...wanted,
})
function given(wanted: Partial<Gift> = {}): Order {
  const [item] = order().items
  if (!item) throw new Error('no item')
  return order({ status: 'paid', paymentUrl: null, items: [{ ...item, kind: 'gift', gift: gift(wanted) }] })
}

describe('the checkout of a gift', () => {
  it('asks who it is for, and sends it with the order', async () => {
    const [item] = checkout().items
    if (!item) throw new Error('no item')
    api.on(orders.checkout, ({ query }) => {
      expect(query).toMatchObject({ gift: 'true' })
      return checkout({ items: [{ ...item, kind: 'gift' }] })
    })
    api.on(orders.place, () => given())
    api.on(orders.check, () => given())
    const { user: hand, container } = await renderApp({ at: '/products/telon/checkout?gift=1', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Regálalo' })
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: /^Pagar/ })
    for (const box of screen.getAllByRole('checkbox')) await hand.click(box)
    expect(pay.disabled).toBe(true)
    await hand.type(screen.getByRole('textbox', { name: /^Nombre de quien lo recibe/ }), 'Rui')
    await hand.type(screen.getByRole('textbox', { name: /^Correo de quien lo recibe/ }), 'rui@correo')
    await hand.tab()
    expect(screen.getByText('Escribe una dirección de correo.')).toBeDefined()
    expect(pay.disabled).toBe(true)
    await hand.type(screen.getByRole('textbox', { name: /^Correo de quien lo recibe/ }), '.example')
    await hand.type(screen.getByRole('textbox', { name: /^Mensaje/ }), 'Feliz')
    expect(await axeViolations(container)).toEqual([])
    await hand.click(pay)
    await waitFor(() => expect(api.countOf(orders.place)).toBe(1))
    expect(api.calls.findLast(({ endpoint }) => endpoint === orders.place)?.body).toMatchObject({
      gift: { recipientName: 'Rui', recipientEmail: 'rui@correo.example', message: 'Feliz', deliverOn: null },
      items: [{ productSlug: 'telon', quantity: 1 }],
    })
    // The door is somebody else's.
    await screen.findByRole('heading', { level: 1, name: 'Regalo comprado' })
    expect(screen.queryByRole('link', { name: 'Ver ahora' })).toBeNull()
  })
})

describe('a bought gift', () => {
  it('shows its state and its code, and is sent again', async () => {
    api.on(orders.list, () => ({ items: [given()], nextCursor: null }))
    api.on(gifts.resend, () => gift())
    const { user: hand } = await renderApp({ at: '/mystuff/orders', api, user })
    const row = within(await screen.findByText('Regalo para Rui (rui@correo.example)').then((text) => text.closest('li')!))
    expect(row.getByText(/^Enviado el/)).toBeDefined()
    expect(row.getByText('AAAAA-BBBBB-CCCCC')).toBeDefined()
    await hand.click(row.getByRole('button', { name: 'Copiar código' }))
    await screen.findByText('Código copiado')
    await hand.click(row.getByRole('button', { name: 'Volver a enviar' }))
    await screen.findByText('Enviado a rui@correo.example')
  })

  it('has nothing to send once it is redeemed or refunded', async () => {
    api.on(orders.list, () => ({
      items: [
        { ...given({ state: 'redeemed', redeemedAt: '2026-11-24T10:00:00.000Z' }), number: 2 },
        { ...given({ state: 'void', code: null }), number: 1 },
      ],
      nextCursor: null,
    }))
    await renderApp({ at: '/mystuff/orders', api, user })
    await screen.findByText(/^Canjeado el/)
    expect(screen.getByText('Reembolsado: su código ya no vale')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Volver a enviar' })).toBeNull()
  })
})

describe('the address in the mail of a gift', () => {
  it('has the code typed in, and leads to what it opened', async () => {
    api.on(coupons.redeem, ({ body }) => {
      expect(body).toEqual({ code: 'AAAAA-BBBBB-CCCCC' })
      return {
        kind: 'access',
        ticket: {
          id: '00000000-0000-4000-8000-000000000001',
          product: productCard({ slug: 'telon' }),
          source: 'gift',
          through: null,
          acquiredAt: '2026-11-24T10:00:00.000Z',
          expiresAt: null,
          state: 'valid',
        },
      } as never
    })
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón' }))
    const { user: hand, router, container } = await renderApp({ at: '/redeem?code=AAAAA-BBBBB-CCCCC', api, user })
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('AAAAA-BBBBB-CCCCC')
    expect(await axeViolations(container)).toEqual([])
    await hand.click(screen.getByRole('button', { name: 'Canjear' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/telon'))
  })

  it('leads strangers to the log-in and back, and says what is wrong with a code', async () => {
    const shut = await renderApp({ at: '/redeem?code=AAAAA-BBBBB-CCCCC', api })
    expect((await screen.findByRole('link', { name: 'Entra para canjearlo' })).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent('/redeem?code=AAAAA-BBBBB-CCCCC')}`,
    )
    shut.unmount()
    api.on(coupons.redeem, () => {
      throw new Refusal('COUPON_REDEEMED', 'Este cupón ya se ha usado')
    })
    const { user: hand } = await renderApp({ at: '/redeem?code=AAAAA-BBBBB-CCCCC', api, user })
    await hand.click(await screen.findByRole('button', { name: 'Canjear' }))
    await screen.findByText('Este cupón ya se ha usado')
  })
})

it('a product page offers the gift beside the purchase, and to who owns it', async () => {
  const detail = { slug: 'telon', type: 'vod' as const, plan: 'paid' as const, price: { minor: 1_210, currency: 'EUR' } }
  api.on(products.get, () =>
    productDetail({ ...detail, allowed: { getTicket: false, buy: true, watch: false, goLive: false, subscribe: false } }),
  )
  const first = await renderApp({ at: '/products/telon', api, user })
  expect((await screen.findByRole('link', { name: 'Comprar como regalo' })).getAttribute('href')).toBe('/products/telon/checkout?gift=1')
  first.unmount()
  api.on(products.get, () =>
    productDetail({ ...detail, owned: true, allowed: { getTicket: false, buy: false, watch: true, goLive: false, subscribe: false } }),
  )
  const owner = await renderApp({ at: '/products/telon', api, user })
  await screen.findByRole('link', { name: 'Comprar como regalo' })
  owner.unmount()
  api.on(products.get, () => productDetail({ ...detail, type: 'meet', owned: true, isSwitchedOff: true }))
  await renderApp({ at: '/products/telon', api, user })
  await screen.findAllByText('No disponible')
  expect(screen.queryByRole('link', { name: 'Comprar como regalo' })).toBeNull()
})
