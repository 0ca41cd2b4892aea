import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { checkout, order } from '../../../testing/order-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(orders.checkout, () => checkout())
  api.on(orders.place, () => order())
  api.on(orders.check, () => order())
})
const open = async () => {
  const app = await renderApp({ at: '/products/telon/checkout', api, user: sessionUser() })
  await screen.findByRole('heading', { level: 1, name: 'Finaliza tu compra' })
  return app
}
const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pagar / })
const placed = () => api.calls.filter(({ endpoint }) => endpoint === orders.place).map(({ body }) => body as Record<string, unknown>)

describe('the checkout', () => {
  it('saves a card where that is ticked, and pays with a saved one or with another', async () => {
    const card = { id: '5e3c7c1c-7a5e-4b8a-9d0c-1f6a2d3b4c51', label: '•••• 4242' }
    const first = await open()
    await first.user.click(screen.getByRole('checkbox', { name: /condiciones de compra/ }))
    await first.user.click(screen.getByRole('checkbox', { name: /desistimiento/ }))
    await first.user.click(screen.getByRole('checkbox', { name: 'Guardar esta tarjeta para la próxima vez' }))
    await first.user.click(pay())
    await waitFor(() => expect(placed()).toHaveLength(1))
    expect(placed()[0]).toMatchObject({ saveCard: true })
    expect(placed()[0]).not.toHaveProperty('cardId')
    first.unmount()

    let isGone = true
    api.on(orders.checkout, () => checkout({ cards: [card] }))
    api.on(orders.place, () => {
      if (isGone) throw new Refusal('CARD_GONE', 'Esa tarjeta ya no está guardada.')
      return order()
    })
    const next = await open()
    const group = within(screen.getByRole('radiogroup', { name: 'Con qué tarjeta pagas' }))
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'Tarjeta •••• 4242' }).checked).toBe(true)
    expect(screen.queryByRole('checkbox', { name: /Guardar esta tarjeta/ })).toBeNull()
    expect(await axeViolations(next.container)).toEqual([])
    await next.user.click(screen.getByRole('checkbox', { name: /condiciones de compra/ }))
    await next.user.click(screen.getByRole('checkbox', { name: /desistimiento/ }))
    await next.user.click(pay())
    await waitFor(() => expect(placed()).toHaveLength(2))
    expect(placed()[1]).toMatchObject({ cardId: card.id })
    await screen.findByText(/ya no está guardada/)
    isGone = false
    await next.user.click(group.getByRole('radio', { name: 'Otra tarjeta u otro método' }))
    await next.user.click(pay())
    await waitFor(() => expect(placed()).toHaveLength(3))
    expect(placed()[2]).not.toHaveProperty('cardId')
    expect(placed()[2]?.['idempotencyKey']).not.toBe(placed()[1]?.['idempotencyKey'])
  })
})
