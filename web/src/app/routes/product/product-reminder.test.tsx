import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { reminders, type Reminder } from '@e-events/shared/contract/engagement/reminders.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productDetail, sessionAt, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { plainWords } from '../../../testing/plain-words.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
const product = () => productDetail({ slug: 'telon', title: 'Telón', sessions: [sessionAt(Date.now() + 3 * 86_400_000)] })
const reminder = (wanted: Partial<Reminder> = {}): Reminder => ({ isWanted: false, hasTicket: false, areOn: true, ...wanted })
const button = () => screen.findByRole('button', { name: 'Recordármelo' })
beforeEach(() => {
  api = createFakeApi()
  const answer = product()
  api.on(products.get, () => answer)
  api.on(reminders.get, () => reminder())
})

describe('reminders on a product page', () => {
  it('a visitor is led to the log-in and back', async () => {
    await renderApp({ at: '/products/telon', api })
    const link = await screen.findByRole('link', { name: 'Recordármelo' })
    expect(link.getAttribute('href')).toBe('/login?next=%2Fproducts%2Ftelon')
    expect(api.countOf(reminders.get)).toBe(0)
  })

  it('are asked for and given up by one button, which says what will come', async () => {
    api.on(reminders.set, ({ body }) => reminder(body))
    const { user, container } = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
    await user.click(await button())
    await screen.findByText('Te avisaremos un día, una hora y cinco minutos antes.')
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('true'))
    expect(await axeViolations(container)).toEqual([])
    await user.click(await button())
    await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('false'))
    expect(api.calls.filter(({ endpoint }) => endpoint === reminders.set).map(({ body }) => body)).toEqual([
      { isWanted: true },
      { isWanted: false },
    ])
  })

  it('that could not be saved leave the button as it was, with a word', async () => {
    api.on(reminders.set, () => {
      throw new Refusal('STATE_CONFLICT', 'Ya no quedan fechas.')
    })
    const { user } = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    await user.click(await button())
    await screen.findByText(/Ya no quedan fechas/)
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
  })

  it('come with a ticket; where the account switched them off it says so and leads there', async () => {
    api.on(reminders.get, () => reminder({ hasTicket: true }))
    const shown = await renderApp({ at: '/products/telon', api, user: sessionUser() })
    await screen.findByText('Te avisaremos antes de que empiece')
    shown.unmount()
    api.on(reminders.get, () => reminder({ hasTicket: true, areOn: false }))
    await renderApp({ at: '/products/telon', api, user: sessionUser() })
    await screen.findByText(/Tienes apagados los recordatorios/)
    expect(screen.getByRole('link', { name: 'Encenderlos en mis datos' }).getAttribute('href')).toBe('/account/my-data')
  })

  it('hold no text of their own', async () => {
    const { container } = await renderApp({ at: '/products/telon', api, user: sessionUser(), pseudo: true })
    await waitFor(() => expect(api.countOf(reminders.get)).toBe(1))
    expect(plainWords(container).filter((word) => /recordar|avisar|remind/i.test(word))).toEqual([])
  })
})
