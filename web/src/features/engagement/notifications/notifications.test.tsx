import { config } from '@e-events/shared/contract/settings/config.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { notifications, type Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { readSystemNotification } from '@e-events/shared/realtime/notifications.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../components/feedback/use-snacks.ts'
import { admin, notification, siteConfig, userRow } from '../../../testing/admin-factories.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { home, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp, type RenderedApp } from '../../../testing/render-app.tsx'

const user = sessionUser()

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

/** Somebody's list, as the api keeps it. */
function inboxApi(items: Notification[], pageSize = 20): { api: FakeApi; add: (item: Notification) => void } {
  const api = createFakeApi()
  let list = items
  const page = (matching: Notification[], token: string | undefined, limit: number) => {
    const start = token ? Number(token) : 0
    const size = Math.min(limit, pageSize)
    return {
      notifications: matching.slice(start, start + size),
      nextToken: start + size < matching.length ? String(start + size) : null,
      unread: list.filter(({ readOn }) => readOn === null).length,
    }
  }
  const read = (item: Notification) => ({ ...item, readOn: item.readOn ?? '2026-11-21T20:00:00.000Z' })
  api.on(homeContract.get, () => home())
  api.on(notifications.list, ({ query }) => page(list, query.nextToken, query.limit))
  api.on(notifications.unread, ({ query }) =>
    page(
      list.filter(({ readOn }) => readOn === null),
      query.nextToken,
      query.limit,
    ),
  )
  api.on(notifications.read, ({ params }) => {
    list = list.map((item) => (item.id === params.id ? read(item) : item))
    return list.find(({ id }) => id === params.id)!
  })
  api.on(notifications.readAll, () => {
    list = list.map(read)
    return { read: list.length }
  })
  api.on(notifications.remove, ({ params }) => {
    list = list.filter(({ id }) => id !== params.id)
  })
  return { api, add: (item) => (list = [item, ...list]) }
}
const bell = (words: string) => screen.findByRole('button', { name: words })
const panel = () => screen.findByRole('dialog', { name: 'Notificaciones' })

