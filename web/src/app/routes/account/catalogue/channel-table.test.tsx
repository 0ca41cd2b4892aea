import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { firstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../../testing/fake-api.ts'
import { ownChannel } from '../../../../testing/product-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const storageKey = 'e-events.table.own-channels'

/** Two pages of two. */
function pagedApi() {
  const api = createFakeApi()
  api.on(firstSteps.get, () => ({ steps: [], channelSlug: null, draft: null }))
  api.on(channels.listOwn, ({ query }) => {
    const names = query.cursor === 'second' ? ['Tercera', 'Cuarta'] : ['Primera', 'Segunda']
    return {
      items: names.map((title) => ownChannel({ title, slug: title.toLowerCase() })),
      nextCursor: query.cursor === 'second' ? null : 'second',
      total: 27,
    }
  })
  return api
}
const lastQuery = (api: ReturnType<typeof pagedApi>) => api.calls.findLast(({ endpoint }) => endpoint === channels.listOwn)?.query

beforeEach(() => localStorage.removeItem(storageKey))
afterEach(() => vi.restoreAllMocks())

describe('the table of the back office', () => {
  it('goes to the next page and back, and its place stands in the address [PROD-034]', async () => {
    const api = pagedApi()
    const { user, router } = await renderApp({ at: '/account/channels', api, user: organizer })
    await screen.findByRole('link', { name: 'Primera' })
    expect(lastQuery(api)).toMatchObject({ limit: 25 })
    const pages = within(screen.getByRole('navigation', { name: 'Páginas de la tabla' }))
    pages.getByText('1–2 de 27')
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Página anterior' }).disabled).toBe(true)
    await user.click(pages.getByRole('button', { name: 'Página siguiente' }))
    await screen.findByRole('link', { name: 'Tercera' })
    expect(router.state.location.search).toContain('page=2')
    await waitFor(() => expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(true))
    await user.click(pages.getByRole('button', { name: 'Página anterior' }))
    await screen.findByRole('link', { name: 'Primera' })
    expect(router.state.location.search).not.toContain('cursor')
  })

  it('remembers on this device which columns were chosen, and forgets it on request', async () => {
    const { user } = await renderApp({ at: '/account/channels', api: pagedApi(), user: organizer })
    const table = await screen.findByRole('table', { name: 'Canales' })
    expect(within(table).queryByRole('columnheader', { name: 'Dirección' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Elegir columnas' }))
    const menu = within(await screen.findByRole('menu', { name: 'Elegir columnas' }))
    expect(menu.queryByRole('menuitemcheckbox', { name: 'Canal' })).toBeNull()
    await user.click(menu.getByRole('menuitemcheckbox', { name: 'Dirección' }))
    await waitFor(() => expect(within(table).queryByRole('columnheader', { name: 'Dirección', hidden: true })).not.toBeNull())
    expect(JSON.parse(localStorage.getItem(storageKey) ?? '[]')).toContain('slug')
    await user.click(menu.getByRole('menuitem', { name: 'Restablecer' }))
    await waitFor(() => expect(within(table).queryByRole('columnheader', { name: 'Dirección', hidden: true })).toBeNull())
    expect(localStorage.getItem(storageKey)).toBeNull()
  })

  it('is sorted with the keyboard alone, and says by what and which way', async () => {
    const api = pagedApi()
    const { user } = await renderApp({ at: '/account/channels', api, user: organizer })
    const table = within(await screen.findByRole('table', { name: 'Canales' }))
    const head = () => table.getByRole('columnheader', { name: 'Canal' })
    expect(head().getAttribute('aria-sort')).toBeNull()
    within(head()).getByRole('button').focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'))
    expect(lastQuery(api)).toMatchObject({ sort: 'title', order: 'desc' })
  })

  it('opens a row by a click anywhere on it, but leaves a link to itself', async () => {
    const { user, router } = await renderApp({ at: '/account/channels', api: pagedApi(), user: organizer })
    await screen.findByRole('link', { name: 'Primera' })
    const opened: string[] = []
    router.subscribe(({ location }) => opened.push(location.pathname))
    await user.keyboard('{Control>}')
    await user.click(screen.getByRole('link', { name: 'Primera' }))
    await user.keyboard('{/Control}')
    expect(opened).toEqual([])
    await user.click(within(screen.getByRole('row', { name: /Segunda/ })).getAllByRole('cell')[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/channels/segunda'))
  })

  it('downloads exactly what the filter shows, and says when that failed', async () => {
    const api = pagedApi()
    api.on(channels.exportOwn, () => {
      throw new Refusal('RATE_LIMITED')
    })
    const { user } = await renderApp({ at: '/account/channels?status=published&sort=title&cursor=second&page=2', api, user: organizer })
    await screen.findByRole('link', { name: 'Tercera' })
    const download = async () => {
      await user.click(screen.getByRole('button', { name: 'Descargar' }))
      await user.click(await screen.findByRole('menuitem', { name: 'CSV, para cualquier programa' }))
    }
    await download()
    await waitFor(() => expect(api.countOf(channels.exportOwn)).toBe(1))
    expect(api.calls.findLast(({ endpoint }) => endpoint === channels.exportOwn)?.query).toEqual({
      format: 'csv',
      status: 'published',
      sort: 'title',
      order: 'asc',
    })
    await screen.findByRole('alert')
  })

  it('says that nothing matches and takes the filters away', async () => {
    const api = pagedApi()
    api.on(channels.listOwn, ({ query }) => ({
      items: query.search ? [] : [ownChannel({ title: 'Sala Faro' })],
      nextCursor: null,
      total: query.search ? 0 : 1,
    }))
    const { user } = await renderApp({ at: '/account/channels?search=nada', api, user: organizer })
    await screen.findByRole('heading', { name: 'Nada coincide' })
    const [remove] = screen.getAllByRole('button', { name: 'Quitar los filtros' })
    await user.click(remove!)
    await screen.findByRole('link', { name: 'Sala Faro' })
  })
})
