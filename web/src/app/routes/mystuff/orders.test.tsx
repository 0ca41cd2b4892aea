import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { refunds, type AskableItem } from '@e-events/shared/contract/sales/money/refunds.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { askableItem, order } from '../../../testing/order-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
let items: AskableItem[]
beforeEach(() => {
  items = [askableItem()]
  api = createFakeApi()
  api.on(orders.list, () => ({
    items: [order({ status: 'paid', paymentUrl: null }), order({ id: '00000000-0000-4000-8000-000000000049' as never, number: 49 })],
    nextCursor: null,
  }))
  api.on(refunds.items, () => ({ items }))
})
const opened = async () => {
  const app = await renderApp({ at: '/mystuff/orders', api, user: sessionUser() })
  await app.user.click(await screen.findByRole('button', { name: 'Reembolso: pedido 48' }))
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Reembolso del pedido 48' }) }
}

describe('a refund, for a buyer', () => {
  it('is offered for what was paid, and not for what waits for its payment', async () => {
    await opened()
    expect(screen.queryByRole('button', { name: 'Reembolso: pedido 49' })).toBeNull()
  })

  it('of a course says how much was watched and until when it can be asked for, and afterwards why not', async () => {
    const progress = { percent: 12, until: '2026-12-07T20:00:00.000Z' }
    items = [askableItem({ progress })]
    const first = await opened()
    expect(await within(first.dialog).findByText(/Has visto el 12\s%\. Puedes pedirlo hasta el 7 de diciembre de 2026/)).toBeTruthy()
    expect(within(first.dialog).getByRole('button', { name: 'Enviar solicitud' })).toBeTruthy()
    first.unmount()
    items = [askableItem({ ask: 'progressed', progress: { ...progress, percent: 20 } })]
    const { dialog } = await opened()
    expect(await within(dialog).findByText(/Has visto el 20\s%: se devuelve mientras sea menos del 20\s%/)).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: 'Enviar solicitud' })).toBeNull()
  })

  it('is asked for with a reason and a text; a refusal is shown, and the answer is awaited', async () => {
    api.on(refunds.ask, () => {
      throw new Refusal('REFUND_NOT_POSSIBLE')
    })
    const { user, dialog } = await opened()
    await user.click(await within(dialog).findByLabelText('Motivo'))
    await user.click(screen.getByRole('option', { name: 'Se interrumpió' }))
    await user.type(within(dialog).getByLabelText('¿Qué pasó?'), 'Se cortó')
    expect(await axeViolations(dialog)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
    await within(dialog).findByRole('alert')
    api.on(refunds.ask, () => ({
      items: [
        askableItem({
          ask: 'asked',
          request: {
            status: 'open',
            reason: 'interrupted',
            text: 'Se cortó',
            askedAt: '2026-11-24T10:00:00.000Z',
            amount: null,
            answer: null,
            decidedAt: null,
          },
        }),
      ],
    }))
    await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
    expect(await within(dialog).findByText('Lo pediste el 24 de noviembre de 2026. Te contestaremos por correo.')).toBeTruthy()
    expect(api.calls.findLast(({ endpoint }) => endpoint === refunds.ask)?.body).toEqual({
      itemId: items[0]?.id,
      reason: 'interrupted',
      text: 'Se cortó',
    })
  })

  it('that is not possible says why, and one that was answered says how', async () => {
    const answered = { status: 'refused', reason: 'other', text: '', askedAt: '2026-11-20T10:00:00.000Z' } as const
    items = [
      askableItem({ ask: 'used' }),
      askableItem({
        id: '00000000-0000-4000-8000-000000000702',
        title: 'Duende',
        ask: 'asked',
        request: { ...answered, amount: null, answer: 'Se emitió entero', decidedAt: '2026-11-21T10:00:00.000Z' },
      }),
    ]
    const { dialog } = await opened()
    expect(await within(dialog).findByText('Lo has usado, así que no se puede devolver.')).toBeTruthy()
    expect(within(dialog).getByText('No hubo reembolso.')).toBeTruthy()
    expect(within(dialog).getByText('Respuesta: Se emitió entero')).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: /Enviar|Pedir/ })).toBeNull()
  })
})

describe('a paid order', () => {
  const paid = { status: 'paid', paymentUrl: null, paidAt: '2026-11-24T10:00:00.000Z', hasDates: true } as const
  beforeEach(() => api.on(orders.list, () => ({ items: [order(paid), order({ number: 49 })], nextCursor: null })))
  const shown = () => renderApp({ at: '/mystuff/orders', api, user: sessionUser() })

  it('is mailed again by a button, which says where it went; one that waits for its payment has none', async () => {
    api.on(orders.resend, () => ({ email: 'lucia@correo.example' }))
    const { user } = await shown()
    await user.click(await screen.findByRole('button', { name: 'Enviar por correo: pedido 48, con su factura' }))
    expect(await screen.findByText('Enviado a lucia@correo.example')).toBeTruthy()
    expect(api.calls.find(({ endpoint }) => endpoint === orders.resend)?.params).toEqual({ id: order().id })
    expect(screen.queryByRole('button', { name: /pedido 49, con su factura/ })).toBeNull()
  })

  it('that was mailed too often says so', async () => {
    api.on(orders.resend, () => {
      throw new Refusal('RATE_LIMITED')
    })
    const { user } = await shown()
    await user.click(await screen.findByRole('button', { name: /pedido 48, con su factura/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText(/Enviado a/)).toBeNull()
  })

  it('gives its dates to the calendar of this device', async () => {
    api.on(orders.calendar, () => ({ fileName: 'pedido-48.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }))
    const { user, container } = await shown()
    await user.click(await screen.findByRole('button', { name: 'Al calendario: fechas del pedido 48' }))
    expect(await screen.findByText(/Evento añadido a tus descargas/)).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })
})