describe('the bell', () => {
  it('is not there for a visitor, nor where the site has none [ADM-058]', async () => {
    const { api } = inboxApi([])
    const visitor = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1, name: 'El cartel está en blanco' })
    expect(screen.queryByRole('button', { name: /Notificaciones/ })).toBeNull()
    visitor.unmount()
    await renderApp({ at: '/', api, user, config: { notifications: false } })
    await screen.findByRole('heading', { level: 1, name: 'El cartel está en blanco' })
    expect(screen.queryByRole('button', { name: /Notificaciones/ })).toBeNull()
    expect(api.countOf(notifications.unread)).toBe(0)
  })

  it('says that its list could not be loaded, with a retry that works', async () => {
    const { api } = inboxApi([])
    api.on(notifications.list, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const app = await renderApp({ at: '/', api, user })
    await app.user.click(await bell('Notificaciones, ninguna sin leer'))
    const alert = await within(await panel()).findByRole('alert')
    expect(alert.textContent).toContain('No hemos podido cargar tus notificaciones')
    api.on(notifications.list, () => ({ notifications: [], nextToken: null, unread: 0 }))
    await app.user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('heading', { name: 'Nada por ahora' })
  })

  it('shows what is stored again when reading one is refused', async () => {
    const item = notification({ subject: 'Cambio de sala' })
    const { api } = inboxApi([item])
    api.on(notifications.read, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await renderApp({ at: '/', api, user })
    await app.user.click(await bell('Notificaciones, una sin leer'))
    await app.user.click(await screen.findByRole('button', { name: /Cambio de sala/, expanded: false }))
    await waitFor(() => expect(snackStore.get().map(({ options }) => options.variant)).toEqual(['error']))
    await screen.findByRole('button', { name: /Sin leer:.*Cambio de sala/ })
  })

  it('says how many are unread; opening one reads it, once [UX-052]', async () => {
    const { api } = inboxApi([
      notification({ subject: 'Cambio de sala', content: 'El concierto pasa a la Sala Faro.' }),
      notification({ subject: 'Tu canal está publicado', readOn: '2026-11-20T19:00:00.000Z' }),
    ])
    const app = await renderApp({ at: '/', api, user })
    await app.user.click(await bell('Notificaciones, una sin leer'))
    await app.user.click(await screen.findByRole('button', { name: /Sin leer:.*Cambio de sala/ }))
    await screen.findByRole('button', { name: 'Notificaciones, ninguna sin leer', hidden: true })
    await waitFor(() => expect(screen.queryByText('Sin leer:')).toBeNull())
    const item = screen.getByRole('button', { name: /Cambio de sala/, expanded: true })
    await app.user.click(item)
    await app.user.click(item)
    await app.user.click(screen.getByRole('button', { name: /Tu canal está publicado/, expanded: false }))
    expect(api.countOf(notifications.read)).toBe(1)
    expect(await axeViolations(await panel())).toEqual([])
  })

  it('reads all, removes one, and pages to the end, each once [UX-052]', async () => {
    const { api } = inboxApi(
      Array.from({ length: 5 }, (_, i) => notification({ subject: `Aviso número ${i + 1}` })),
      3,
    )
    const app = await renderApp({ at: '/', api, user })
    await app.user.click(await bell('Notificaciones, 5 sin leer'))
    const inside = within(await panel())
    await waitFor(() => expect(inside.getAllByRole('listitem')).toHaveLength(3))
    await app.user.click(inside.getByRole('button', { name: 'Ver anteriores' }))
    await waitFor(() =>
      expect(inside.getAllByRole('listitem').map((item) => item.textContent?.match(/número \d/)?.[0])).toEqual([
        'número 1',
        'número 2',
        'número 3',
        'número 4',
        'número 5',
      ]),
    )
    expect(inside.queryByRole('button', { name: 'Ver anteriores' })).toBeNull()
    await app.user.click(inside.getByRole('button', { name: 'Quitar «Aviso número 2»' }))
    await waitFor(() => expect(inside.getAllByRole('listitem')).toHaveLength(4))
    expect(api.countOf(notifications.remove)).toBe(1)
    await app.user.click(inside.getByRole('button', { name: 'Marcar todas como leídas' }))
    await waitFor(() => expect(inside.queryByText('Sin leer:')).toBeNull())
    await waitFor(() => expect(inside.queryByRole('button', { name: 'Marcar todas como leídas' })).toBeNull())
    expect(api.countOf(notifications.readAll)).toBe(1)
  })

  it('follows what happens elsewhere without a reload [UX-052]', async () => {
    const { api, add } = inboxApi([])
    const app = await renderApp({ at: '/', api, user })
    await bell('Notificaciones, ninguna sin leer')
    const item = notification({ user: user.id, subject: 'Cambio de sala' })
    add(item)
    act(() => app.tellUser({ id: item.id, user: user.id, type: 'notification.new', payload: { notification: item } }))
    await bell('Notificaciones, una sin leer')
  })

  it('asks for what it missed once the connection is back', async () => {
    const { api, add } = inboxApi([])
    const app = await renderApp({ at: '/', api, user })
    await bell('Notificaciones, ninguna sin leer')
    add(notification())
    add(notification())
    act(() => app.reconnect())
    await bell('Notificaciones, 2 sin leer')
  })
})

