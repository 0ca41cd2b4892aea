import { account } from '@e-events/shared/contract/people/account.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RegisterField } from '../features/people/identity/components/extra-field.tsx'
import { device, home, myData, sessionUser } from '../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../testing/fake-api.ts'
import { plainWords } from '../testing/plain-words.ts'
import { renderApp } from '../testing/render-app.tsx'
import { pseudo } from './pseudo.ts'

describe('the pseudo-locale', () => {
  it('is a third longer, accented, in brackets, and leaves markup alone', () => {
    expect(pseudo('Log in')).toBe('⟦Lóg íñ··⟧')
    expect(pseudo('I accept the <policy>policy</policy>.')).toMatch(/^⟦Í áççépt thé <policy>pólíçý<\/policy>\.·+⟧$/)
    expect(pseudo('a'.repeat(30)).length).toBeGreaterThanOrEqual(40)
  })
})

let api: FakeApi
// Values of people and things have no vowels here: whatever is still plain was written into a screen.
const user = sessionUser({ user: '1@2.3', name: '1', surname: '2', roles: ['VIEWER'] })
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(config.registerFields, () => ({
    fields: [{ name: 'company', type: 'text', required: false, label: null, values: [] } satisfies RegisterField],
  }))
  api.on(config.registerDomains, () => ({ allowed: [], forbidden: [] }))
  api.on(config.registerSocial, () => ({ social: [] }))
  api.on(signUp.activate, () => ({ state: 'active' as const }))
  api.on(tickets.list, () => ({ items: [], nextCursor: null }))
  api.on(account.me, () => myData({ ...user }))
  api.on(savedCards.list, () => ({ items: [] }))
  api.on(account.identities, () => ({
    items: [{ id: '00000000-0000-4000-8000-0000000000aa', label: '3', email: null, linkedAt: new Date().toISOString() }],
  }))
  api.on(account.devices, () => ({ items: [device({ label: '1', isThisOne: true }), device({ label: '2' })] }))
  api.on(notifications.unread, () => ({ notifications: [], nextToken: null, unread: 0 }))
})

describe('screens hold no text of their own', () => {
  it.each([
    ['/login', undefined],
    ['/logup', undefined],
    ['/recovery-password', undefined],
    ['/reset-password/a-token-of-a-mail-0123456789', undefined],
    ['/activate/a-token-of-a-mail-0123456789', undefined],
    ['/account/my-data', user],
    ['/mystuff/products', user],
    ['/does-not-exist', user],
  ] as const)('%s [UX-018]', async (at, account) => {
    const { container } = await renderApp({ at, api, pseudo: true, ...(account ? { user: account } : {}) })
    await screen.findByRole('heading', { level: 1, name: /^⟦/ })
    if (at === '/account/my-data') await screen.findByRole('region', { name: pseudo('Dispositivos') })
    expect(plainWords(container)).toEqual([])
  })
})
