import { account } from '@e-events/shared/contract/people/account.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import type { EventState } from '@e-events/shared/domain/event-state.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { myData, productCard, productDetail, sessionUser, ticket } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { checkout, order, orderId, testPayment } from '../../../testing/order-factories.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(orders.checkout, () => checkout())
  api.on(orders.place, () => order())
  api.on(testPayments.get, () => testPayment())
  api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón' }))
})

const at = '/products/telon/checkout'
const open = async () => {
  const app = await renderApp({ at, api, user })
  await screen.findByRole('heading', { level: 1, name: 'Finaliza tu compra' })
  return app
}
const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Pagar / })
const summary = () => screen.getByRole('complementary', { name: 'Tu pedido' }).textContent.replaceAll(/\s/g, ' ')
const placed = () => api.calls.filter(({ endpoint }) => endpoint === orders.place).map(({ body }) => body as Record<string, unknown>)

describe('the checkout', () => {
  it('shows product, date, net, tax, total, support, coupon, billing data, terms and payment, without faults of axe [SHOP-007]', async () => {
    const { items } = checkout()
    const nextSession = {
      id: orderId as never,
      startsAt: '2026-12-01T19:00:00.000Z',
      endsAt: '2026-12-01T21:00:00.000Z',
      timezone: 'Europe/Madrid',
    }
    api.on(orders.checkout, () => checkout({ items: items.map((item) => ({ ...item, product: { ...item.product, nextSession } })) }))
    const { container } = await open()
    expect(summary()).toContain('Telón')
    expect(summary()).toMatch(/martes, 1 de diciembre.* 20:00/i)
    expect(screen.getByText(/Lucía Ferrer/)).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Apoya al organizador' })).toBeTruthy()
    expect(screen.getByLabelText('Cupón o código')).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: /condiciones de compra/ })).toBeTruthy()
    expect(pay().textContent).toMatch(/^Pagar 12,10/)
    expect(summary()).toContain('Acceso12,10 €')
    expect(summary()).toContain('Total12,10 €')
    expect(summary()).toContain('Incluye 2,10 € de IVA (21 %) sobre una base de 10,00 €.')
    expect(screen.getByText(/lucia\.ferrer@correo\.example/)).toBeTruthy()
    expect(screen.getByText(/no se mueve dinero/)).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
    expect(summary()).not.toContain('Devolución')
  })

  it('says of a course when it can be given back', async () => {
    const { items } = checkout()
    api.on(orders.checkout, () => checkout({ items: items.map((item) => ({ ...item, product: { ...item.product, type: 'course' } })) }))
    await open()
    expect(summary()).toContain('Devolución: hasta 14 días después de la compra, mientras hayas visto menos del 20 %.')
  })

  it('asks for the country where the account has none, saves it, and adds up again with its tax and reason', async () => {
    const { billing, items } = checkout()
    const [item] = items
    let country: string | null = null
    api.on(account.update, ({ body }) => {
      country = body.billingCountry ?? null
      return myData({ billingCountry: country })
    })
    api.on(orders.checkout, () =>
      checkout({
        billing: { ...billing, country },
        needsCountry: country === null,
        items: item && [
          country === null
            ? { ...item, tax: undefined }
            : {
                ...item,
                tax: { reason: 'electronic_service', place: 'DE' },
                price: { netMinor: 1_017, taxBasisPoints: 1_900, unitTaxMinor: 193, ticketFeePayer: 'organizer' },
              },
        ],
      }),
    )
    const { user: person } = await open()
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    expect(pay().disabled).toBe(true)
    await person.selectOptions(screen.getByRole('combobox', { name: /País de facturación/ }), 'DE')
    await waitFor(() => expect(summary()).toContain('Incluye 1,93 € de IVA (19 %) sobre una base de 10,17 €.'))
    expect(summary()).toContain('IVA de Alemania: servicio prestado por vía electrónica, en el país del cliente')
    expect(summary()).toContain('Total12,10 €')
    await waitFor(() => expect(pay().disabled).toBe(false))
  })

  it('keeps Pay off until terms and waiver are ticked, and sends the total that was seen [SHOP-008]', async () => {
    const { user: person, router } = await open()
    expect(pay().disabled).toBe(true)
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    expect(pay().disabled).toBe(false)
    await person.click(pay())
    await waitFor(() => expect(router.state.location.pathname).toBe('/payments/test/tp_00000000000000000000000000000048'))
    expect(placed()).toMatchObject([
      { items: [{ productSlug: 'telon', quantity: 1 }], supportMinor: 0, expectedTotalMinor: 1_210, termsAccepted: true },
    ])
  })

  it('takes a coupon into the price and the order, says why one is refused, and lets it go again', async () => {
    const code = 'ABCDE-FGHJK-MNPQR'
    const euros = (minor: number) => ({ minor, currency: 'EUR' })
    api.on(coupons.redeem, ({ body }) => {
      expect(body.productSlug).toBe('telon')
      if (body.code !== code) throw new Refusal('COUPON_INVALID', 'Cupón no válido')
      const price = { net: euros(400), tax: euros(84), fee: null, gross: euros(484) }
      return {
        kind: 'price' as const,
        code,
        product: productCard({ slug: 'telon' }),
        session: null,
        price,
        heldUntil: '2026-11-23T20:30:00.000Z',
      }
    })
    api.on(orders.checkout, ({ query }) => {
      const plain = checkout()
      if (query.couponCode === undefined) return plain
      const items = plain.items.map((item) => ({ ...item, price: { ...item.price, netMinor: 400 } }))
      return { ...plain, items, coupon: { code, session: null } }
    })
    const { user: person, container } = await open()
    const field = screen.getByLabelText('Cupón o código')
    await person.type(field, 'NADA-NADA{Enter}')
    await screen.findByText('Cupón no válido')
    expect(placed()).toEqual([])
    await person.clear(field)
    await person.type(field, code)
    await person.click(screen.getByRole('button', { name: 'Aplicar' }))
    await screen.findByText(`El precio lleva el cupón ${code}`)
    await waitFor(() => expect(summary()).toContain('Total4,84 €'))
    expect(await axeViolations(container)).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Quitar' }))
    await waitFor(() => expect(summary()).toContain('Total12,10 €'))
    await person.type(screen.getByLabelText('Cupón o código'), `${code}{Enter}`)
    await screen.findByText(`El precio lleva el cupón ${code}`)
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    await person.click(pay())
    await waitFor(() => expect(placed()).toMatchObject([{ couponCode: code, expectedTotalMinor: 484 }]))
  })

  it('a coupon that somebody else took is dropped with a word; one of the whole price opens the product', async () => {
    api.on(orders.checkout, ({ query }) => {
      if (query.couponCode !== undefined) throw new Refusal('COUPON_REDEEMED', 'El cupón ya se ha canjeado')
      return checkout()
    })
    api.on(coupons.redeem, () => ({ kind: 'access' as const, ticket: ticket({ product: productCard({ slug: 'telon' }) }) }))
    const app = await renderApp({ at: `${at}?coupon=ABCDE-FGHJK-MNPQR`, api, user })
    await screen.findByText('El cupón ya se ha canjeado')
    await waitFor(() => expect(app.router.state.location.search).toBe(''))
    await app.user.type(await screen.findByLabelText('Cupón o código'), 'ABCDE-FGHJK-MNPQS{Enter}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/products/telon'))
  })

  it('has no field for coupons while the site takes none [SHOP-020]', async () => {
    await renderApp({ at, api, user, config: { coupons: false } })
    await screen.findByRole('heading', { level: 1, name: 'Finaliza tu compra' })
    await waitFor(() => expect(screen.queryByLabelText('Cupón o código')).toBeNull())
  })

  it('adds a support of 0 or more with two decimals, and nothing that is none [SHOP-014]', async () => {
    const { user: person } = await open()
    await person.click(screen.getByRole('button', { name: /^5\s€/ }))
    expect(summary()).toContain('Apoyo al organizador5,00 €')
    expect(summary()).toContain('Total17,10 €')
    await person.click(screen.getByRole('button', { name: 'Otro' }))
    const field = screen.getByLabelText('Importe del apoyo')
    const type = async (text: string) => {
      await person.clear(field)
      await person.type(field, text)
    }
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    for (const wrong of ['-1', '1,234', '900', 'mucho']) {
      await type(wrong)
      expect(field.getAttribute('aria-invalid'), wrong).toBe('true')
      expect(pay().disabled, wrong).toBe(true)
    }
    await type('7,25')
    expect(summary()).toContain('Total19,35 €')
    await person.click(pay())
    await waitFor(() => expect(placed()).toMatchObject([{ supportMinor: 725, expectedTotalMinor: 1_935 }]))
  })

  it.each([
    { currency: 'JPY', netMinor: 1_800, total: /^Pagar 1\.800\s(JPY|¥)/, support: /^360\s/, with: /Total2\.160\s/, typed: '1,5' },
    { currency: 'KWD', netMinor: 3_600, total: /^Pagar 3,600\s/, support: /^0,71\d?\s/, with: /Total4,310\s/, typed: '1,2345' },
  ])('adds up in the decimals of $currency [SHOP-040]', async (one) => {
    const { items } = checkout()
    const [item] = items
    const price = { netMinor: one.netMinor, taxBasisPoints: 0, ticketFeePayer: 'organizer' as const }
    api.on(orders.checkout, () => checkout({ currency: one.currency, items: item && [{ ...item, price }] }))
    const { user: person } = await open()
    expect(pay().textContent).toMatch(one.total)
    await person.click(screen.getByRole('button', { name: one.support }))
    expect(summary()).toMatch(one.with)
    await person.click(screen.getByRole('button', { name: 'Otro' }))
    const field = screen.getByLabelText('Importe del apoyo')
    await person.clear(field)
    await person.type(field, one.typed)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('repeats a lost request with the same key, and another amount with another one', async () => {
    api.on(orders.place, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const { user: person } = await open()
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    await person.click(pay())
    await screen.findByRole('alert')
    await person.click(pay())
    await waitFor(() => expect(placed()).toHaveLength(2))
    await person.click(screen.getByRole('button', { name: /^2\s€/ }))
    await person.click(pay())
    await waitFor(() => expect(placed()).toHaveLength(3))
    const [first, second, third] = placed().map((body) => body['idempotencyKey'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('asks for the price again when it changed meanwhile, and says so', async () => {
    api.on(orders.place, () => {
      const { items } = checkout()
      api.on(orders.checkout, () => checkout({ items: items.map((item) => ({ ...item, price: { ...item.price, netMinor: 2_000 } })) }))
      throw new Refusal('PRICE_CHANGED', 'El precio ha cambiado.')
    })
    const { user: person } = await open()
    for (const consent of screen.getAllByRole('checkbox')) await person.click(consent)
    await person.click(pay())
    expect((await screen.findByRole('alert')).textContent).toContain('El precio ha cambiado.')
    await waitFor(() => expect(summary()).toContain('Total24,20 €'))
  })

  it('sends whoever has the ticket to the product, with a notice [SHOP-001]', async () => {
    api.on(orders.checkout, () => {
      throw new Refusal('ALREADY_HAS_TICKET', 'Ya tienes tu entrada.')
    })
    const { router } = await renderApp({ at, api, user })
    await waitFor(() => expect(router.state.location.pathname).toBe('/products/telon'))
    await screen.findByText('Ya tienes tu entrada.')
  })

  it('holds no text of its own', async () => {
    const { container } = await renderApp({ at, api, user, pseudo: true })
    await screen.findByRole('heading', { level: 1, name: /^⟦/ })
    expect(plainWords(container).filter((word) => !/Telón|Lucía|lucia|España|Sala Faro/.test(word))).toEqual([])
  })
})

describe('the state of an order', () => {
  const show = (state: Partial<Order>) => {
    api.on(orders.check, () => order(state))
    return renderApp({ at: `${at}?order=${orderId}`, api, user })
  }
  const paid = { status: 'paid', paymentUrl: null, paidAt: '2026-11-23T20:01:00.000Z' } as const

  it('turns into the door of the product without a reload', async () => {
    await show({ isSettling: true, paymentUrl: null })
    await screen.findByRole('heading', { level: 1, name: 'Tu pago está en proceso' })
    expect(screen.queryByRole('link', { name: 'Ver ahora' })).toBeNull()
    api.on(orders.check, () => order(paid))
    const door = await screen.findByRole('link', { name: 'Ver ahora' }, { timeout: 5_000 })
    expect(door.getAttribute('href')).toBe('/player/telon')
    expect(document.activeElement?.textContent).toBe('Compra completada')
  })

  it.each<[EventState, string]>([
    ['coming', 'Ir a la sala de espera'],
    ['room_open', 'Ir a la sala de espera'],
    ['on_air', 'Ver ahora'],
    ['ended_with_recording', 'Ver ahora'],
  ])('says what the door of a date that is %s leads to', async (state, words) => {
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const event = { state, session: { id: orderId as never, startsAt, endsAt: startsAt, timezone: 'Europe/Madrid' }, changesAt: null }
    api.on(products.get, () => productDetail({ slug: 'telon', type: 'live', event }))
    const { items } = order()
    await show({ ...paid, items: items.map((item) => ({ ...item, product: { slug: 'telon', type: 'live', posterUrl: null } })) })
    const door = await screen.findByRole('link', { name: words })
    expect(door.getAttribute('href')).toBe('/player/telon')
  })

  it.each([
    ['meet', 'Ir a la reunión', '/meets/telon'],
    ['course', 'Ir al curso', '/courses/telon'],
    ['podcast', 'Escuchar ahora', '/player/telon'],
    ['post', 'Leer ahora', '/posts/telon'],
  ] as const)('leads to the page of a %s by its own name', async (type, words, href) => {
    api.on(products.get, () => productDetail({ slug: 'telon', type }))
    const { items } = order()
    await show({ ...paid, items: items.map((item) => ({ ...item, product: { slug: 'telon', type, posterUrl: null } })) })
    expect((await screen.findByRole('link', { name: words })).getAttribute('href')).toBe(href)
  })

  it.each<[string, Partial<Order>, string, string]>([
    ['waits for its payment', {}, 'Tu pedido espera el pago', 'Continuar con el pago'],
    ['was refused', { failure: 'declined' }, 'El pago no se ha completado', 'Pagar con otra tarjeta'],
    ['is over', { status: 'expired', paymentUrl: null }, 'Este pedido ya no está abierto', 'Volver a empezar'],
    ['was refunded', { ...paid, status: 'refunded' }, 'Pedido reembolsado', 'Volver al producto'],
    ['is paid', paid, 'Compra completada', 'Ver mis entradas'],
  ])('that %s says so and leads on', async (_, state, title, way) => {
    const { container } = await show(state)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(within(screen.getByRole('main')).getByRole('link', { name: way })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })
})

describe('the calendar of a paid order', () => {
  const paid = { status: 'paid', paymentUrl: null, paidAt: '2026-11-23T20:01:00.000Z' } as const
  const show = (state: Partial<Order>) => {
    api.on(orders.check, () => order({ ...paid, ...state }))
    return renderApp({ at: `${at}?order=${orderId}`, api, user, language: 'en' })
  }

  it('is offered where something of it takes place, and its message leads to the event [PLY-024]', async () => {
    URL.createObjectURL = () => 'blob:calendar'
    URL.revokeObjectURL = () => undefined
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    api.on(orders.calendar, () => ({ fileName: 'order-48.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }))
    const app = await show({ hasDates: true })
    await app.user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
    await screen.findByText(/^Event added/)
    expect(clicks).toHaveBeenCalledOnce()
    await app.user.click(await screen.findByRole('button', { name: 'Open event' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/products/telon'))
  })

  it.each<[string, Partial<Order>]>([
    ['without a date', { hasDates: false }],
    ['that was refunded', { hasDates: true, status: 'refunded' }],
  ])('is not offered for one %s', async (_, state) => {
    await show(state)
    await screen.findByRole('heading', { level: 1 })
    await screen.findByText(/48/)
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull()
  })
})

describe('my orders', () => {
  it('have number, date, items and total, and the way to pay what is open', async () => {
    api.on(orders.list, () => ({
      items: [order(), order({ id: '00000000-0000-4000-8000-000000000049' as Order['id'], number: 47, status: 'paid', paymentUrl: null })],
      nextCursor: null,
    }))
    await renderApp({ at: '/mystuff/orders', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Mis pedidos' })
    await screen.findByText('Pagado')
    const [open, done] = within(screen.getByRole('main')).getAllByRole('listitem')
    expect(open?.textContent.replaceAll(/\s/g, ' ')).toMatch(/N\.º 48 · 23 nov.*Espera el pago12,10 €/)
    expect(within(open!).getByRole('link', { name: 'Pagar: Telón' })).toBeTruthy()
    expect(done?.textContent).toContain('Pagado')
  })

  it('that are none say so', async () => {
    api.on(orders.list, () => ({ items: [], nextCursor: null }))
    await renderApp({ at: '/mystuff/orders', api, user })
    await screen.findByText('Aún no has comprado nada')
  })
})
