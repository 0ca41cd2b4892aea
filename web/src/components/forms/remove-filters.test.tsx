import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { search } from '@e-events/shared/contract/catalogue/search.ts'
import { shop } from '@e-events/shared/contract/storefront/shop.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sessionUser } from '../../testing/factories.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const nothing = { items: [], nextCursor: null, total: 0 }

it.each([
  // The bar above has one, too, which leaves the focus in the bar.
  ['/manage/manage-users?search=zzzz', 'Search users', 2],
  ['/manage/manage-users?tab=clients&client=zzzz', 'Search clients', 1],
  ['/manage/manage-users?tab=log&action=user.blocked', 'Action', 2],
  ['/schedule?type=vod', 'Type', 1],
  ['/shop?type=vod', 'Type', 2],
  ['/search-results?keyword=zzzz&type=vod', 'Search the catalogue', 1],
])('on %s the focus of a keyboard goes on at the filters when it takes them away', async (at, next, count) => {
  const api = createFakeApi()
  api.on(users.list, () => nothing)
  api.on(users.clients, () => nothing)
  api.on(users.audit, () => nothing)
  api.on(categories.list, () => ({ items: [] }))
  api.on(schedule.list, () => nothing)
  api.on(schedule.filters, () => ({ types: ['vod' as const], channels: [], categories: [] }))
  api.on(shop.list, () => nothing)
  api.on(search.find, () => ({ ...nothing, facets: { kinds: [], types: [], categories: [] } }))
  const app = await renderApp({ at, api, language: 'en', user: sessionUser({ roles: ['ADMIN'] }) })
  const buttons = () => screen.getAllByRole('button', { name: /^Remove (the )?filters$/ })
  await waitFor(() => expect(buttons()).toHaveLength(count))
  const button = buttons().at(-1)!
  act(() => button.focus())
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(button.isConnected).toBe(false))
  await waitFor(() => expect(nameOf(document.activeElement)).toBe(next))
})

function nameOf(element: Element | null): string {
  const { labels } = element as HTMLInputElement
  return (
    element?.getAttribute('aria-label') ??
    labels?.[0]?.textContent ??
    document.getElementById(element?.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')?.textContent ??
    element?.outerHTML.slice(0, 300) ??
    ''
  )
}
