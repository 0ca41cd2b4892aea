import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { prepaid, type Prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { order, orderId } from '../../../../testing/order-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const offer = { net: euros(400), taxBasisPoints: 2_100, tax: euros(84), total: euros(484) }
const lot = { boughtAt: '2026-11-20T10:00:00.000Z', minutes: 600, usedMinutes: 90, returnedMinutes: 0 }
let api: FakeApi
let state: Prepaid
beforeEach(() => {
  api = createFakeApi()
  state = { minutes: 510, offer, isTest: true, refund: [euros(4_114)], lots: [lot] }
  api.on(prepaid.get, () => state)
})
const open = (search = '') => renderApp({ at: `/account/prepaid${search}`, api, user: organizer, language: 'en' })

describe('prepaid hours', () => {
  it('show what is left and sell more: whole hours, the total that was seen, once per key', async () => {
    api.on(prepaid.buy, () => {
      throw new Refusal('PRICE_CHANGED')
    })
    const { user, container } = await open()
    await screen.findByText('8 h 30 min')
    const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pay / })
    expect(pay().disabled).toBe(true)
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('checkbox'))
    const hours = screen.getByLabelText(/^Hours/)
    await user.clear(hours)
    await user.type(hours, '2.5')
    expect(pay().disabled).toBe(true)
    await user.clear(hours)
    await user.type(hours, '20')
    await user.click(screen.getByRole('button', { name: 'Pay €96.80' }))
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Pay €96.80' }))
    await waitFor(() => expect(api.countOf(prepaid.buy)).toBe(2))
    const bodies = api.calls.filter(({ endpoint }) => endpoint === prepaid.buy).map(({ body }) => body as { idempotencyKey: string })
    expect(bodies[0]).toMatchObject({ hours: 20, expectedTotalMinor: 9_680, termsAccepted: true })
    expect(bodies[1]?.idempotencyKey).toBe(bodies[0]?.idempotencyKey)
  })

  it('give unused time back after a question', async () => {
    api.on(prepaid.giveBack, () => ({ ...state, minutes: 0, refund: [], lots: [{ ...lot, returnedMinutes: 510 }] }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Give unused time back (€41.14)' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Give 8 h 30 min back?' }))
    await user.click(dialog.getByRole('button', { name: 'Give it back' }))
    await screen.findByText('10 h, 1 h 30 min used, 8 h 30 min given back')
    expect(api.countOf(prepaid.giveBack)).toBe(1)
  })

  it('are not sold where the site has no price, and what was bought stays in sight [LIM-020]', async () => {
    state = { ...state, offer: null }
    await open()
    await screen.findByText('This site sells no prepaid hours now')
    await screen.findByText('8 h 30 min')
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull()
  })

  it('are said to be there once the order is paid, and lead back to paying where the card was refused', async () => {
    api.on(orders.check, () => order({ status: 'paid', paymentUrl: null, paidAt: '2026-11-24T09:00:00.000Z' }))
    const app = await open(`?order=${orderId}`)
    await screen.findByText('Paid: your hours are there.')
    app.unmount()
    api.on(orders.check, () => order({ failure: 'declined' }))
    await open(`?order=${orderId}`)
    await screen.findByText(/^The payment was refused/)
    expect(screen.getByRole('link', { name: 'Go on to pay' })).toBeTruthy()
  })
})

describe('the overview', () => {
  it('shows the balance with the way to buy more, and nothing where none is sold and none was bought [LIVE-018]', async () => {
    const app = await renderApp({ at: '/account/globalview', api, user: organizer, language: 'en' })
    const card = within(await screen.findByRole('region', { name: 'Prepaid time left' }))
    card.getByText('8 h 30 min')
    expect(card.getByRole('link', { name: 'Buy hours' }).getAttribute('href')).toBe('/account/prepaid')
    app.unmount()
    state = { ...state, offer: null, lots: [], minutes: 0 }
    await renderApp({ at: '/account/globalview', api, user: organizer, language: 'en' })
    await screen.findByRole('list', { name: 'Create' })
    expect(screen.queryByText('Prepaid time left')).toBeNull()
  })
})
