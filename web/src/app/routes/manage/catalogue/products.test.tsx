import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { onAirList } from '@e-events/shared/contract/live/on-air.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { home, sessionUser } from '../../../../testing/factories.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { managedProduct, ownChannel } from '../../../../testing/product-factories.ts'
import { button, completeFields, concert, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'
import { draftKey, writeDraft } from '../../../../features/catalogue/product-editor/local-draft.ts'
import { emptyFields } from '../../../../features/catalogue/product-editor/fields.ts'

let stage: ProductStage
const staff = admin()
const open = (at: string, options = {}) => stage.open(at, { user: staff, ...options })
const rows = [
  managedProduct({ slug: 'duende', title: 'Duende', status: 'draft' }),
  managedProduct({ slug: 'arte', title: 'Arte', type: 'course', status: 'published' }),
]
/** Queries of the list. */
const asked = (endpoint: typeof productAdmin.list = productAdmin.list) =>
  stage.api.calls.findLast((call) => call.endpoint === endpoint)?.query

beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
  stage.api.on(productAdmin.list, ({ query }) => {
    const items = rows.filter(({ status }) => query.status === undefined || status === query.status)
    return { items, nextCursor: null, total: items.length }
  })
  stage.api.on(productAdmin.listOpen, () => {
    const items = [managedProduct({ title: 'Relámpagos', status: 'published', onAir: true, tickets: 1_312 }), ...rows.slice(1)]
    return { items, nextCursor: null, total: items.length }
  })
  stage.api.on(onAirList.list, () => ({ items: [] }))
  stage.api.on(productAdmin.types, () => ({ producer: productTypes.slice(0, 2), mine: [...productTypes] }))
  stage.api.on(homeContract.get, () => home())
})

