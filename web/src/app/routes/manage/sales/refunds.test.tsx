import { disputes, type Dispute, type EvidenceFact } from '@e-events/shared/contract/sales/money/disputes.ts'
import { refunds, type RefundProposal } from '@e-events/shared/contract/sales/money/refunds.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { proposal, refundRun } from '../../../../testing/order-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
let api: FakeApi
let open: RefundProposal[]
beforeEach(() => {
  open = [proposal()]
  api = createFakeApi()
  api.on(refunds.list, ({ query }) => ({ items: query.status === 'open' ? open : [], nextCursor: null }))
  api.on(refunds.listOwn, () => ({ items: open, nextCursor: null }))
  api.on(refunds.runs, () => ({ items: [refundRun()] }))
  api.on(refunds.runsOwn, () => ({ items: [refundRun()] }))
  api.on(refunds.overdue, () => ({
    items: [
      {
        id: '00000000-0000-4000-8000-000000000801',
        number: 12,
        product: 'Telón',
        channel: 'Tablas',
        email: 'pau@correo.example',
        amount: euros(1_210),
        dueAt: '2026-11-20T10:00:00.000Z',
        daysOver: 2,
        failure: null,
      },
    ],
    counts: { overdue: 1, proposals: 3, disputes: 0 },
  }))
  api.on(sales.listOwn, () => ({ items: [], nextCursor: null, total: 0, sums: [] }))
})
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')
const sent = (endpoint: typeof refunds.approve | typeof refunds.refuse) => api.calls.findLast((call) => call.endpoint === endpoint)?.body

