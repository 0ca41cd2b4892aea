import { account } from '@e-events/shared/contract/people/account.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { hero, home, productCard, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { giveConsent, reloadConsent } from '../../settings/cookie-consent/consent.ts'
import { seenHere, toursStorageKey } from './seen.ts'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
function api(finished: string[] = []) {
  const fake = createFakeApi()
  fake.on(homeContract.get, () => home(hero([productCard({ title: 'Relámpagos' })])))
  fake.on(account.tours, () => ({ finished }))
  fake.on(account.finishTour, () => undefined)
  return fake
}
const tour = () => screen.findByRole('dialog', { name: 'Te damos la bienvenida' })
const heading = (name: string) => screen.findByRole('heading', { name })
const homeIsThere = () => screen.findByRole('heading', { level: 1, name: 'Relámpagos', hidden: true })

beforeEach(() => localStorage.removeItem(toursStorageKey))

describe('guided tour', () => {
  it('is not for attendees', async () => {
    const fake = api()
    await renderApp({ at: '/', api: fake, user: sessionUser({ roles: ['VIEWER'] }) })
    await homeIsThere()
    expect(fake.countOf(account.tours)).toBe(0)
  })

  it('does not come back for an account that has done it, on any device [UX-048]', async () => {
    const fake = api(['organizer-home'])
    await renderApp({ at: '/', api: fake, user: organizer })
    await homeIsThere()
    await waitFor(() => expect(fake.countOf(account.tours)).toBe(1))
    expect(screen.queryByText('Te damos la bienvenida')).toBeNull()
  })

  it('stays away while nobody knows whether it was seen', async () => {
    const fake = api()
    fake.on(account.tours, () => {
      throw new Refusal('INTERNAL')
    })
    await renderApp({ at: '/', api: fake, user: organizer })
    await homeIsThere()
    await waitFor(() => expect(fake.countOf(account.tours)).toBe(1))
    expect(screen.queryByText('Te damos la bienvenida')).toBeNull()
  })

  it('waits for the answer about cookies', async () => {
    localStorage.removeItem('e-events.consent')
    reloadConsent()
    await renderApp({ at: '/', api: api(), user: organizer })
    await homeIsThere()
    expect(screen.queryByText('Te damos la bienvenida')).toBeNull()
    act(() => giveConsent({ analytics: false }))
    await heading('Te damos la bienvenida')
  })

  it('leads from place to place by keyboard, forth and back, and its end is stored for the account [UX-048]', async () => {
    const fake = api()
    const { user } = await renderApp({ at: '/', api: fake, user: organizer })
    await heading('Te damos la bienvenida')
    expect(within(await tour()).getByText('1 de 4')).toBeTruthy()
    expect(await axeViolations(await tour())).toEqual([])
    await waitFor(() => expect((document.activeElement as HTMLElement).textContent).toBe('Siguiente'))
    await user.keyboard('{Enter}')
    await heading('Tu cuenta')
    await user.keyboard('{ArrowRight}')
    await heading('Tus entradas')
    await user.keyboard('{ArrowLeft}')
    await heading('Tu cuenta')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await heading('Ayuda y tarifas')
    await user.click(screen.getByRole('button', { name: 'Entendido' }))
    await waitFor(() => expect(screen.queryByText('Ayuda y tarifas')).toBeNull())
    await waitFor(() => expect(fake.calls.find((call) => call.endpoint === account.finishTour)?.params).toEqual({ tour: 'organizer-home' }))
    expect(seenHere()).toEqual(['organizer-home'])
  })

  it.each(['Escape', 'Saltar'])('ends with %s, gives the focus back and does not return [UX-048]', async (how) => {
    const fake = api()
    const { user, router } = await renderApp({ at: '/', api: fake, user: organizer })
    await heading('Te damos la bienvenida')
    await waitFor(() => expect((document.activeElement as HTMLElement).textContent).toBe('Siguiente'))
    if (how === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: how }))
    await waitFor(() => expect(screen.queryByText('Te damos la bienvenida')).toBeNull())
    expect(document.activeElement).toBe(document.body)
    expect(fake.countOf(account.finishTour)).toBe(1)
    await act(() => router.navigate('/help'))
    await act(() => router.navigate('/'))
    await homeIsThere()
    expect(screen.queryByText('Te damos la bienvenida')).toBeNull()
  })

  it('does not lose its end with the network: the device remembers [UX-048]', async () => {
    const fake = api()
    fake.on(account.finishTour, () => {
      throw new Refusal('INTERNAL')
    })
    const { user, unmount } = await renderApp({ at: '/', api: fake, user: organizer })
    await heading('Te damos la bienvenida')
    await user.click(screen.getByRole('button', { name: 'Saltar' }))
    await waitFor(() => expect(fake.countOf(account.finishTour)).toBe(1))
    unmount()
    await renderApp({ at: '/', api: api(), user: organizer })
    await homeIsThere()
    expect(screen.queryByText('Te damos la bienvenida')).toBeNull()
  })
})
