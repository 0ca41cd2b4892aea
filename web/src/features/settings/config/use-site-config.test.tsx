import type { SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../testing/render-app.tsx'
import { siteConfigQuery } from './queries.ts'
import { useSiteConfig } from './use-site-config.ts'

it.each([
  [{}, 1],
  [{ coupons: false }, 2],
])('draws again for an answer that is not the defaults: with %o %i time(s)', async (config, times) => {
  const drawn = new Set<SiteConfig>()
  function Reader() {
    drawn.add(useSiteConfig())
    return null
  }
  const { services } = await renderApp({ at: '/', part: <Reader />, config })
  await waitFor(() => expect(services.queries.getQueryData(siteConfigQuery(services.api).queryKey)).toMatchObject(config))
  // Readers are told in a task of its own.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(drawn.size).toBe(times)
})
