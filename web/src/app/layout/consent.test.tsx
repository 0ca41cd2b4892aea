import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnalytics } from '../../features/settings/cookie-consent/analytics.ts'
import {
  consentGiven,
  consentStorageKey,
  consentVersion,
  giveConsent,
  reloadConsent,
} from '../../features/settings/cookie-consent/consent.ts'
import { axeViolations } from '../../testing/axe.ts'
import { home } from '../../testing/factories.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

function api() {
  const fake = createFakeApi()
  fake.on(homeContract.get, () => home())
  return fake
}
const kept = () => JSON.parse(localStorage.getItem(consentStorageKey) ?? 'null') as unknown
const banner = () => screen.findByRole('region', { name: 'Aviso de cookies' })
const footerButton = async () => within(await screen.findByRole('contentinfo')).getByRole('button', { name: 'Cookies' })

/** A first visit. */
beforeEach(() => {
  localStorage.removeItem(consentStorageKey)
  reloadConsent()
})

describe('cookie consent', () => {
  it.each([
    ['nothing', null],
    ['another version', { version: 0, at: new Date().toISOString(), analytics: true }],
    ['something else', 'yes'],
  ])('counts %s as no consent', (_, value) => {
    localStorage.setItem(consentStorageKey, JSON.stringify(value))
    reloadConsent()
    expect(consentGiven('analytics')).toBe(false)
  })

  it('is asked on the first visit, chooses nothing beforehand, and weighs both answers the same [UX-014] [UX-015]', async () => {
    const { container } = await renderApp({ at: '/', api: api() })
    const ask = within(await banner())
    const [refuse, accept] = [ask.getByRole('button', { name: 'Rechazar' }), ask.getByRole('button', { name: 'Aceptar' })]
    expect(refuse.className).toBe(accept.className)
    expect(kept()).toBeNull()
    expect(consentGiven('analytics')).toBe(false)
    expect(await axeViolations(container)).toEqual([])
  })

  it.each([
    ['Rechazar', false],
    ['Aceptar', true],
  ])('remembers %s with version and date, and does not ask again [UX-014]', async (name, analytics) => {
    const { user, unmount } = await renderApp({ at: '/', api: api() })
    await user.click(within(await banner()).getByRole('button', { name }))
    expect(screen.queryByRole('region', { name: 'Aviso de cookies' })).toBeNull()
    expect(kept()).toMatchObject({ version: consentVersion, analytics, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown })
    expect(consentGiven('analytics')).toBe(analytics)
    // The buttons went away: the keyboard goes on at the page.
    expect(document.activeElement?.id).toBe('content')
    unmount()
    act(reloadConsent)
    await renderApp({ at: '/', api: api() })
    await footerButton()
    expect(screen.queryByRole('region', { name: 'Aviso de cookies' })).toBeNull()
  })

  it('is changed from the footer, by purpose; Escape changes nothing and gives the focus back [UX-014]', async () => {
    act(() => giveConsent({ analytics: true }))
    const { user } = await renderApp({ at: '/', api: api() })
    await user.click(await footerButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Cookies y almacenamiento' }))
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Necesarias' }).disabled).toBe(true)
    await user.keyboard('{Escape}')
    expect(consentGiven('analytics')).toBe(true)
    await vi.waitFor(async () => expect(document.activeElement).toBe(await footerButton()))
    await user.click(await footerButton())
    const again = within(await screen.findByRole('dialog'))
    await user.click(again.getByRole('switch', { name: 'Analítica' }))
    await user.click(again.getByRole('button', { name: 'Guardar mi elección' }))
    expect(kept()).toMatchObject({ analytics: false })
  })

  it('asks in the language of the page', async () => {
    await renderApp({ at: '/', api: api(), language: 'pt' })
    await screen.findByRole('region', { name: 'Aviso de cookies' })
    expect(screen.getByRole('button', { name: 'Recusar' })).toBeTruthy()
  })
})

describe('analytics', () => {
  const fetch = vi.fn(() => Promise.resolve())
  beforeEach(() => fetch.mockClear())
  const start = (key: string | undefined) => startAnalytics({ key, url: '/analytics/start', fetch })

  it('makes no call without a key, whatever was accepted [API-025]', () => {
    giveConsent({ analytics: true })
    start(undefined)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('makes no call before consent and none after a refusal [API-025] [UX-015]', () => {
    const stop = start('key')
    expect(fetch).not.toHaveBeenCalled()
    giveConsent({ analytics: false })
    expect(fetch).not.toHaveBeenCalled()
    stop()
  })

  it('makes exactly one start call once consent is given, however often it is given [API-025]', () => {
    const stop = start('key')
    giveConsent({ analytics: true })
    giveConsent({ analytics: false })
    giveConsent({ analytics: true })
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch).toHaveBeenCalledWith(
      '/analytics/start',
      expect.objectContaining({ method: 'POST', body: expect.stringContaining('"key":"key"') as unknown }),
    )
    stop()
  })

  it('starts at once for somebody who consented on an earlier visit [API-025]', () => {
    giveConsent({ analytics: true })
    start('key')()
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