describe('what the platform says to everybody', () => {
  /** From the wire to the screen, as the service reads it. */
  function hear(app: RenderedApp, payload: unknown) {
    const message = readSystemNotification({ id: '00000000-0000-4000-8000-000000000001', payload })
    if (message) act(() => app.tell(message))
  }
  const snack = (text: string) => JSON.stringify({ text })

  it('is ignored where it is broken or of an unknown type [API-021]', async () => {
    const { api } = inboxApi([])
    const app = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1 })
    const tell = (text: string) => hear(app, { type: 'snack.notification', message: snack(text), notificationType: 'warning' })
    const clear = () => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key)))
    // The listener may be mounted after the page: it is told until it hears.
    await waitFor(() => {
      tell('Volvemos en cinco minutos')
      expect(snackStore.get()).not.toEqual([])
    })
    clear()
    for (const payload of [
      { type: 'snack.notification', message: '{broken', notificationType: 'error' },
      { type: 'snack.notification', message: '{"text":7}', notificationType: 'error' },
      { type: 'site.exploded', message: snack('Hola'), notificationType: 'error' },
      null,
      'text',
    ])
      hear(app, payload)
    expect(snackStore.get()).toEqual([])
    // The message of before may still be on its way out.
    tell('Ya estamos')
    await screen.findByText('Ya estamos')
  })

  it('is coloured by its type [UX-038]', async () => {
    const { api } = inboxApi([])
    const app = await renderApp({ at: '/', api })
    await screen.findByRole('heading', { level: 1 })
    for (const [type, color] of [
      ['error', 'error'],
      ['warning', 'warning'],
      ['success', 'success'],
      ['info', 'success'],
    ] as const) {
      act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key)))
      // The listener may be mounted after the page: it is told until it hears.
      await waitFor(() => {
        hear(app, { type: 'snack.notification', message: snack(`Aviso ${type}`), notificationType: type })
        expect(snackStore.get()).not.toEqual([])
      })
      expect(snackStore.get().map(({ message, options }) => [message, options.variant])).toEqual([[`Aviso ${type}`, color]])
    }
  })

  it('makes the home page and the switches be asked for again [UX-037]', async () => {
    const { api } = inboxApi([])
    let stored = siteConfig()
    api.on(config.get, () => stored)
    const app = await renderApp({ at: '/', api, user })
    await bell('Notificaciones, ninguna sin leer')
    const before = api.countOf(homeContract.get)
    hear(app, { type: 'home.updated', message: '{}', notificationType: 'success' })
    await waitFor(() => expect(api.countOf(homeContract.get)).toBe(before + 1))
    stored = siteConfig({ notifications: false })
    hear(app, { type: 'config.updated', message: '{}', notificationType: 'success' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /Notificaciones/ })).toBeNull())
  })
})

