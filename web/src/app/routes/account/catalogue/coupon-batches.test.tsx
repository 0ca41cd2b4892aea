import { coupons, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { coupon, couponBatch } from '../../../../testing/product-factories.ts'
import { concert, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const sessionId = '00000000-0000-4000-8000-00000000abcd' as never
const session = {
  id: sessionId,
  startsAt: '2027-01-15T19:00:00.000Z',
  endsAt: '2027-01-15T21:00:00.000Z',
  timezone: 'Europe/Madrid',
  state: 'coming' as const,
  changesAt: null,
}
const at = '/account/channels/sala-faro/products/concierto?step=coupons'
let stage: ProductStage
let batches: CouponBatch[]
beforeEach(() => {
  stage = stageProducts()
  const netPrice = { netMinor: 1_000, currency: 'EUR', taxBasisPoints: 2_100 }
  stage.stored = concert({ status: 'published', plan: 'paid', netPrice, sessions: [session] })
  batches = []
  stage.api.on(coupons.listBatches, () => ({ items: batches, nextCursor: null }))
  stage.api.on(coupons.make, ({ body }) => {
    const made = couponBatch({ name: body.name, quantity: body.quantity, counts: { unused: body.quantity, redeemed: 0, revoked: 0 } })
    batches = [made, ...batches]
    return made
  })
})
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('coupons of a product', () => {
  it('wait for its publication', async () => {
    stage.stored = concert({ status: 'draft' })
    await stage.open(at)
    await screen.findByRole('heading', { level: 2, name: 'Info' })
    expect(screen.queryByRole('button', { name: /Coupons/ })).toBeNull()
  })

  it('take session, quantity, net price and tax, and list codes with redeemed marks and a download [PROD-036]', async () => {
    const used = coupon({
      state: 'redeemed',
      redeemedAt: '2026-11-21T10:00:00.000Z',
      redeemedBy: { name: 'Rui Tavares', email: 'rui@correio.example' },
    })
    stage.api.on(coupons.list, () => ({ items: [used, coupon()], nextCursor: null }))
    stage.api.on(coupons.export, () => ({ fileName: 'coupons.csv', blob: new Blob(['x']) }) as never)
    const { user, container } = await stage.open(at)
    await screen.findByText('There are no coupons yet')
    const form = within(screen.getByRole('form', { name: 'Make coupons' }))
    await user.type(await field(/^Name/), 'Press')
    await user.clear(await field(/^How many/))
    await user.type(await field(/^How many/), '3')
    await user.clear(await field(/^Net price with coupon/))
    await user.type(await field(/^Net price with coupon/), '4')
    await user.selectOptions(form.getByRole('combobox', { name: 'Session' }), String(sessionId))
    await user.click(form.getByRole('button', { name: 'Make coupons' }))
    const card = within(await screen.findByRole('region', { name: 'Press' }))
    expect(stage.bodies(coupons.make)).toEqual([
      { name: 'Press', sessionId, quantity: 3, netPriceMinor: 400, taxBasisPoints: 2_100, validUntil: null },
    ])
    card.getByText('0 of 3 redeemed, 3 unused')
    await user.click(card.getByRole('button', { name: 'Codes' }))
    const rows = within(await card.findByRole('list', { name: 'Codes: Press' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/Rui Tavares \(rui@correio\.example\).*Redeemed$/)
    expect(rows[1]?.textContent).toMatch(/Unused/)
    await user.click(card.getByRole('button', { name: 'Download CSV' }))
    expect(stage.api.calls.find(({ endpoint }) => endpoint === coupons.export)?.query).toEqual({ format: 'csv' })
    expect(await axeViolations(container)).toEqual([])
  })

  it('that cost more than the product are not sent, and a refusal is shown in the form', async () => {
    stage.api.on(coupons.make, () => {
      throw new Refusal('STATE_CONFLICT')
    })
    const { user } = await stage.open(at)
    const net = await field(/^Net price with coupon/)
    await user.clear(net)
    await user.type(net, '10.01')
    const form = within(screen.getByRole('form', { name: 'Make coupons' }))
    expect(form.getByText(/^More than the net price of the product/)).toBeTruthy()
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Make coupons' }).disabled).toBe(true)
    await user.clear(net)
    await user.type(net, '10')
    await user.click(form.getByRole('button', { name: 'Make coupons' }))
    await form.findByRole('alert')
  })

  it('are revoked after a question that says how many stop working', async () => {
    batches = [couponBatch({ name: 'Prensa', counts: { unused: 2, redeemed: 1, revoked: 0 } })]
    stage.api.on(coupons.revokeBatch, () => {
      const [batch] = batches
      batches = [{ ...batch!, state: 'revoked', counts: { unused: 0, redeemed: 1, revoked: 2 } }]
      return batches[0]!
    })
    const { user } = await stage.open(at)
    await user.click(await screen.findByRole('button', { name: 'Revoke what is unused' }))
    const question = within(await screen.findByRole('dialog', { name: 'Revoke “Prensa”?' }))
    question.getByText(/2 unused codes stop working/)
    await user.click(question.getByRole('button', { name: 'Revoke what is unused' }))
    await screen.findByText(/1 of 3 redeemed, 0 unused · 2 revoked/)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke what is unused' })).toBeNull())
  })
})
