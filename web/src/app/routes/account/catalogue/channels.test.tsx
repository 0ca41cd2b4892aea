import { account } from '@e-events/shared/contract/people/account.ts'
import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { ownChannelDetail } from '../../../../testing/channel-factories.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { ownChannel, ownProduct } from '../../../../testing/product-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })

function apiWith(stored: OwnChannelDetail = ownChannelDetail()): FakeApi & { stored: () => OwnChannelDetail } {
  const api = createFakeApi()
  let channel = stored
  api.on(account.tours, () => ({ finished: ['new-channel'] }))
  api.on(account.finishTour, () => undefined)
  api.on(categories.list, () => ({ items: [{ slug: 'musica', title: 'Música', count: 3 }] }))
  api.on(config.payments, () => ({
    payments: {
      currency: 'EUR',
      ways: [],
      subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
      monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    },
  }))
  api.on(channels.listOwn, () => ({
    items: [channel, ownChannel({ title: 'La Cantera', slug: 'la-cantera', status: 'draft' })],
    nextCursor: null,
    total: 2,
  }))
  api.on(channels.getOwn, ({ params }) => {
    if (params.slug !== channel.slug) throw new Refusal('NOT_FOUND')
    return channel
  })
  api.on(
    channels.update,
    ({
      body: {
        billing,
        subscription,
        classification: _c,
        links,
        status: _s,
        logoImageId: _l,
        profileImageId: _p,
        coverImageId: _i,
        ...body
      },
    }) => {
      channel = {
        ...channel,
        ...body,
        ...(billing ? { billing } : {}),
        ...(links ? { links } : {}),
        ...(subscription ? { subscription: { ...subscription, currency: 'EUR', totalMinor: 1210 } } : {}),
      }
      return channel
    },
  )
  api.on(ownProducts.listOwn, () => ({ items: [ownProduct({ title: 'Noche larga' })], nextCursor: null, total: 1 }))
  return Object.assign(api, { stored: () => channel })
}
const open = (at: string, api: FakeApi, options = {}) => renderApp({ at, api, user: organizer, ...options })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const lastBody = (api: FakeApi, endpoint: unknown) => api.calls.findLast((call) => call.endpoint === endpoint)?.body