describe('sending', () => {
  const at = '/manage/notifications'
  const pau = userRow({ name: 'Pau', surname: 'Restrepo', email: 'pau@mail.example' })
  function sendApi() {
    const { api } = inboxApi([])
    api.on(notifications.countAudience, ({ body }) => ({
      recipients: body.audience.users.length || (body.audience.language === 'pt' ? 12 : body.audience.country ? 0 : 998),
    }))
    api.on(notifications.sent, () => ({ items: [], nextToken: null }))
    api.on(notifications.send, ({ body }) => ({ id: '00000000-0000-4000-8000-0000000000d1', recipients: body.audience.users.length || 12 }))
    api.on(users.list, () => ({ items: [pau], nextCursor: null, total: 1 }))
    return api
  }
  const sent = (api: FakeApi) => api.calls.filter(({ endpoint }) => endpoint === notifications.send).map(({ body }) => body)

  it.each(['VIEWER', 'PRODUCER'] as const)('is not for a %s, who goes home [ADM-032]', async (role) => {
    const app = await renderApp({ at, api: sendApi(), user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
  })

  it('to nobody, or of nothing, is not possible; a refusal is said where it was confirmed', async () => {
    const api = sendApi()
    api.on(notifications.send, () => {
      throw new Refusal('AUDIENCE_EMPTY', 'Nadie coincide con esta selección.')
    })
    const app = await renderApp({ at, api, user: admin() })
    await screen.findByText('Lo recibirán 998 personas')
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar…' })
    expect(submit.disabled).toBe(true)
    await app.user.type(screen.getByLabelText(/Asunto/), 'Mantenimiento')
    await app.user.type(screen.getByLabelText(/Texto/), 'El jueves de 3:00 a 3:30.')
    await waitFor(() => expect(submit.disabled).toBe(false))
    await app.user.selectOptions(screen.getByLabelText('País'), 'PT')
    await screen.findByText('Nadie coincide con esta selección')
    expect(submit.disabled).toBe(true)
    await app.user.selectOptions(screen.getByLabelText('País'), '')
    await screen.findByText('Lo recibirán 998 personas')
    await app.user.click(submit)
    const dialog = within(await screen.findByRole('dialog', { name: '¿Enviar a 998 personas?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Enviar ahora' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Nadie coincide con esta selección.')
    await app.user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    expect(screen.getByLabelText<HTMLInputElement>(/Asunto/).value).toBe('Mantenimiento')
  })

  it('goes to a role, language and country after a confirmation, once, and stands in the history [ADM-032]', async () => {
    const api = sendApi()
    const app = await renderApp({ at, api, user: admin() })
    await screen.findByText('Aún no se ha enviado nada')
    await app.user.selectOptions(screen.getByLabelText('Rol'), 'PRODUCER')
    await app.user.selectOptions(screen.getByLabelText('Idioma'), 'pt')
    await screen.findByText('Lo recibirán 12 personas')
    await app.user.type(screen.getByLabelText(/Asunto/), 'Mantenimiento')
    await app.user.type(screen.getByLabelText(/Texto/), 'El jueves.')
    await app.user.click(screen.getByRole('switch', { name: 'Es promocional' }))
    const preview = within(screen.getByRole('region', { name: 'Vista previa' }))
    preview.getByText('Mantenimiento')
    preview.getByText('El jueves.')
    expect(await axeViolations(app.container)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Enviar…' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Enviar a 12 personas?' }))
    expect(sent(api)).toEqual([])
    const done = {
      id: '00000000-0000-4000-8000-0000000000d1',
      subject: 'Mantenimiento',
      content: 'El jueves.',
      sentAt: '2026-11-21T20:00:00.000Z',
      recipients: 12,
      read: 3,
      sender: 'Greta Haddad',
    }
    api.on(notifications.sent, () => ({ items: [done], nextToken: null }))
    await app.user.dblClick(dialog.getByRole('button', { name: 'Enviar ahora' }))
    await screen.findByText('Enviado a 12 personas')
    expect(sent(api)).toEqual([
      {
        audience: { role: 'PRODUCER', language: 'pt', country: null, users: [] },
        subject: 'Mantenimiento',
        content: 'El jueves.',
        promotional: true,
      },
    ])
    const history = within(await screen.findByRole('region', { name: 'Enviadas' }))
    await history.findByText('3 de 12 lo han leído')
    expect(screen.getByLabelText<HTMLInputElement>(/Asunto/).value).toBe('')
  })

  it('goes to people who were picked by name, and to them alone [ADM-032]', async () => {
    const api = sendApi()
    const app = await renderApp({ at, api, user: admin() })
    await app.user.selectOptions(await screen.findByLabelText('Idioma'), 'pt')
    await app.user.type(screen.getByRole('combobox', { name: 'Personas elegidas' }), 'pau')
    await app.user.click(await screen.findByRole('option', { name: /Pau Restrepo/ }))
    await screen.findByText('Lo recibirá una persona')
    expect(screen.getByLabelText<HTMLSelectElement>('Idioma').disabled).toBe(true)
    await app.user.type(screen.getByLabelText(/Asunto/), 'Hola')
    await app.user.type(screen.getByLabelText(/Texto/), 'Pau')
    await app.user.click(screen.getByRole('button', { name: 'Enviar…' }))
    await app.user.click(
      within(await screen.findByRole('dialog', { name: '¿Enviar a una persona?' })).getByRole('button', { name: 'Enviar ahora' }),
    )
    await screen.findByText('Enviado a una persona')
    expect(sent(api)).toEqual([
      { audience: { role: null, language: null, country: null, users: [pau.id] }, subject: 'Hola', content: 'Pau', promotional: false },
    ])
  })
})