describe('products of everybody', () => {
  it.each([
    '/manage/products',
    '/manage/products/new',
    '/manage/products/duende',
    '/manage/courses/new',
    '/manage/courses/arte',
    '/manage/masters/new',
    '/manage/masters/oficio',
    '/manage/productsopen',
    '/manage/new-product',
  ])(
    'are for administrators: %s sends an organizer home [ADM-002] [ADM-003] [ADM-004] [ADM-005] [ADM-006] [ADM-007] [ADM-008] [ADM-009] [ADM-010]',
    async (at) => {
      const app = await stage.open(at, { user: sessionUser({ roles: ['VIEWER', 'PRODUCER'] }) })
      await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    },
  )

  it('are where /manage leads [ADM-001]', async () => {
    const app = await open('/manage')
    await screen.findByRole('heading', { level: 1, name: 'Products' })
    expect(app.router.state.location.pathname).toBe('/manage/products')
  })

  it('are listed with their owners, narrowed by status, and lead to their editors [ADM-002]', async () => {
    const app = await open('/manage/products')
    const link = await screen.findByRole('link', { name: 'Duende' })
    expect(link.getAttribute('href')).toBe('/manage/products/duende')
    expect(screen.getByRole('link', { name: 'Arte' }).getAttribute('href')).toBe('/manage/courses/arte')
    expect(asked()).toMatchObject({ sort: 'createdAt', order: 'desc' })
    await app.user.click(await button(/^Filter/))
    const panel = within(await screen.findByRole('dialog'))
    await app.user.selectOptions(panel.getByLabelText('Status'), 'draft')
    await waitFor(() => expect(asked()).toMatchObject({ status: 'draft' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Arte', hidden: true })).toBeNull())
    expect(app.router.state.location.search).toBe('?status=draft')
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('list courses and masters too, narrowed by type, each leading to its own editor [ADM-078]', async () => {
    const all = [...rows, managedProduct({ slug: 'oficio', title: 'Oficio', type: 'master' })]
    stage.api.on(productAdmin.list, ({ query }) => {
      const items = all.filter(({ type }) => query.type === undefined || type === query.type)
      return { items, nextCursor: null, total: items.length }
    })
    const app = await open('/manage/products')
    expect((await screen.findByRole('link', { name: 'Arte' })).getAttribute('href')).toBe('/manage/courses/arte')
    expect(screen.getByRole('link', { name: 'Oficio' }).getAttribute('href')).toBe('/manage/masters/oficio')
    await app.user.click(await button(/^Filter/))
    const panel = within(await screen.findByRole('dialog'))
    for (const [type, shown, gone] of [
      ['course', 'Arte', 'Oficio'],
      ['master', 'Oficio', 'Arte'],
    ] as const) {
      await app.user.selectOptions(panel.getByLabelText('Type'), type)
      await waitFor(() => expect(asked()).toMatchObject({ type }))
      await waitFor(() => expect(screen.queryByRole('link', { name: gone, hidden: true })).toBeNull())
      expect(screen.getByRole('link', { name: shown, hidden: true })).toBeTruthy()
    }
  })

  it('are searched by the server, and downloaded as the filter leaves them [ADM-002]', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
    stage.api.on(productAdmin.export, () => ({ fileName: 'products.csv', contentType: 'text/csv', content: 'a' }))
    const app = await open('/manage/products?status=draft')
    await app.user.type(await screen.findByRole('searchbox', { name: 'Search products' }), 'due')
    await waitFor(() => expect(asked()).toMatchObject({ q: 'due', status: 'draft' }))
    await app.user.click(await button('Download'))
    await app.user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
    await waitFor(() => expect(stage.api.countOf(productAdmin.export)).toBe(1))
    const call = stage.api.calls.find(({ endpoint }) => endpoint === productAdmin.export)
    expect(call?.query).toMatchObject({ q: 'due', status: 'draft', format: 'csv' })
  })

  it('lead from the download to the film about CSV and Excel, and leave the table where it is', async () => {
    const { user } = await open('/manage/products')
    await user.click(await button('Download'))
    const film = await screen.findByRole('menuitem', { name: 'Video: opening the CSV in Excel' })
    expect([film.tagName, film.getAttribute('href'), film.getAttribute('target')]).toEqual(['A', '/help/organizers/csv-to-excel', '_blank'])
  })

  it('say what went wrong and can be asked for again', async () => {
    stage.api.on(productAdmin.list, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await open('/manage/products')
    await screen.findByText('We could not load the products')
    stage.api.on(productAdmin.list, () => ({ items: [], nextCursor: null, total: 0 }))
    await app.user.click(await button('Try again'))
    await screen.findByText('There are no products yet')
  })

  it('that are open show what is on air, with beginning, end and tickets [ADM-009]', async () => {
    const narrow = globalThis.matchMedia
    onTestFinished(() => void vi.stubGlobal('matchMedia', narrow))
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
    await open('/manage/productsopen', { styled: true })
    await screen.findByRole('heading', { level: 1, name: 'Open products' })
    const row = await screen.findByRole('row', { name: /Relámpagos/ })
    expect(within(row).getByText('LIVE')).toBeTruthy()
    for (const column of ['Next session', 'Ends', 'Tickets']) expect(screen.getByRole('columnheader', { name: column })).toBeTruthy()
    expect(within(row).getByText('1,312')).toBeTruthy()
    expect(asked(productAdmin.listOpen)).toMatchObject({ order: 'desc' })
  })
})

describe('what is on air', () => {
  const running = {
    id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b10' as BroadcastId,
    kind: 'live' as const,
    state: 'on_air' as const,
    product: { slug: 'noche', title: 'Noche' },
    channel: { slug: 'faro', title: 'Sala Faro' },
    startedAt: '2026-07-01T19:00:00.000Z',
    idleClosesAt: null,
    viewers: 1,
    feeds: [{ id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b11' as FeedId, label: 'Cámara', kind: 'camera' as const, state: 'live' as const }],
  }

  it('is listed with channel, viewers and feeds, and a show that ended is gone without a reload [LIVE-020]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let items = [running]
    stage.api.on(onAirList.list, () => ({ items }))
    await open('/manage/productsopen')
    const section = await screen.findByRole('region', { name: 'On air now' })
    const card = (await within(section).findByRole('heading', { level: 3, name: 'Noche' })).closest('li')!
    expect(card.textContent).toContain('1 viewer')
    expect(within(card).getByRole('link', { name: 'Sala Faro' }).getAttribute('href')).toBe('/manage/channels/faro')
    expect(within(card).getByText('Cámara: sending')).toBeTruthy()
    items = []
    await vi.advanceTimersByTimeAsync(10_000)
    await within(section).findByText('Nothing is on air at the moment.')
  })
})

describe('a product of anybody', () => {
  it('is made in any channel and of any of the ten kinds [ADM-003]', async () => {
    stage.api.on(channels.listOwn, () => ({
      items: [ownChannel({ title: 'Uno' }), ownChannel({ title: 'Dos' })],
      nextCursor: null,
      total: 2,
    }))
    const app = await open('/manage/products/new')
    expect(await screen.findAllByRole('radio')).toHaveLength(10)
    await app.user.click(await screen.findByRole('combobox', { name: /^Channel/ }))
    await screen.findByRole('option', { name: 'Dos' })
    // Staff sets up fake live by itself.
    await app.user.click(screen.getByRole('radio', { name: /^Deferred live/ }))
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'In step with the clock' })).disabled).toBe(false)
  })

  it('is edited whoever made it [ADM-004]', async () => {
    const app = await open('/manage/products/concierto?step=texts')
    await app.user.type(await input(/^Title\W*$/), ' largo')
    await app.user.click(await button('Save changes'))
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toEqual([{ title: 'Concierto largo' }]))
  })

  it.each([
    ['course', 'courses', ['Info', 'Requirements', 'Video', 'Modules', 'Lessons']],
    ['master', 'masters', ['Info', 'Requirements', 'Video or trailer', 'Courses']],
  ] as const)('of the kind %s has its steps, without a kind to choose [ADM-005] [ADM-007]', async (type, path, names) => {
    const fields = { ...emptyFields({ channelSlug: 'sala-faro', type, language: 'en' }), ...completeFields() }
    writeDraft(draftKey(staff.id, `${type}-new`), fields)
    stage.api.on(ownProducts.begin, ({ body: { title } }) => (stage.stored = concert({ slug: 'recital', title, type })))
    const app = await open(`/manage/${path}/new`)
    const steps = within(await screen.findByRole('navigation', { name: 'Steps' })).getAllByRole('button')
    expect(steps.map(({ textContent }) => textContent.replaceAll(/^\d| ?Done$/g, ''))).toEqual(names)
    expect(screen.queryByRole('radiogroup')).toBeNull()
    await app.user.click((await screen.findAllByRole('button', { name: 'Requirements' })).at(-1)!)
    await waitFor(() => expect(stage.bodies(ownProducts.begin)).toMatchObject([{ type }]))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/manage/${path}/recital`))
  })

  it.each([
    ['course', 'courses'],
    ['master', 'masters'],
  ] as const)('of the kind %s is edited under its own address, and nothing else is [ADM-006] [ADM-008]', async (type, path) => {
    stage.stored = concert({ slug: 'arte', title: 'Arte', type })
    const app = await open(`/manage/${path}/arte`)
    await screen.findByRole('heading', { level: 1, name: 'Arte' })
    app.unmount()
    stage.stored = concert()
    await open(`/manage/${path}/concierto`)
    await screen.findByRole('heading', { level: 1, name: 'There is nothing here' })
  })

  it('of the kind master is edited under its own address, whoever made it [ADM-008]', async () => {
    stage.stored = concert({ slug: 'oficio', title: 'Oficio', type: 'master' })
    const app = await open('/manage/masters/oficio?step=texts')
    await app.user.type(await input(/^Title\W*$/), ' nuevo')
    await app.user.click(await button('Save changes'))
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toEqual([{ title: 'Oficio nuevo' }]))
    app.unmount()
    stage.stored = concert()
    await open('/manage/masters/concierto')
    await screen.findByRole('heading', { level: 1, name: 'There is nothing here' })
  })

  it('begins at the hub, like speakers, courses and masters [ADM-010]', async () => {
    const { container } = await open('/manage/new-product', { styled: true })
    await screen.findByRole('heading', { level: 1, name: 'Create' })
    const hrefs = ['Product', 'Speaker', 'Course', 'Programme'].map((name) =>
      screen.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href'),
    )
    expect(hrefs).toEqual(['/manage/products/new', '/manage/speakers', '/manage/courses/new', '/manage/masters/new'])
    expect(await axeViolations(container)).toEqual([])
  })
})
