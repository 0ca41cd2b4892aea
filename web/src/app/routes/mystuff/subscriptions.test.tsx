import { orders } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions, type Subscription } from '@e-events/shared/contract/sales/subscriptions.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../testing/fake-api.ts'
import { order, orderId, testPayment } from '../../../testing/order-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { subscription, subscriptionId, subscriptionOffer } from '../../../testing/subscription-factories.ts'

const user = sessionUser()
const euros = (minor: number) => ({ minor, currency: 'EUR' })
let api: FakeApi
let mine: Subscription[]
beforeEach(() => {
  api = createFakeApi()
  mine = [subscription()]
  api.on(subscriptions.list, () => ({ items: mine, nextCursor: null }))
  api.on(subscriptions.platformOffer, () => subscriptionOffer({ channel: null, offer: null }))
  api.on(testPayments.get, () => testPayment())
})
const open = async (at = '/mystuff/subscriptions') => {
  const app = await renderApp({ at, api, user })
  await screen.findByRole('heading', { level: 1, name: 'Mis suscripciones' })
  return app
}
const row = async () => {
  const heading = await screen.findByRole('heading', { level: 2, name: 'Marea Alta' })
  return heading.closest('li') as HTMLElement
}
const text = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')

describe('my subscriptions', () => {
  it('show channel, status, since, valid until and price, with the way to cancel [SHOP-005]', async () => {
    const { container } = await open()
    const shown = text(await row())
    for (const part of [
      'Suscrito',
      'Suscrito desde5 de septiembre de 2026',
      'Válida hasta5 de diciembre de 2026',
      '6,05 € al mes',
      '•••• 4242',
      'Un pago',
    ])
      expect(shown).toContain(part)
    expect(screen.getByRole('button', { name: 'Cancelar la suscripción: Marea Alta' })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })

  it('lead anonymous visitors home [SHOP-005]', async () => {
    const { router } = await renderApp({ at: '/mystuff/subscriptions', api })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(api.countOf(subscriptions.list)).toBe(0)
  })

  it('are cancelled after a question, and resumed until their end', async () => {
    api.on(subscriptions.cancel, () => {
      mine = [
        subscription({
          status: 'cancelled',
          endReason: 'subscriber',
          nextPayment: null,
          allowed: { cancel: false, resume: true, pay: false, agree: false },
        }),
      ]
      return mine[0]!
    })
    api.on(subscriptions.resume, () => {
      mine = [subscription()]
      return mine[0]!
    })
    const { user: person } = await open()
    await row()
    await person.click(screen.getByRole('button', { name: 'Cancelar la suscripción: Marea Alta' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Cancelar la suscripción?' })
    expect(text(dialog)).toContain('Conservas el acceso hasta el 5 de diciembre de 2026')
    expect(api.countOf(subscriptions.cancel)).toBe(0)
    await person.click(within(dialog).getByRole('button', { name: 'Cancelar la suscripción' }))
    await waitFor(async () => expect(text(await row())).toContain('Cancelada, con acceso'))
    expect(api.calls.find(({ endpoint }) => endpoint === subscriptions.cancel)?.params).toEqual({ id: subscriptionId })
    await person.click(await screen.findByRole('button', { name: 'Recuperar la suscripción: Marea Alta' }))
    await waitFor(async () => expect(text(await row())).not.toContain('Cancelada'))
  })

  it('say that a payment was refused, and lead to another card', async () => {
    mine = [subscription({ problem: { attempts: 2, accessUntil: '2026-12-12T18:00:00.000Z' } })]
    api.on(subscriptions.pay, () => order())
    const { user: person, router } = await open()
    expect(text(await row())).toContain('Tu tarjeta ha rechazado el pago 2 veces. Conservas el acceso hasta el 12 de diciembre de 2026')
    await person.click(screen.getByRole('button', { name: 'Pagar ahora con otra tarjeta: Marea Alta' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/payments\/test\//))
    expect(api.calls.find(({ endpoint }) => endpoint === subscriptions.pay)?.body).toEqual({ expectedTotalMinor: 605 })
  })

  it('ask about a higher price', async () => {
    mine = [
      subscription({
        newPrice: { total: euros(726), from: '2026-12-05T18:00:00.000Z' },
        allowed: { cancel: true, resume: false, pay: false, agree: true },
      }),
    ]
    api.on(subscriptions.agree, () => {
      mine = [subscription({ nextPayment: { at: '2026-12-05T17:00:00.000Z', total: euros(726) } })]
      return mine[0]!
    })
    const { user: person } = await open()
    expect(text(await row())).toContain('El precio pasa de 6,05 € a 7,26 € desde el 5 de diciembre de 2026')
    await person.click(screen.getByRole('button', { name: /^Aceptar 7,26/ }))
    await waitFor(async () => expect(text(await row())).toContain('7,26 € el 5 de diciembre de 2026'))
    expect(api.calls.find(({ endpoint }) => endpoint === subscriptions.agree)?.body).toEqual({ expectedTotalMinor: 726 })
  })

  it('say why one has ended, and how a payment went that was given a moment ago', async () => {
    mine = [
      subscription({
        status: 'cancelled',
        isRunning: false,
        endReason: 'payment',
        nextPayment: null,
        allowed: { cancel: false, resume: false, pay: false, agree: false },
      }),
    ]
    api.on(orders.check, () => order({ status: 'paid', paymentUrl: null }))
    await open(`/mystuff/subscriptions?order=${orderId}`)
    expect(text(await row())).toContain('Terminó porque la tarjeta rechazó el pago.')
    expect(await screen.findByText('Compra completada')).toBeTruthy()
  })

  it('are none at first; the platform’s is offered there', async () => {
    mine = []
    api.on(subscriptions.platformOffer, () => subscriptionOffer({ channel: null }))
    await open()
    expect(await screen.findByText('No tienes suscripciones')).toBeTruthy()
    const offer = await screen.findByRole('region', { name: 'Suscripción a la plataforma' })
    expect(within(offer).getByRole('link').getAttribute('href')).toBe('/subscription')
  })
})
