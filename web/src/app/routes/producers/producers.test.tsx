import { fees } from '@e-events/shared/domain/fees.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { site } from '@e-events/shared/contract/settings/site.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parsePrice, parseTickets } from '../../../features/storefront/landing/calculator.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

function api() {
  const fake = createFakeApi()
  fake.on(site.info, () => ({
    supportEmail: 'hola@faro.example',
    leastStudioVersion: '0.1.0',
    operator: { name: null, taxId: null, address: null, registry: null, dataProtectionEmail: null },
  }))
  return fake
}
const calculator = async () => within(await screen.findByRole('region', { name: /¿Cuánto recibo\?|What do I receive\?/ }))
const words = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ')

describe('producer landing', () => {
  it.each(['', '0', '-3', '1,234', '12,345', 'doce', '1e9', '99999999'])('takes %j for no price', (text) => {
    expect(parsePrice(text)).toBeUndefined()
  })

  it.each([
    ['12', 1_200],
    ['12,5', 1_250],
    ['12.05', 1_205],
    [' 0,45 ', 45],
  ])('takes %j for a price', (text, minor) => {
    expect(parsePrice(text)).toBe(minor)
  })

  it('counts whole tickets only', () => {
    expect([parseTickets('0'), parseTickets('1.5'), parseTickets('-1'), parseTickets('7')]).toEqual([undefined, undefined, undefined, 7])
  })

  it('says what is wrong with a price instead of calculating with it', async () => {
    const { user } = await renderApp({ at: '/page/producers', api: api() })
    const part = await calculator()
    const price = part.getByRole('textbox', { name: /Precio neto/ })
    await user.clear(price)
    await user.type(price, 'doce')
    expect(part.getByText('Escribe un importe como 12,50')).toBeTruthy()
    expect(part.getByRole('status').textContent).toContain('—')
  })

  it('calculates what the organizer receives, with either payer of the fixed part [UX-008]', async () => {
    const { user } = await renderApp({ at: '/page/producers', api: api(), language: 'en' })
    const part = await calculator()
    const price = part.getByRole('textbox', { name: /Net price/ })
    await user.clear(price)
    await user.type(price, '10')
    const tickets = part.getByRole('textbox', { name: 'Tickets' })
    await user.clear(tickets)
    await user.type(tickets, '100')
    // 91 % of 10.00 is 9.10, less 0.45.
    expect(part.getByText('You receive per ticket').nextSibling?.textContent).toBe('€8.65')
    expect(part.getByRole('status').textContent).toContain('€865.00')
    await user.click(part.getByRole('button', { name: 'The buyer' }))
    expect(part.getByText('The buyer pays, before tax').nextSibling?.textContent).toBe('€10.45')
    expect(part.getByText('You receive per ticket').nextSibling?.textContent).toBe('€9.10')
    expect(part.getByText(`That is ${fees.organizerSharePercent}% of the net price.`)).toBeTruthy()
  })

  it('shows what the brand claims: 130 currencies, 33 and 50 countries, unlimited [UX-012]', async () => {
    const { container } = await renderApp({ at: '/page/producers', api: api(), language: 'en' })
    const items = within(await screen.findByRole('region', { name: 'e-events in numbers' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Over 130currencies that sales are made in',
      '33countries with artists on the platform',
      'Over 50countries that people buy from',
      'Unlimitedproducts, channels, viewers and live duration',
    ])
    await waitFor(() => expect(screen.getByRole('link', { name: 'hola@faro.example' })).toBeTruthy())
    expect(await axeViolations(container)).toEqual([])
  })

  it('has a feature table, the mission and a contact form whose message arrives, or stays where it was typed [PROD-042]', async () => {
    const fake = api()
    const received: unknown[] = []
    let isDown = true
    fake.on(site.contact, ({ body }) => {
      if (isDown) throw new Refusal('INTERNAL')
      received.push(body)
    })
    const { user, container } = await renderApp({ at: '/page/producers', api: fake, language: 'en' })
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Our mission' })).toBeTruthy()
    const form = within(screen.getByRole('region', { name: 'Let us talk' }))
    const send = form.getByRole('button', { name: 'Send message' })
    expect(send).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('link', { name: 'Ask about white label' }))
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Lía')
    await user.type(form.getByRole('textbox', { name: /^E-mail/ }), 'lia')
    await user.tab()
    expect(await form.findByText(/something is missing in the e-mail/)).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: /^E-mail/ }), '@example.test')
    await user.type(form.getByRole('textbox', { name: /^Message/ }), 'Hello')
    expect(send).toHaveProperty('disabled', true)
    await user.click(form.getByRole('checkbox'))
    await user.click(send)
    expect(await form.findByRole('alert')).toBeTruthy()
    expect(form.getByRole('textbox', { name: /^Message/ })).toHaveProperty('value', 'Hello')
    isDown = false
    await user.click(send)
    expect(await form.findByText('We have it. The answer goes to lia@example.test.')).toBeTruthy()
    expect(received).toEqual([
      { topic: 'white_label', name: 'Lía', email: 'lia@example.test', company: null, message: 'Hello', consent: true },
    ])
    expect(await axeViolations(container)).toEqual([])
  })

  it('opens the sign-up with the role of its readers chosen [ID-014]', async () => {
    const fake = api()
    fake.on(config.registerFields, () => ({ fields: [] }))
    fake.on(config.registerDomains, () => ({ allowed: [], forbidden: [] }))
    fake.on(config.registerSocial, () => ({ social: [] }))
    const { user } = await renderApp({ at: '/page/producers', api: fake })
    await user.click((await screen.findAllByRole('link', { name: 'Crear cuenta de organizador' }))[0]!)
    // Attendee, organizer.
    expect((await screen.findAllByRole<HTMLInputElement>('radio')).map(({ checked }) => checked)).toEqual([false, true])
  })

  it('offers white label in words, with the way to ask for it [UX-013]', async () => {
    const { user } = await renderApp({ at: '/page/producers', api: api() })
    const part = within(await screen.findByRole('region', { name: 'Marca blanca' }))
    const topic = screen.getByRole('combobox', { name: '¿De qué se trata?' })
    expect(topic.textContent).toBe('Quiero organizar')
    await user.click(part.getByRole('link', { name: 'Preguntar por marca blanca' }))
    expect(topic.textContent).toBe('Marca blanca')
  })

  it('has the fees of the platform in its table', async () => {
    await renderApp({ at: '/page/producers', api: api() })
    const table = await screen.findByRole('table')
    const row = (name: string) => words(within(table).getByRole('rowheader', { name }).parentElement?.textContent)
    expect(row('Tarifa')).toBe(`Tarifa0,00 €${fees.percent} % + 0,${fees.perTicketMinor} € por entrada1,95 € por acceso`)
    expect(row('Grabación')).toContain('49,00 €')
    // Features that are not built have no row.
    for (const name of ['Sala de pruebas', /Ventas/]) expect(within(table).queryByRole('rowheader', { name })).toBeNull()
  })

  it.each([
    ['a visitor', undefined, 'Crear cuenta de organizador', '/logup?role=organizer'],
    ['an attendee', sessionUser({ roles: ['VIEWER'] }), 'Pasar a organizador', '/account/my-data'],
    ['an organizer', sessionUser({ roles: ['PRODUCER'] }), 'Abrir el estudio', '/studio/'],
  ] as const)('leads %s to the next step', async (_, user, name, href) => {
    await renderApp({ at: '/page/producers', api: api(), ...(user ? { user } : {}) })
    const links = await screen.findAllByRole('link', { name })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([href, href])
  })
})
