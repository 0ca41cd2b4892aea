import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { products, type ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { channel, productCard, productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(channels.get, () => channel())
})

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const part = (title: string, state: ProductDetail['bundle'][number]['part']) => ({
  ...productCard({ slug: title.toLowerCase(), title, type: 'vod', price: euros(1_210) }),
  part: state,
})
function show(wanted: Partial<ProductDetail>) {
  api.on(products.get, () =>
    productDetail({
      slug: 'abono',
      title: 'Abono',
      type: 'vod',
      plan: 'paid',
      price: euros(1_210),
      bundleState: 'active',
      bundle: [part('Uno', 'included'), part('Dos', 'included')],
      bundlePrice: { separately: euros(2_420), saves: euros(1_210), deducted: euros(0) },
      allowed: { getTicket: false, buy: true, subscribe: false, watch: false, goLive: false },
      ...wanted,
    }),
  )
}
const open = () => renderApp({ at: '/products/abono', api, user: sessionUser() })
const offer = async () => within(await screen.findByRole('complementary', { name: 'Entrada' }))

describe('the page of a bundle', () => {
  it('shows what comes with it, and what it saves', async () => {
    show({})
    const { container } = await open()
    const contents = within(await screen.findByRole('region', { name: 'Incluye' }))
    expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/products/uno', '/products/dos'])
    expect(contents.queryByText('Ya es tuyo')).toBeNull()
    expect((await offer()).getByText(/^Por separado: 24,20.€. Ahorras 12,10.€.$/)).toBeDefined()
    expect(await axeViolations(container)).toEqual([])
  })

  it('says what is owned or gone, and how much less it costs [SHOP-059]', async () => {
    show({
      bundle: [part('Uno', 'owned'), part('Dos', 'included'), part('Tres', 'unavailable')],
      bundlePrice: { separately: euros(1_210), saves: euros(0), deducted: euros(2_420) },
    })
    await open()
    const contents = within(await screen.findByRole('region', { name: 'Incluye' }))
    expect(contents.getByText('Ya es tuyo')).toBeDefined()
    expect(contents.getByText('Ya no está disponible, no se cobra')).toBeDefined()
    expect((await offer()).getByText(/^Por separado: 12,10.€. Pagas 24,20.€ menos/)).toBeDefined()
  })

  it('offers no purchase where the bundle is not sold, or all of it is owned', async () => {
    show({
      bundleState: 'inactive',
      bundle: [],
      bundlePrice: null,
      allowed: { getTicket: false, buy: false, subscribe: false, watch: false, goLive: false },
    })
    const off = await open()
    expect((await offer()).getByRole<HTMLButtonElement>('button', { name: 'El paquete no está a la venta' }).disabled).toBe(true)
    expect(screen.queryByRole('link', { name: /^Comprar/ })).toBeNull()
    off.unmount()
    show({ bundle: [part('Uno', 'owned'), part('Dos', 'owned')], price: euros(0) })
    await open()
    expect((await offer()).getByRole<HTMLButtonElement>('button', { name: 'Ya lo tienes todo' }).disabled).toBe(true)
  })
})
