import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels, type OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { allowedChannelActs } from '@e-events/shared/domain/channels.ts'
import type { ChannelStatus } from '@e-events/shared/domain/states.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { ownChannelDetail } from '../../../../testing/channel-factories.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../../testing/fake-api.ts'
import { ownChannel } from '../../../../testing/product-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const staff = { isOwner: false, isStaff: true }
const hour = 3_600_000
const row = (title: string, status: ChannelStatus, hoursAgo?: number): OwnChannel => {
  const requestedAt = Date.now() - (hoursAgo ?? 0) * hour
  const review =
    hoursAgo === undefined
      ? null
      : { requestedAt: new Date(requestedAt).toISOString(), dueAt: new Date(requestedAt + 24 * hour).toISOString(), overdue: hoursAgo > 24 }
  return ownChannel({
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    status,
    review,
    allowed: { edit: true, rename: true, ...allowedChannelActs(status, staff) },
  })
}
const all = [row('Espera vieja', 'revision', 30), row('Espera joven', 'revision', 4), row('Sala Faro', 'published'), row('Mala', 'banned')]

function api(): FakeApi {
  const fake = createFakeApi()
  fake.on(channels.listOwn, ({ query }) => {
    const items = all.filter(
      ({ status, review }) => (!query.status || status === query.status) && (query.overdue !== 'true' || review?.overdue === true),
    )
    return { items, nextCursor: null, total: items.length }
  })
  fake.on(categories.list, () => ({ items: [] }))
  fake.on(config.payments, () => ({
    payments: {
      currency: 'EUR',
      ways: [],
      subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
      monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    },
  }))
  return fake
}
const rowOf = async (title: string) => within((await screen.findByRole('link', { name: title })).closest('tr')!)

// No screen here is wide: the columns are chosen.
beforeEach(() => localStorage.setItem('e-events.table.manage-channels', JSON.stringify(['status', 'review', 'owner'])))
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('channels of the site', () => {
  it.each([
    ['/manage/channels', 'PRODUCER'],
    ['/manage/channels/sala-faro', 'VIEWER'],
  ] as const)('%s sends a %s home [ADM-011] [ADM-012]', async (at, role) => {
    const app = await renderApp({ at, api: api(), user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
  })

  it('show what waits first, how long it may still take and what is late [ADM-011] [CAT-072]', async () => {
    const { container } = await renderApp({ at: '/manage/channels', api: api(), user: admin() })
    ;(await rowOf('Espera vieja')).getByText('6 h de retraso')
    ;(await rowOf('Espera joven')).getByText('quedan 20 h')
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((each) => within(each).getByRole('link').textContent),
    ).toEqual(all.map(({ title }) => title))
    screen.getByText('2 esperan una decisión, uno de ellos fuera de plazo.')
    screen.getByRole('tab', { name: 'Por decidir (2)' })
    expect((await rowOf('Sala Faro')).queryByRole('button', { name: /Aprobar/ })).toBeNull()
    expect(await axeViolations(container)).toEqual([])
  })

  it('are narrowed by state, by what is overdue and by words, in the address [ADM-073]', async () => {
    const { user, router } = await renderApp({ at: '/manage/channels', api: api(), user: admin() })
    await rowOf('Sala Faro')
    await user.click(screen.getByRole('tab', { name: /Por decidir/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sala Faro' })).toBeNull())
    expect(router.state.location.search).toContain('status=revision')
    await user.click(screen.getByRole('button', { name: 'Filtrar' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Revisión' }), 'true')
    await user.click(screen.getByRole('button', { name: 'Hecho' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Espera joven' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro Revisión: Fuera de plazo' }))
    await rowOf('Espera joven')
    await user.type(screen.getByRole('searchbox', { name: 'Buscar canales' }), 'ferrer{Enter}')
    await waitFor(() => expect(router.state.location.search).toContain('search=ferrer'))
  })

  it('are approved and rejected from the table, a rejection with its reason [ADM-011] [ADM-043] [CAT-075] [CAT-080]', async () => {
    const fake = api()
    fake.on(channels.approve, () => ownChannelDetail({ title: 'Espera vieja', status: 'published' }, staff))
    fake.on(channels.reject, () => ownChannelDetail({ title: 'Espera joven', status: 'draft' }, staff))
    const { user } = await renderApp({ at: '/manage/channels', api: fake, user: admin() })
    await user.click((await rowOf('Espera vieja')).getByRole('button', { name: 'Aprobar Espera vieja' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Aprobar y publicar' }))
    await screen.findByText('«Espera vieja» está publicado.')
    expect(fake.calls.findLast(({ endpoint }) => endpoint === channels.approve)?.params).toEqual({ slug: 'espera-vieja' })

    await user.click((await rowOf('Espera joven')).getByRole('button', { name: 'Rechazar Espera joven' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar este canal?' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Rechazar' })
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Falta la portada')
    await user.click(confirm)
    await screen.findByText('«Espera joven» se ha rechazado.')
    expect(fake.calls.findLast(({ endpoint }) => endpoint === channels.reject)?.body).toEqual({ reason: 'Falta la portada' })
  })

  it('tell staff until when they decide, in words for staff', async () => {
    const fake = api()
    const { review } = row('Espera joven', 'revision', 4)
    fake.on(channels.getOwn, () =>
      ownChannelDetail(
        { status: 'revision', review, allowed: { edit: true, rename: true, ...allowedChannelActs('revision', staff) } },
        staff,
      ),
    )
    await renderApp({ at: '/manage/channels/sala-faro', api: fake, user: admin() })
    expect((await screen.findByRole('region', { name: 'Estado del canal' })).textContent).toMatch(/Hay que decidirlo antes del/)
    expect(screen.queryByText(/Tendrás noticias/)).toBeNull()
  })

  it('have everything for staff on their own page: edit, ban, deactivate and the rights that were accepted [ADM-012] [SHOP-062]', async () => {
    const fake = api()
    const stored = ownChannelDetail(
      {
        revisions: [
          {
            id: '00000000-0000-4000-8000-000000000001',
            state: 'approved',
            requestedAt: '2026-11-01T10:00:00.000Z',
            rightsAcceptedAt: '2026-11-01T10:00:00.000Z',
            decidedAt: '2026-11-01T12:00:00.000Z',
            reason: null,
          },
        ],
      },
      staff,
    )
    fake.on(channels.getOwn, () => stored)
    fake.on(channels.ban, () =>
      ownChannelDetail({ slug: stored.slug, title: stored.title, status: 'banned', statusReason: 'Piratería' }, staff),
    )
    const { user } = await renderApp({ at: '/manage/channels/sala-faro', api: fake, user: admin() })
    await screen.findByRole('heading', { level: 1, name: 'Sala Faro' })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Título/ }).disabled).toBe(false)
    screen.getByRole('button', { name: 'Desactivar' })
    expect(screen.getByRole('link', { name: 'Organizador: Lucía Ferrer' }).getAttribute('href')).toContain('/manage/manage-users?user=')
    await user.click(screen.getByRole('tab', { name: 'Solicitudes' }))
    await screen.findByText(/Derechos confirmados el/)
    await user.click(screen.getByRole('button', { name: 'Bloquear' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Bloquear este canal?' }))
    await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Piratería')
    await user.click(dialog.getByRole('button', { name: 'Bloquear' }))
    await screen.findByText('«Sala Faro» está bloqueado.')
    expect(fake.calls.findLast(({ endpoint }) => endpoint === channels.ban)?.body).toEqual({ reason: 'Piratería' })
  })
})
