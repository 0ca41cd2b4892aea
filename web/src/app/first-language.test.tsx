import { auth } from '@e-events/shared/contract/people/auth.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { languageStorageKey } from '../lib/language.ts'
import { sessionHintKey } from '@e-events/shared/client/session.ts'
import { axeViolations } from '../testing/axe.ts'
import { home, session, sessionUser } from '../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../testing/fake-api.ts'
import { ownProduct } from '../testing/product-factories.ts'
import { renderApp } from '../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home())
})
const browserOf = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
const kept = () => localStorage.getItem(languageStorageKey)

describe('the language of a first visit [UX-019]', () => {
  it.each([
    ['pt', ['fr-FR', 'pt-BR', 'en'], 'Ver em português'],
    ['en', ['en-US', 'es'], 'Switch to English'],
  ] as const)('stays Spanish and is offered in %s, in its own words; the choice is kept', async (language, tags, accept) => {
    browserOf(...tags)
    const app = await renderApp({ at: '/', api })
    const button = await screen.findByRole('button', { name: accept })
    expect(document.documentElement.lang).toBe('es')
    expect(button.closest('[lang]')?.getAttribute('lang')).toBe(language)
    // A landmark: whoever goes through the page by its parts meets it.
    expect(screen.getByRole('complementary', { name: accept }).contains(button)).toBe(true)
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(button)
    await waitFor(() => expect(document.documentElement.lang).toBe(language))
    expect(kept()).toBe(language)
    expect(screen.queryByRole('button', { name: accept })).toBeNull()
  })

  it('is asked about once', async () => {
    browserOf('en')
    const app = await renderApp({ at: '/', api })
    await app.user.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(kept()).toBe('es')
    app.unmount()
    await renderApp({ at: '/', api })
    await screen.findByRole('main')
    expect(screen.queryByRole('button', { name: 'Switch to English' })).toBeNull()
  })

  it.each([
    ['es-MX', 'en'],
    ['fr-FR', 'de'],
  ])('is not asked about where it is Spanish, or none of ours (%s)', async (...tags) => {
    browserOf(...tags)
    await renderApp({ at: '/', api })
    await screen.findByRole('main')
    expect(screen.queryByText(/also available|também está|también está/)).toBeNull()
  })

  it('is the account’s where a session comes back, before what this device had', async () => {
    localStorage.setItem(languageStorageKey, 'en')
    localStorage.setItem(sessionHintKey, '1')
    api.on(auth.refresh, () => session(sessionUser({ language: 'pt' })))
    await renderApp({ at: '/', api, language: 'en' })
    await waitFor(() => expect(document.documentElement.lang).toBe('pt'))
    expect(kept()).toBe('pt')
  })

  it('is that of titles, too, which were asked for before it was known', async () => {
    localStorage.setItem(sessionHintKey, '1')
    api.on(auth.refresh, () => session(sessionUser({ language: 'pt', roles: ['VIEWER', 'PRODUCER'] })))
    api.on(ownProducts.listOwn, () => {
      const title = { es: 'Concierto', en: 'Concert', pt: 'Concerto' }[document.documentElement.lang] ?? ''
      return { items: [ownProduct({ title })], nextCursor: null, total: 1 }
    })
    await renderApp({ at: '/account/products', api, language: 'en' })
    await screen.findByRole('link', { name: 'Concerto' })
  })
})