beforeEach(() => localStorage.removeItem(toursStorageKey))
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('own channels', () => {
  it('are no viewer’s', async () => {
    const app = await renderApp({ at: '/account/channels', api: apiWith(), user: sessionUser({ roles: ['VIEWER'] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/account/my-data'))
  })

  it('say what a channel is for while there is none, and open the form [PROD-034] [PROD-048]', async () => {
    const api = apiWith()
    api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    const { user, container } = await open('/account/channels', api)
    await screen.findByRole('heading', { name: 'Crea tu primer canal' })
    expect(await axeViolations(container)).toEqual([])
    const [first] = await screen.findAllByRole('button', { name: 'Nuevo canal' })
    await user.click(first!)
    await screen.findByRole('dialog', { name: 'Nuevo canal' })
  })

  it('stand in a table with states, sorting, a filter field and pages of 25 [PROD-003] [PROD-034] [CAT-073]', async () => {
    const api = apiWith(ownChannelDetail({ title: 'Sala Níquel', slug: 'sala-niquel', status: 'banned' }))
    const { user, router, container } = await open('/account/channels', api, { styled: true })
    const table = await screen.findByRole('table', { name: 'Canales' })
    expect(within(table).getByRole('link', { name: 'Sala Níquel' }).getAttribute('href')).toBe('/account/channels/sala-niquel')
    const chip = within(table).getByText('Bloqueado')
    expect(chip.closest('[title]')?.getAttribute('title')).toContain('Nuestro equipo lo ha bloqueado')
    expect(within(table).getByText('Borrador').closest('[title]')?.getAttribute('title')).toContain('Solo lo ven quien lo organiza')
    expect(api.calls.find(({ endpoint }) => endpoint === channels.listOwn)?.query).toMatchObject({ limit: 25, sort: 'attention' })
    expect(await axeViolations(container)).toEqual([])

    await user.click(within(table).getByRole('button', { name: 'Canal' }))
    await waitFor(() => expect(router.state.location.search).toContain('sort=title'))
    await user.type(screen.getByRole('searchbox', { name: 'Buscar canales' }), 'níquel{Enter}')
    await waitFor(() => expect(router.state.location.search).toContain('search=n%C3%ADquel'))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === channels.listOwn)?.query).toMatchObject({ search: 'níquel', sort: 'title' }),
    )
  })

  it('say that they could not be loaded and mend themselves', async () => {
    const api = apiWith()
    api.on(channels.listOwn, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await open('/account/channels', api)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No hemos podido cargar los canales')
    api.on(channels.listOwn, () => ({ items: [ownChannel({ title: 'Sala Faro' })], nextCursor: null, total: 1 }))
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('link', { name: 'Sala Faro' })
  })
})

describe('the form of a new channel', () => {
  const at = '/account/channels?new=1'
  const dialog = () => screen.findByRole('dialog', { name: 'Nuevo canal' })

  it('keeps what was typed when the address is taken or the server breaks [CAT-045] [ERR-025]', async () => {
    const api = apiWith()
    api.on(channels.create, () => {
      throw new Refusal('SLUG_TAKEN')
    })
    const { user } = await open(at, api)
    const form = within(await dialog())
    const submit = form.getByRole<HTMLButtonElement>('button', { name: 'Crear canal' })
    expect(submit.disabled).toBe(true)
    await user.type(form.getByRole('textbox', { name: /Título/ }), 'Sala Níquel')
    await user.type(form.getByRole('textbox', { name: /Dirección/ }), 'sala-apolo')
    await waitFor(() => expect(submit.disabled).toBe(false))
    await user.click(submit)
    await form.findByText('La dirección elegida ya existe')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /Título/ }).value).toBe('Sala Níquel')
    api.on(channels.create, () => {
      throw new Refusal('INTERNAL')
    })
    await user.type(form.getByRole('textbox', { name: /Dirección/ }), '-2')
    await user.click(submit)
    await form.findByText('Error al crear el canal')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /Título/ }).value).toBe('Sala Níquel')
  })

  it('says ERR-025 in English, as the specification words it [ERR-025]', async () => {
    const api = apiWith()
    api.on(channels.create, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await open(at, api, { language: 'en' })
    const form = within(await screen.findByRole('dialog', { name: 'New channel' }))
    await user.type(form.getByRole('textbox', { name: /Title/ }), 'Nickel')
    await user.click(form.getByRole('button', { name: 'Create channel' }))
    await form.findByText('Error creating the channel')
  })

  it('leads to the new channel [PROD-045] [PROD-048]', async () => {
    const made = ownChannelDetail({ slug: 'sala-niquel', title: 'Sala Níquel', status: 'draft' })
    const api = apiWith(made)
    api.on(channels.create, () => made)
    const { user, router } = await open(at, api)
    const form = within(await dialog())
    await user.type(form.getByRole('textbox', { name: /Título/ }), 'Sala Níquel')
    await user.selectOptions(await form.findByRole('combobox', { name: /Clasificación/ }), 'musica')
    await user.click(form.getByRole('button', { name: 'Crear canal' }))
    await screen.findByRole('heading', { level: 1, name: 'Sala Níquel' })
    expect(router.state.location.pathname).toBe('/account/channels/sala-niquel')
    expect(lastBody(api, channels.create)).toMatchObject({ title: 'Sala Níquel', classification: 'musica' })
  })

  it('is explained in the form where there is no channel yet, and nothing comes up over it; skipping ends it for good; the help button starts it again [PROD-040]', async () => {
    const api = apiWith()
    api.on(account.tours, () => ({ finished: [] }))
    let total = 0
    api.on(channels.listOwn, () => ({ items: [], nextCursor: null, total }))
    const first = await open(at, api)
    await screen.findByRole('region', { name: 'Tu primer canal' })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await first.user.click(await button('Saltar'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tu primer canal' })).toBeNull())
    expect(api.calls.findLast(({ endpoint }) => endpoint === account.finishTour)?.params).toEqual({ tour: 'new-channel' })
    first.unmount()

    localStorage.removeItem(toursStorageKey)
    total = 3
    const known = await open(at, api)
    await dialog()
    expect(screen.queryByRole('region', { name: 'Tu primer canal' })).toBeNull()
    known.unmount()

    const second = await open(at, api)
    await dialog()
    expect(screen.queryByRole('region', { name: 'Tu primer canal' })).toBeNull()
    await second.user.click(await button('Ver la guía'))
    await screen.findByRole('region', { name: 'Tu primer canal' })
    await second.user.click(await button('Siguiente'))
    await screen.findByRole('region', { name: 'Cómo se llama' })
  })
})

describe('the editor of an own channel', () => {
  const at = '/account/channels/sala-faro'

  it('is not there for somebody else’s channel [PROD-004]', async () => {
    await open('/account/channels/de-otra-persona', apiWith())
    await screen.findByRole('heading', { name: 'Aquí no hay nada' })
  })

  it('asks staff to publish once the rights are accepted, and says 24 hours [CAT-074] [LIM-045] [SHOP-062]', async () => {
    const api = apiWith(ownChannelDetail({ status: 'draft' }))
    api.on(channels.requestPublication, () => ownChannelDetail({ status: 'revision' }))
    const { user, container } = await open(at, api)
    await user.click(await button('Solicitar publicación'))
    const dialog = within(await screen.findByRole('dialog', { name: '¿Solicitar la publicación?' }))
    dialog.getByText(/en un plazo de 24 horas/)
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Solicitar' })
    expect(confirm.disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: /respondo por él ante las entidades/ }))
    await user.click(confirm)
    await screen.findByText('En revisión')
    expect(lastBody(api, channels.requestPublication)).toEqual({ rightsAccepted: true })
    screen.getByText(/tarda como mucho 24 horas/)
    expect(screen.queryByRole('button', { name: 'Solicitar publicación' })).toBeNull()
    await waitFor(async () => expect(await axeViolations(container)).toEqual([]))
  })

  it('offers the steps of each state and no other, with the reason of a refusal [CAT-073] [CAT-077] [CAT-080]', async () => {
    const steps =
      /^(Solicitar publicación|Retirar la solicitud|Pasar a borrador|Hacer privado|Aprobar|Rechazar|Bloquear|Desactivar|Devolver)$/
    const expected = {
      draft: ['Solicitar publicación'],
      revision: ['Retirar la solicitud'],
      published: ['Pasar a borrador', 'Hacer privado'],
      private: ['Solicitar publicación'],
      deactivated: [],
      banned: [],
    } as const
    for (const [status, names] of Object.entries(expected)) {
      const app = await open(at, apiWith(ownChannelDetail({ status: status as 'draft', statusReason: 'Falta la portada' })))
      await screen.findByText('Motivo: Falta la portada')
      expect(screen.queryAllByRole('button', { name: steps }).map(({ textContent }) => textContent)).toEqual(names)
      app.unmount()
    }
  })

  it('saves details with their links, under 400 characters, and says ERR-026 [CAT-066] [CAT-069] [ERR-026]', async () => {
    const api = apiWith()
    api.on(channels.update, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await open(at, api, { language: 'en' })
    const description = await screen.findByRole('textbox', { name: /Short description/ })
    await user.clear(description)
    await user.click(description)
    await user.paste('x'.repeat(401))
    await user.tab()
    await screen.findByText('Maximum 400 characters')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await user.clear(description)
    await user.click(description)
    await user.paste('x'.repeat(400))
    await user.type(screen.getByRole('textbox', { name: 'Spotify' }), 'https://open.spotify.com/artist/1')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await waitFor(() => expect(save.disabled).toBe(false))
    await user.click(save)
    await screen.findByText('Error updating the channel')
    expect(lastBody(api, channels.update)).toMatchObject({ links: { spotify: 'https://open.spotify.com/artist/1', website: null } })
  })

  it('keeps the description in each language, the one it was written in first, and says where it is too long', async () => {
    const api = apiWith(
      ownChannelDetail({ language: 'en', shortDescription: 'Waves', translations: { pt: { shortDescription: 'Ondas' } } }),
    )
    api.on(channels.update, ({ body }) => ownChannelDetail({ language: 'en', ...(body as object) }))
    const { user, container } = await open(at, api)
    const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Descripción breve/ })
    const tabs = await screen.findByRole('tablist', { name: 'Idiomas' })
    expect(
      within(tabs)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Englishprincipal', 'Español', 'Português'])
    expect(text().value).toBe('Waves')
    await user.click(within(tabs).getByRole('tab', { name: 'Português' }))
    expect(text().value).toBe('Ondas')
    await user.click(within(tabs).getByRole('tab', { name: 'Español' }))
    expect(text().value).toBe('')
    screen.getByText('Si dejas este idioma vacío, se muestra el texto en English.')
    expect(await axeViolations(container)).toEqual([])
    await user.click(text())
    await user.paste('x'.repeat(401))
    await user.click(within(tabs).getByRole('tab', { name: /English/ }))
    await within(tabs).findByRole('tab', { name: /Español Falta algo/ })
    expect((await button('Guardar')).disabled).toBe(true)
    await user.click(within(tabs).getByRole('tab', { name: /Español/ }))
    await screen.findByText('Máximo 400 caracteres')
    await user.clear(text())
    await user.type(text(), 'Olas')
    await user.click(await button('Guardar'))
    await screen.findByText('El canal se ha guardado.')
    expect(lastBody(api, channels.update)).toMatchObject({
      shortDescription: 'Waves',
      translations: { es: { shortDescription: 'Olas' }, pt: { shortDescription: 'Ondas' } },
    })
  })

  it('asks before unsaved changes are left, and keeps them while another tab is open', async () => {
    const { user, router } = await open(at, apiWith())
    await user.type(await screen.findByRole('textbox', { name: /Título/ }), ' nueva')
    await user.click(screen.getByRole('tab', { name: 'Facturación' }))
    await screen.findByRole('textbox', { name: /IBAN/ })
    await user.click(screen.getByRole('tab', { name: 'Datos' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Título/ })).value).toBe('Sala Faro nueva')
    await act(() => router.navigate('/account/channels'))
    await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })
    expect(router.state.location.pathname).toBe('/account/channels/sala-faro')
  })

  it('shows what is wrong with an IBAN under its field and keeps a right one [CAT-068]', async () => {
    const api = apiWith()
    api.on(channels.update, () => {
      throw new Refusal('VALIDATION_FAILED', 'x', [{ path: 'body.billing.iban', rule: 'invalid_format', message: 'is no valid IBAN' }])
    })
    const { user } = await open(`${at}?tab=billing`, api)
    const iban = await screen.findByRole('textbox', { name: /IBAN/ })
    await user.type(iban, 'ES91 2100 0418 4502 0005 1333')
    await user.click(await button('Guardar'))
    await waitFor(() => expect(iban.getAttribute('aria-invalid')).toBe('true'))
    screen.getByText('El formato no es válido')
    expect(lastBody(api, channels.update)).toMatchObject({ billing: { iban: 'ES91 2100 0418 4502 0005 1333', nif: null } })
    // A Spanish number with a wrong letter is seen before it is sent.
    await user.selectOptions(screen.getByRole('combobox', { name: /País/ }), 'ES')
    await user.type(screen.getByRole('textbox', { name: /NIF/ }), '12345678A')
    await user.tab()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /NIF/ }).getAttribute('aria-invalid')).toBe('true'))
  })

  it('offers a subscription with net, tax and total together [CAT-067]', async () => {
    const api = apiWith()
    const { user } = await open(`${at}?tab=subscription`, api)
    await user.click(await screen.findByRole('switch', { name: /Ofrecer suscripción/ }))
    await screen.findByText('Debe ser un número mayor que 0')
    const net = screen.getByRole<HTMLInputElement>('textbox', { name: /Precio mensual neto/ })
    await user.clear(net)
    await user.type(net, '10')
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Total mensual/ }).value).toBe('12,10'))
    await user.click(await button('Guardar'))
    await screen.findByText(/Quien se suscribe paga 12,10/)
    expect(lastBody(api, channels.update)).toEqual({ subscription: { active: true, netMinor: 1000, taxBasisPoints: 2100 } })
  })

  it('lists its products, and is read only once banned [PROD-004] [CAT-079]', async () => {
    const { user } = await open(at, apiWith(ownChannelDetail({ status: 'banned', statusReason: 'Piratería' })))
    await screen.findByText('Motivo: Piratería')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Título/ }).disabled).toBe(true)
    await user.click(screen.getByRole('tab', { name: 'Productos' }))
    await screen.findByRole('link', { name: 'Noche larga' })
  })
})
