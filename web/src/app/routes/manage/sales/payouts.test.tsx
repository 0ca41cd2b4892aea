import { payouts, type PayoutRunDetail } from '@e-events/shared/contract/sales/money/payouts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { ledgerCheck, payoutRun, payoutRunId, proposed } from '../../../../testing/payout-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')
const held = proposed({
  channel: { slug: 'cine-lumen', title: 'Cine Lumen' },
  holds: ['iban_changed'],
  freeAt: '2026-11-04T10:00:00.000Z',
})

let api: FakeApi
let run: PayoutRunDetail
let debtor: { name: string; ibanEnding: string } | null
beforeEach(() => {
  run = payoutRun()
  debtor = { name: 'Eventos S.L.', ibanEnding: '3000' }
  api = createFakeApi()
  api.on(payouts.proposal, () => ({
    month: '2026-11',
    dueBy: '2026-11-05',
    lines: [proposed(), held],
    totals: [{ count: 1, amount: euros(183_850) }],
    debtor,
  }))
  api.on(payouts.listRuns, () => ({ items: [run], nextCursor: null }))
  api.on(payouts.listChecks, () => ({ items: [ledgerCheck()] }))
  api.on(payouts.getRun, () => run)
})
const calls = (endpoint: (typeof payouts)[keyof typeof payouts]) => api.calls.filter((call) => call.endpoint === endpoint)

describe('the run of a month', () => {
  it('shows what is paid and what is held, and is approved after a second look, with the sums that were shown', async () => {
    const { user, container, router } = await renderApp({ at: '/manage/payouts', api, user: admin() })
    const payable = await screen.findByRole('table', { name: 'Se paga' })
    expect(textOf(within(payable).getByRole('row', { name: /Sala Faro/ }))).toContain('1.838,50 €')
    expect(textOf(screen.getByRole('table', { name: 'Retenidos' }))).toContain('IBAN nuevo, hasta el 4 nov, 11:00')
    const checks = await screen.findByRole('table', { name: 'Cotejo con los proveedores de pago' })
    expect(textOf(checks)).toContain('1 diferencia')
    expect(textOf(within(checks).getByRole('row', { name: /pi_3Nf2/ }))).toMatch(/12,10 €.*no consta/)
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('button', { name: /Aprobar 1\.838,50/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /¿Aprobar la remesa/ }))
    const approve = dialog.getByRole<HTMLButtonElement>('button', { name: 'Aprobar' })
    expect(approve.disabled).toBe(true)
    expect(dialog.getByText(/1 pago, 1\.838,50/)).toBeTruthy()
    api.on(payouts.approve, () => {
      throw new Refusal('PAYOUTS_CHANGED')
    })
    await user.click(dialog.getByRole('checkbox'))
    await user.click(approve)
    await dialog.findByRole('alert')
    api.on(payouts.approve, () => run)
    await user.click(approve)
    await waitFor(() => expect(router.state.location.search).toBe(`?run=${payoutRunId}`))
    const bodies = calls(payouts.approve).map(({ body }) => body as { idempotencyKey: string })
    expect(bodies[1]).toMatchObject({ month: '2026-11', expected: [{ count: 1, currency: 'EUR', minor: 183_850 }] })
    // Pressing again is the same approval.
    expect(bodies[0]?.idempotencyKey).toBe(bodies[1]?.idempotencyKey)
  })

  it('says where the account that pays is not configured', async () => {
    debtor = null
    run = payoutRun({ canExportXml: false })
    await renderApp({ at: `/manage/payouts?run=${payoutRunId}`, api, user: admin() })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /XML/ })).disabled).toBe(true)
    expect(screen.getByRole('note').textContent).toContain('PAYOUT_IBAN')
  })

  it('leaves as a file, and its payouts are marked as the bank says, failed ones with what it said', async () => {
    api.on(payouts.exportRun, () => ({ fileName: 'pagos.xml', blob: new Blob(['x']) }) as never)
    api.on(payouts.settle, () => run)
    const { user, container } = await renderApp({ at: `/manage/payouts?run=${payoutRunId}`, api, user: admin() })
    await user.click(await screen.findByRole('button', { name: /XML/ }))
    await waitFor(() => expect(calls(payouts.exportRun)[0]?.query).toEqual({ format: 'xml' }))
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'Elegir Cine Lumen' }))
    await user.click(screen.getByRole('button', { name: 'Marcar como fallido' }))
    const question = within(await screen.findByRole('dialog', { name: /fallido\? 305,60/ }))
    const mark = question.getByRole<HTMLButtonElement>('button', { name: 'Marcar como fallido' })
    expect(mark.disabled).toBe(true)
    await user.type(question.getByRole('textbox'), 'AC04')
    await user.click(mark)
    await waitFor(() =>
      expect(calls(payouts.settle)[0]?.body).toEqual({ payoutIds: [run.payouts[1]?.id], outcome: 'failed', note: 'AC04' }),
    )
    await user.click(screen.getByRole('button', { name: 'Elegir todos los abiertos (2)' }))
    await user.click(screen.getByRole('button', { name: 'Marcar como pagado' }))
    const dialog = within(await screen.findByRole('dialog', { name: /2 pagos como hechos\? 2\.144,10/ }))
    await user.click(dialog.getByRole('button', { name: 'Marcar como pagado' }))
    await waitFor(() =>
      expect(calls(payouts.settle)[1]?.body).toMatchObject({ outcome: 'paid', payoutIds: run.payouts.map(({ id }) => id) }),
    )
  })
})