describe('refunds, for administrators', () => {
  it('show what the buyer says, what the platform knows and what follows, and how much waits', async () => {
    const { container } = await renderApp({ at: '/manage/refunds', api, user: admin() })
    const card = await screen.findByRole('article', { name: 'Pedido 48, Duende' })
    const text = textOf(card)
    for (const words of [
      'Se cortó casi la mitad.',
      '4,84 €',
      'de 12,10 €',
      'Organizador',
      '40 min en una interrupción, 40 %',
      '55 min vistos',
    ])
      expect(text).toContain(words)
    expect(screen.getByRole('tab', { name: 'Solicitudes (3)' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Con retraso (1)' })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })

  it('are approved with another amount and cause; a refusal of the server is shown in the question', async () => {
    api.on(refunds.approve, () => {
      throw new Refusal('STATE_CONFLICT')
    })
    const { user } = await renderApp({ at: '/manage/refunds', api, user: admin() })
    await user.click(await screen.findByRole('button', { name: /^Aprobar/ }))
    const question = await screen.findByRole('dialog', { name: '¿Devolver el dinero?' })
    const amount = within(question).getByLabelText<HTMLInputElement>('Importe en EUR')
    expect(amount.value).toBe('4,84')
    await user.clear(amount)
    await user.type(amount, '12,11')
    await user.click(within(question).getByRole('button', { name: 'Aprobar' }))
    expect(sent(refunds.approve)).toBeUndefined()
    expect(textOf(question)).toContain('12,10 € como máximo')
    await user.clear(amount)
    await user.type(amount, '6,05')
    await user.click(within(question).getByRole('radio', { name: /^Conexión del espectador/ }))
    await user.type(within(question).getByLabelText('Respuesta al comprador'), 'Perdona')
    expect(await axeViolations(question)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Aprobar' }))
    await within(question).findByRole('alert')
    api.on(refunds.approve, () => proposal({ status: 'approved' }))
    open = []
    await user.click(within(question).getByRole('button', { name: 'Aprobar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(refunds.approve)).toEqual({ fault: 'viewer', amountMinor: 605, answer: 'Perdona' })
    expect(await screen.findByText('Ninguna solicitud espera una decisión')).toBeTruthy()
  })

  it('are refused with a reason alone', async () => {
    api.on(refunds.refuse, () => proposal({ status: 'refused' }))
    const { user } = await renderApp({ at: '/manage/refunds', api, user: admin() })
    await user.click(await screen.findByRole('button', { name: /^Rechazar/ }))
    const question = await screen.findByRole('dialog', { name: '¿Rechazar el reembolso?' })
    await user.click(within(question).getByRole('button', { name: 'Rechazar' }))
    expect(textOf(question)).toContain('Di por qué.')
    expect(sent(refunds.refuse)).toBeUndefined()
    await user.type(within(question).getByLabelText(/^Respuesta al comprador/), 'Lo viste entero')
    await user.click(within(question).getByRole('button', { name: 'Rechazar' }))
    await waitFor(() => expect(sent(refunds.refuse)).toEqual({ answer: 'Lo viste entero' }))
  })

  it('of a cancelled event say how far they are, and until when they must be paid', async () => {
    const { container } = await renderApp({ at: '/manage/refunds?tab=runs', api, user: admin() })
    expect(await screen.findByText('312 de 500 reembolsados, hasta el 18 de diciembre de 2026')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Duende' }).getAttribute('aria-valuetext')).toBe('312 de 500 reembolsados')
    expect(await axeViolations(container)).toEqual([])
  })

  it('that are overdue stand by themselves', async () => {
    await renderApp({ at: '/manage/refunds?tab=overdue', api, user: admin() })
    expect(await screen.findByText('2 días laborables de retraso, vencía el 20 de noviembre de 2026')).toBeTruthy()
  })
})

describe('disputes', () => {
  it('stand with their deadline, and their evidence in the order of time, for the bank as a file', async () => {
    const dispute: Dispute = {
      id: '00000000-0000-4000-8000-000000000901',
      number: 48,
      product: 'Duende',
      channel: 'Tablas',
      buyer: { name: 'Pau', email: 'pau@correo.example' },
      status: 'open',
      reason: 'fraudulent',
      amount: euros(1_210),
      fee: euros(1_500),
      openedAt: '2026-11-24T10:00:00.000Z',
      dueAt: '2026-12-01T10:00:00.000Z',
      closedAt: null,
    }
    api.on(disputes.list, () => ({ items: [dispute] }))
    const facts: EvidenceFact[] = [
      { at: '2026-11-20T10:00:00.000Z', kind: 'login', detail: 'Firefox · 203.0.113.7', amount: null, durationMs: null },
      { at: '2026-11-20T10:05:00.000Z', kind: 'paid', detail: 'test tp_1', amount: euros(1_210), durationMs: null },
      { at: '2026-11-23T19:00:00.000Z', kind: 'visit', detail: 'Duende', amount: null, durationMs: 3_300_000 },
    ]
    api.on(disputes.get, () => ({ dispute, facts }))
    api.on(disputes.evidence, () => ({ fileName: 'pruebas-48.csv', blob: new Blob(['x']) }) as never)
    const { user } = await renderApp({ at: '/manage/refunds?tab=disputes', api, user: admin() })
    expect(await screen.findByText('Pruebas hasta el 1 de diciembre de 2026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pruebas: pedido 48' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pruebas de la disputa' })
    await within(dialog).findByText('Inicio de sesión')
    expect(within(dialog).getAllByRole('listitem').map(textOf)[2]).toContain('Vio el contenidoDuende · 55 min')
    expect(await axeViolations(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: /^(Exportar|Descargar)/ }))
    await user.click((await screen.findAllByRole('menuitem'))[0]!)
    await waitFor(() => expect(api.countOf(disputes.evidence)).toBe(1))
  })
})

describe('refunds, for an organizer', () => {
  it('are opened from the sales, with how many wait, and only their own cause is given', async () => {
    open = [proposal({ allowed: { faults: ['organizer'] } })]
    const { user } = await renderApp({ at: '/account/sales', api, user: sessionUser({ roles: ['VIEWER', 'PRODUCER'] }) })
    await user.click(await screen.findByRole('button', { name: 'Reembolsos (2)' }))
    const panel = await screen.findByRole('dialog', { name: 'Reembolsos' })
    expect(within(panel).getByText(/^312 de 500 reembolsados, hasta el/)).toBeTruthy()
    await user.click(within(panel).getByRole('button', { name: /^Aprobar/ }))
    const question = await screen.findByRole('dialog', { name: '¿Devolver el dinero?' })
    expect(within(question).queryByRole('radio')).toBeNull()
    expect(textOf(question)).toContain('Lo asume el organizador')
  })
})
