import { loginConfig, type SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const at = '/manage/modules/login'
const acme: SignOnProvider = {
  provider: 'acme',
  label: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'e-events',
  secretSet: true,
  enabled: false,
  emailDomains: [],
  redirectUri: 'https://events.example/api/auth/social/acme/callback',
  accounts: 3,
}
let api: FakeApi
let items: SignOnProvider[]

beforeEach(() => {
  api = createFakeApi()
  items = [acme]
  api.on(loginConfig.twoFactor, () => ({ roles: [] }))
  api.on(loginConfig.updateTwoFactor, ({ body }) => body)
  api.etag(loginConfig.twoFactor, '"roles-1"')
  api.on(loginConfig.providers, () => ({ items }))
  api.on(loginConfig.changeProvider, ({ body }) => {
    const { clientSecret: _, ...changed } = body
    items = [{ ...acme, ...changed }]
    return items[0]!
  })
})
afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))
const lastCall = (endpoint: unknown) => api.calls.findLast((call) => call.endpoint === endpoint)

describe('log-in settings', () => {
  it('are not for an organizer', async () => {
    const app = await renderApp({ at, api, user: sessionUser({ roles: ['PRODUCER'] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(api.countOf(loginConfig.providers)).toBe(0)
  })

  it('say what could not be loaded, and try again', async () => {
    api.on(loginConfig.providers, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    const alert = await screen.findByRole('alert')
    api.on(loginConfig.providers, () => ({ items }))
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('switch', { name: 'Acme' })
  })

  it('take the e-mail domains that a service may vouch for, and refuse what is none', async () => {
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('button', { name: /Acme$/ }))
    const field = await screen.findByRole('textbox', { name: /^Dominios de correo/ })
    await user.type(field, 'uni.example, nada')
    await screen.findByText(/^Uno no es un dominio/)
    await user.clear(field)
    await user.type(field, 'uni.example, law.example')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(lastCall(loginConfig.changeProvider)).toMatchObject({ body: { emailDomains: ['uni.example', 'law.example'] } }),
    )
  })

  it('say why an address cannot be used before it is stored, and keep the form when the server refuses it', async () => {
    api.on(loginConfig.checkIssuer, () => ({ fault: 'other-issuer' as const, authorizationEndpoint: null, tokenEndpoint: null }))
    api.on(loginConfig.changeProvider, () => {
      throw new Refusal('STATE_CONFLICT')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('button', { name: 'Cambiar Acme' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Comprobar la dirección' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('dice ser de otro emisor')
    const issuer = dialog.getByLabelText<HTMLInputElement>(/Dirección del emisor/)
    await user.type(issuer, '/otra')
    // The result of another address is not shown for this one.
    expect(dialog.queryByText(/dice ser de otro emisor/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText(/3 cuentas entran con este servicio/)).toBeTruthy()
    expect(issuer.value).toBe('https://id.acme.example/otra')
  })

  it('show no secret, keep it when it is left empty, and switch a service on by itself', async () => {
    const { user, container } = await renderApp({ at, api, user: admin() })
    const row = await screen.findByRole<HTMLInputElement>('switch', { name: 'Acme' })
    expect(await axeViolations(container)).toEqual([])
    await user.click(row)
    await screen.findByText('«Acme» se ofrece al entrar.')
    expect(lastCall(loginConfig.changeProvider)?.body).toEqual({
      label: 'Acme',
      issuer: acme.issuer,
      clientId: 'e-events',
      emailDomains: [],
      clientSecret: '',
      enabled: true,
    })
    await user.click(screen.getByRole('button', { name: 'Cambiar Acme' }))
    const dialog = within(await screen.findByRole('dialog'))
    const secret = dialog.getByLabelText<HTMLInputElement>('Secreto de cliente')
    expect([secret.type, secret.value]).toEqual(['password', ''])
    expect(dialog.getByLabelText<HTMLInputElement>('Dirección de vuelta').value).toBe(acme.redirectUri)
    await user.type(secret, 'nuevo-secreto')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(lastCall(loginConfig.changeProvider)?.body).toMatchObject({ clientSecret: 'nuevo-secreto', enabled: true })
  })

  it('add a service that is off, in an empty list', async () => {
    items = []
    api.on(loginConfig.addProvider, ({ body }) => {
      items = [{ ...acme, ...body, secretSet: true, enabled: false, accounts: 0 }]
      return items[0]!
    })
    const { user } = await renderApp({ at, api, user: admin() })
    await screen.findByText('Todavía no hay ninguno')
    await user.click(screen.getByRole('button', { name: 'Añadir un servicio' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Nombre/), 'Acme')
    await user.type(dialog.getByLabelText(/^Identificador/), 'ACME Corp')
    await user.type(dialog.getByLabelText(/Dirección del emisor/), acme.issuer)
    await user.type(dialog.getByLabelText(/Id. de cliente/), 'e-events')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
    await user.clear(dialog.getByLabelText(/^Identificador/))
    await user.type(dialog.getByLabelText(/^Identificador/), 'acme')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Acme' })).checked).toBe(false)
    expect(screen.getByText('Nadie entra con él todavía', { exact: false })).toBeTruthy()
  })

  it('require a second factor of a role, with the state that was seen, and warn whoever requires it of themself', async () => {
    const { user } = await renderApp({ at, api, user: admin() })
    await user.click(await screen.findByRole('switch', { name: 'Exigirlo a los administradores' }))
    expect(screen.getByText(/También vale para ti/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Activarlo en mis datos' }).getAttribute('href')).toBe('/account/my-data')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('La configuración se ha guardado.')
    expect(lastCall(loginConfig.updateTwoFactor)).toMatchObject({ body: { roles: ['ADMIN'] }, ifMatch: '"roles-1"' })
  })
})
