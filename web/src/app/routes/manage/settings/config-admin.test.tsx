import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import { config, configKeys } from '@e-events/shared/contract/settings/config.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin, siteConfig } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { sessionUser } from '../../../../testing/factories.ts'

const at = '/manage/config-admin'
const switches = () => screen.getAllByRole<HTMLInputElement>('switch')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' })

function apiWith(stored = siteConfig()): FakeApi {
  const api = createFakeApi()
  let value = stored
  api.on(config.get, () => value)
  api.on(config.update, ({ body }) => (value = body))
  return api
}

describe('site configuration', () => {
  afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

  it.each(['VIEWER', 'PRODUCER'] as const)('sends a %s home [ADM-028]', async (role) => {
    const app = await renderApp({ at, api: apiWith(), user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('says that the server failed and offers no switch, and mends itself with a retry [ADM-064, ERR-062]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = createFakeApi()
    api.on(config.get, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error al obtener los datos del servidor')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(log.mock.calls.filter(([what]) => what === 'settings could not be loaded')).toHaveLength(1)
    log.mockRestore()
    api.on(config.get, () => siteConfig())
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(switches()).toHaveLength(9))
  })

  it('keeps what was switched when saving fails, and says so [ADM-066, ERR-060]', async () => {
    const api = apiWith()
    api.on(config.update, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('switch', { name: /Selector de idioma/ }))
    await user.click(save())
    await screen.findByText('No se ha podido guardar la configuración.')
    expect(snackStore.get().map(({ message, options }) => [message, options.variant])).toEqual([[{ id: 'ADMIN.PAGE.SAVE_ERROR' }, 'error']])
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Selector de idioma/ }).checked).toBe(false)
    expect(save().disabled).toBe(false)
    // The bar is as before: the switches of the site are still the old ones.
    screen.getByRole('button', { name: /Idioma: Español/ })
  })

  it('overwrites nothing that somebody else saved first, explains, and keeps what was typed on top of the newer values', async () => {
    const api = apiWith()
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('switch', { name: /Etiqueta «Gratis»/ }))
    api.on(config.update, () => {
      throw new Refusal('EDIT_CONFLICT', 'Alguien lo ha cambiado mientras tanto.')
    })
    await user.click(save())
    const alert = (await screen.findByText(/Alguien ha guardado otros valores/)).closest<HTMLElement>('[role=alert]')!
    api.on(config.get, () => siteConfig({ moderatedChat: true }))
    await user.click(within(alert).getByRole('button', { name: 'Cargar los valores nuevos' }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /Chat moderado/ }).checked).toBe(true))
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Etiqueta «Gratis»/ }).checked).toBe(false)
    expect(screen.queryByText(/Alguien ha guardado otros valores/)).toBeNull()
    api.on(config.update, ({ body }) => body)
    await user.click(save())
    await waitFor(() => expect(api.countOf(config.update)).toBe(2))
    expect(api.calls.findLast(({ endpoint }) => endpoint === config.update)?.body).toEqual(
      siteConfig({ moderatedChat: true, freeTag: false }),
    )
  })

  it('shows a skeleton, then the nine switches as answered, in four sections [ADM-028, ADM-055, ADM-056, ADM-057, ADM-058, ADM-063]', async () => {
    const answers: (() => void)[] = []
    const stored = siteConfig({ approveUsers: true, coupons: false })
    const api = createFakeApi()
    api.on(config.get, () => new Promise<typeof stored>((resolve) => answers.push(() => resolve(stored))))
    const { container } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('heading', { level: 1, name: 'Configuración' })
    expect(container.querySelector('.MuiSkeleton-root')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
    act(() => answers.forEach((answer) => answer()))
    await waitFor(() => expect(switches()).toHaveLength(9))
    const names = (section: string) =>
      within(screen.getByRole('region', { name: section }))
        .getAllByRole<HTMLInputElement>('switch')
        .map((input) => `${input.labels![0]!.textContent}: ${input.checked}`)
    expect(names('Administración')).toEqual(['Aprobar usuarios a mano: true'])
    expect(names('General')).toEqual(['Etiqueta de tipo: true', 'Etiqueta «Gratis»: true', 'Cupones: false', 'Chat moderado: false'])
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Chat moderado/ }).disabled).toBe(false)
    expect(names('Idioma')).toEqual(['Selector de idioma: true'])
    expect(names('Barra de navegación')).toEqual(['Notificaciones: true', 'Divisas: false', 'Husos horarios: true'])
    expect(await axeViolations(container)).toEqual([])
  })

  it('sends one PUT with nine booleans and the ETag it loaded, disabled meanwhile, and the site follows at once [ADM-054, ADM-060, ADM-065, ERR-061]', async () => {
    const api = apiWith()
    api.etag(config.get, '"loaded"')
    let answer = () => {}
    api.on(config.update, ({ body }) => new Promise<typeof body>((resolve) => (answer = () => resolve(body))))
    const { user } = await renderApp({ at, api, user: admin() })
    await screen.findByRole('button', { name: /Idioma: Español/ })
    await user.click(await screen.findByRole('switch', { name: /Selector de idioma/ }))
    screen.getByText('1 cambio sin guardar')
    await user.click(save())
    expect(switches().map((input) => input.disabled)).toEqual(Array.from({ length: 9 }, () => true))
    expect(save().disabled).toBe(true)
    act(answer)
    await screen.findByText('La configuración se ha guardado.')
    expect(snackStore.get().map(({ message, options }) => [message, options.variant])).toEqual([
      [{ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, 'success'],
    ])
    const [call, ...others] = api.calls.filter(({ endpoint }) => endpoint === config.update)
    expect(others).toEqual([])
    expect(call?.ifMatch).toBe('"loaded"')
    expect(Object.keys(call?.body as object).sort()).toEqual([...configKeys].sort())
    expect(call?.body).toEqual(siteConfig({ languages: false }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Idioma: Español/ })).toBeNull())
    expect(switches().filter((input) => input.disabled)).toEqual([])
  })

  it('says what switching coupons off holds up, before it is done [SHOP-020]', async () => {
    const api = apiWith(siteConfig({ coupons: true }))
    api.on(coupons.impact, () => ({ coupons: 31, codes: 1, checkouts: 2 }))
    api.on(config.update, ({ body }) => body)
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('switch', { name: /Cupones/ }))
    await user.click(save())
    const question = within(await screen.findByRole('dialog', { name: '¿Desactivar los cupones?' }))
    await question.findByText('31 cupones sin usar')
    question.getByText('Un código de acceso sin usar')
    question.getByText('2 pagos abiertos con cupón, que terminan como empezaron')
    expect(api.calls.some(({ endpoint }) => endpoint === config.update)).toBe(false)
    await user.click(question.getByRole('button', { name: 'Desactivar' }))
    await screen.findByText('La configuración se ha guardado.')
  })

  it('asks before leaving with unsaved changes', async () => {
    const { user, router } = await renderApp({ at, api: apiWith(), user: admin() })
    await user.click(await screen.findByRole('switch', { name: /Cupones/ }))
    await user.click(screen.getAllByRole('link', { name: 'Módulos', hidden: true })[0]!)
    const dialog = await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })
    await user.click(within(dialog).getByRole('button', { name: 'Seguir aquí' }))
    expect(router.state.location.pathname).toBe(at)
    await user.click(await screen.findByRole('button', { name: 'Descartar' }))
    await user.click(screen.getAllByRole('link', { name: 'Módulos', hidden: true })[0]!)
    await screen.findByRole('heading', { level: 1, name: 'Módulos' })
  })
})

