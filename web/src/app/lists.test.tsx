import { contract } from '@e-events/shared/contract/contract.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sessionUser } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

/** Everything that a screen may read answers like this; the settings of the site are there as ever. */
function everyRead(answer: () => never | Promise<never>): FakeApi {
  const api = createFakeApi()
  const settings = new Set<Endpoint>([contract.config.get, contract.config.modules])
  for (const group of Object.values(contract))
    for (const endpoint of Object.values<Endpoint>(group))
      if (endpoint.method === 'GET' && !settings.has(endpoint)) api.on(endpoint, answer)
  return api
}

const lists = [
  '/mystuff/products',
  '/mystuff/orders',
  '/search-results?keyword=jazz',
  '/schedule',
  '/shop',
  '/account/channels',
  '/account/speakers',
  '/account/sales',
  '/manage/sales',
  '/manage/taxes',
  '/manage/taxes?tab=rules',
  '/manage/products',
  '/manage/channels',
  '/manage/speakers',
  '/manage/pages',
  '/manage/manage-users',
]
const staff = () => sessionUser({ roles: ['VIEWER', 'PRODUCER', 'ADMIN'] })

describe('every list', () => {
  it.each(lists)('has the shape of its content while it loads: %s [UX-049]', async (at) => {
    const { container } = await renderApp({ at, api: everyRead(() => new Promise<never>(() => undefined)), user: staff() })
    await waitFor(() => expect(container.querySelectorAll('.MuiSkeleton-root, [aria-busy="true"]').length).toBeGreaterThan(0), {
      timeout: 5_000,
    })
  })

  it.each(lists)('says that it failed, with a retry: %s [UX-049]', async (at) => {
    const api = everyRead(() => {
      throw new Refusal('INTERNAL')
    })
    await renderApp({ at, api, user: staff() })
    expect((await screen.findAllByRole('button', { name: 'Reintentar' }, { timeout: 5_000 })).length).toBeGreaterThan(0)
  })
})