describe('sign-up settings', () => {
  const register = `${at}?tab=register`
  function registerApi() {
    const api = apiWith()
    api.on(config.registerFields, () => ({
      fields: [{ name: 'name' as const, type: 'text' as const, required: true, label: null, values: [] }],
    }))
    api.on(config.registerDomains, () => ({ allowed: [], forbidden: ['basura.example'] }))
    api.on(config.updateRegisterFields, ({ body }) => body)
    api.on(config.updateRegisterDomains, ({ body }) => body)
    return api
  }

  it('refuses what is no domain before it is sent', async () => {
    const { user, api } = await renderApp({ at: register, api: registerApi(), user: admin() })
    await user.type(await screen.findByLabelText('Permitidos'), 'sala-faro.example\nno domain')
    await screen.findByText(/No es un dominio: no, domain/)
    const bar = screen.getByRole('region', { name: 'Guardar los dominios' })
    expect(within(bar).getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    expect(api.countOf(config.updateRegisterDomains)).toBe(0)
  })

  it('saves extra fields with their words and answers, and domains as they are stored', async () => {
    const { user, api, container } = await renderApp({ at: register, api: registerApi(), user: admin() })
    await user.click(await screen.findByRole('switch', { name: 'Empresa' }))
    const company = screen.getByRole('group', { name: 'Empresa' })
    await user.click(within(company).getByRole('button', { name: /Detalles/ }))
    await user.click(within(company).getByRole('switch', { name: 'Es obligatorio' }))
    await user.type(within(company).getByLabelText('Nombre en español'), 'Sala')
    await user.click(
      within(screen.getByRole('region', { name: 'Guardar los campos del registro' })).getByRole('button', { name: 'Guardar' }),
    )
    await waitFor(() => expect(api.countOf(config.updateRegisterFields)).toBe(1))
    expect(api.calls.at(-1)?.body).toEqual({
      fields: [
        { name: 'name', type: 'text', required: true, label: null, values: [] },
        { name: 'company', type: 'text', required: true, label: { es: 'Sala', en: '', pt: '' }, values: [] },
      ],
    })
    await user.type(screen.getByLabelText('Permitidos'), '@Sala-Faro.example, sala-faro.example')
    await user.click(within(screen.getByRole('region', { name: 'Guardar los dominios' })).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(api.countOf(config.updateRegisterDomains)).toBe(1))
    expect(api.calls.at(-1)?.body).toEqual({ allowed: ['sala-faro.example'], forbidden: ['basura.example'] })
    expect(await axeViolations(container)).toEqual([])
  })

  it('limits on how many devices a ticket plays at a time: one PUT with its ETag, and nothing of the switches', async () => {
    const api = apiWith()
    api.on(config.playback, () => ({ playbacksPerTicket: 1 }))
    api.etag(config.playback, '"loaded"')
    api.on(config.updatePlayback, ({ body }) => body)
    const { user, container } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('combobox', { name: 'Dispositivos por entrada' }))
    expect(screen.getAllByRole('option')).toHaveLength(10)
    await user.click(screen.getByRole('option', { name: '3 dispositivos' }))
    const bar = screen.getByRole('region', { name: 'Guardar los ajustes de reproducción' })
    await user.click(within(bar).getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Guardar los ajustes de reproducción' })).toBeNull())
    const puts = api.calls.filter(({ endpoint }) => endpoint.method === 'PUT')
    expect(puts.map(({ endpoint, body, ifMatch }) => [endpoint.path, body, ifMatch])).toEqual([
      ['/config/playback', { playbacksPerTicket: 3 }, '"loaded"'],
    ])
    expect(await axeViolations(container)).toEqual([])
  })
})
