import { config, moduleIds, type ModuleId } from '@e-events/shared/contract/settings/config.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { paymentChecks, type CheckedProvider, type ConnectionCheck } from '@e-events/shared/contract/sales/money/payment-checks.ts'
import { exchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { firstRates } from '@e-events/shared/domain/exchange.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { admin, mediaPay } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const at = '/manage/modules'
/** jsdom is as narrow as a phone, where the index is not shown. */
const menu = () => document.querySelector<HTMLElement>('nav[aria-label="Secciones de gestión"]')!
const entry = (name: string) => within(menu()).queryByRole('link', { name, hidden: true })

function modulesApi(on: ModuleId[] = ['notifications', 'datasheets']): FakeApi {
  const api = createFakeApi()
  const active = new Set(on)
  const answer = () => ({ modules: moduleIds.map((id) => ({ id, active: active.has(id) })) })
  api.on(config.modules, answer)
  api.on(productAdmin.types, () => ({ producer: [...productTypes], mine: [...productTypes] }))
  api.on(config.switchModule, ({ params, body }) => {
    if (body.active) active.add(params.id)
    else active.delete(params.id)
    return answer()
  })
  return api
}

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('modules', () => {
  it.each(['VIEWER', 'PRODUCER'] as const)('send a %s home [ADM-018]', async (role) => {
    const app = await renderApp({ at, api: modulesApi(), user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
  })

  it('show what is stored again when a switch is refused', async () => {
    const api = modulesApi()
    api.on(config.switchModule, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const { user } = await renderApp({ at, api, user: admin() })
    const meetings = await screen.findByRole<HTMLInputElement>('switch', { name: 'Reuniones' })
    await user.click(meetings)
    await screen.findByRole('button', { name: 'Reintentar' })
    await waitFor(() => expect(meetings.disabled).toBe(false))
    expect(meetings.checked).toBe(false)
  })

  it('cannot be switched while nobody knows what is on', async () => {
    const api = createFakeApi()
    api.on(config.modules, () => {
      throw new Refusal('INTERNAL')
    })
    api.on(productAdmin.types, () => new Promise(() => undefined))
    await renderApp({ at, api, user: admin() })
    expect((await screen.findByRole('alert')).textContent).toContain('Error al obtener los datos del servidor')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('are those that turn something on and off, with a description and a switch each, and a way to the payments [ADM-018]', async () => {
    const { container } = await renderApp({ at, api: modulesApi(), user: admin() })
    await screen.findByRole('switch', { name: 'Pódcast' })
    const card = screen.getByRole('switch', { name: 'Notificaciones' }).closest<HTMLElement>('.MuiCard-root')!
    const switches = within(card).getAllByRole<HTMLInputElement>('switch')
    expect(switches.map((input) => `${input.labels![0]!.textContent}: ${input.checked}`)).toEqual([
      'Notificaciones: true',
      'Fichas didácticas: true',
      'Reuniones: false',
    ])
    for (const input of switches) expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Configurar los pagos' }).getAttribute('href')).toBe('/manage/modules/media-pay')
    expect(await axeViolations(container)).toEqual([])
  })

  it('take their menu entry and their screen with them when they are turned off, and bring both back, without a reload [ADM-018, ADM-071, ADM-075]', async () => {
    const api = modulesApi()
    const { user, router, services, unmount } = await renderApp({ at, api, user: admin() })
    const notifications = await screen.findByRole<HTMLInputElement>('switch', { name: 'Notificaciones' })
    await waitFor(() => expect(entry('Notificaciones')).toBeTruthy())
    await user.click(notifications)
    await screen.findByText('«Notificaciones» está apagado.')
    expect(entry('Notificaciones')).toBeNull()
    await act(() => router.navigate('/manage/notifications'))
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    await act(() => router.navigate(at))
    await user.click(await screen.findByRole('switch', { name: 'Notificaciones' }))
    await waitFor(() => expect(entry('Notificaciones')).toBeTruthy())
    await act(() => router.navigate('/manage/notifications'))
    await screen.findByRole('heading', { level: 1, name: 'Notificaciones' })
    services.session.close()
    unmount()
    // And it is there after a reload.
    await renderApp({ at, api, user: admin() })
    expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Notificaciones' })).checked).toBe(true)
  })
})

describe('payment settings', () => {
  const path = '/manage/modules/media-pay'

  it.each(['VIEWER', 'PRODUCER'] as const)('send a %s home and ask nothing for them [ADM-019]', async (role) => {
    const api = createFakeApi()
    api.on(config.mediaPay, () => stored)
    const app = await renderApp({ at: path, api, user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    expect(api.countOf(config.mediaPay)).toBe(0)
  })

  it('are four blocks, with what each key does, and approximate rates below [ADM-019]', async () => {
    const { container } = await renderApp({ at: path, api: payApi(), user: admin() })
    for (const name of ['Terminal de tarjetas', 'Pagos en línea', 'Suscripción a la plataforma', 'Contenido de pago'])
      expect(await screen.findByRole('region', { name })).toBeTruthy()
    const words = (label: string) =>
      document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent
    expect(words('Clave secreta')).toContain('Cobra y devuelve en tu nombre')
    expect(words('Clave de firma')).toContain('avisos de pago')
    expect(await screen.findByRole('region', { name: 'Cambio aproximado' })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })
  const stored = mediaPay({
    pos: { url: 'https://tpv.example/pay', code: '999008881', currency: 'EUR', keySet: true },
    provider: { publicKey: 'pk_test', secretKeySet: true, signingKeySet: false },
  })
  /** Save bar of the payments: the rates below have their own. */
  const saveButton = () =>
    within(screen.getByRole('region', { name: 'Guardar los cambios' })).getByRole<HTMLButtonElement>('button', { name: 'Guardar' })
  function payApi() {
    const api = createFakeApi()
    let value = stored
    api.on(exchangeRates.get, () => ({ rates: [...firstRates], daily: false }))
    api.on(config.mediaPay, () => value)
    api.on(config.updateMediaPay, ({ body }) => {
      value = mediaPay({
        pos: body.pos && { url: body.pos.url, code: body.pos.code, currency: body.pos.currency, keySet: true },
        provider: { publicKey: body.provider.publicKey, secretKeySet: true, signingKeySet: body.provider.signingKey !== '' },
        subscription: body.subscription,
        monetize: body.monetize,
        seller: body.seller,
      })
      return value
    })
    return api
  }

  it('say in their own words that they could not be loaded [ERR-032]', async () => {
    const api = createFakeApi()
    api.on(config.mediaPay, () => {
      throw new Refusal('INTERNAL')
    })
    api.on(exchangeRates.get, () => ({ rates: [...firstRates], daily: false }))
    await renderApp({ at: path, api, user: admin(), language: 'en' })
    expect((await screen.findByRole('alert')).textContent).toContain('Error obtaining the payment module configuration')
  })

  it('ask for all of a terminal once there is one, and for a price that is one [ADM-068]', async () => {
    const api = createFakeApi()
    api.on(config.mediaPay, () => mediaPay())
    api.on(exchangeRates.get, () => ({ rates: [...firstRates], daily: false }))
    const { user } = await renderApp({ at: path, api, user: admin() })
    await user.click(await screen.findByRole('switch', { name: 'Cobrar con un terminal' }))
    await user.click(screen.getByRole('switch', { name: 'Pedir una suscripción' }))
    for (const label of [/Dirección del terminal/, /Código de comercio/, /Clave del terminal/]) {
      await user.click(screen.getByLabelText(label))
      await user.tab()
    }
    await waitFor(() => expect(screen.getAllByText('Campo obligatorio')).toHaveLength(3))
    await user.clear(screen.getByLabelText(/Precio sin IVA/))
    await user.type(screen.getByLabelText(/Precio sin IVA/), '1.234,50')
    await user.tab()
    await screen.findByText('El formato no es válido')
    expect(saveButton().disabled).toBe(true)
  })

  it('never show a key, say that there is one, and keep it when it is left empty [ADM-069] [ADM-070]', async () => {
    const api = payApi()
    api.etag(config.mediaPay, '"pay-1"')
    const { user, container } = await renderApp({ at: path, api, user: admin() })
    const secret = await screen.findByLabelText<HTMLInputElement>('Clave secreta')
    expect([secret.value, secret.type]).toEqual(['', 'password'])
    expect(screen.getAllByText(/Hay una guardada\. Déjalo vacío para conservarla\./)).toHaveLength(2)
    expect(screen.getAllByText(/Todavía no hay ninguna\./)).toHaveLength(1)
    await user.click(screen.getByRole('switch', { name: 'Pedir una suscripción' }))
    await user.clear(screen.getByLabelText(/Precio sin IVA/))
    await user.type(screen.getByLabelText(/Precio sin IVA/), '4,5')
    await user.type(screen.getByLabelText('Clave de firma'), 'whsec_1')
    await user.click(screen.getByRole('switch', { name: 'Canales por suscripción' }))
    const cap = screen.getByLabelText(/Rebaja máxima de una oferta/)
    await user.clear(cap)
    await user.type(cap, '100')
    await user.tab()
    await waitFor(() => expect(cap.getAttribute('aria-invalid')).toBe('true'))
    await user.clear(cap)
    await user.type(cap, '35')
    expect(screen.queryByLabelText('Código postal')).toBeNull()
    await user.selectOptions(screen.getByLabelText('País de la plataforma'), 'ES')
    await user.type(screen.getByLabelText('Código postal'), '35001')
    await user.click(saveButton())
    await screen.findByText('La configuración se ha guardado.')
    const call = api.calls.findLast(({ endpoint }) => endpoint === config.updateMediaPay)
    expect(call?.ifMatch).toBe('"pay-1"')
    expect(call?.body).toEqual({
      pos: { url: 'https://tpv.example/pay', code: '999008881', currency: 'EUR', key: '' },
      provider: { publicKey: 'pk_test', secretKey: '', signingKey: 'whsec_1' },
      subscription: { active: true, periodic: false, interval: 'monthly', priceMinor: 450 },
      prepaidHourMinor: null,
      monetize: { subscriptionChannels: false, paidContent: true, promotionMaxPercent: 35 },
      seller: { country: 'ES', postalCode: '35001' },
    })
    expect(screen.getByLabelText<HTMLInputElement>('Clave de firma').value).toBe('')
    expect(screen.queryByText(/Todavía no hay ninguna\./)).toBeNull()
    expect(await axeViolations(container)).toEqual([])
  })

  it('test the connection of each service that is saved, with time and reason, and say when it could not be asked', async () => {
    const api = payApi()
    const answers: Partial<Record<CheckedProvider, ConnectionCheck>> = {
      stripe: connection({
        provider: 'stripe',
        outcome: 'warning',
        findings: ['form_only', 'endpoint_missing'],
        account: 'Faro',
        noticesUrl: 'https://faro.example/api/payments/notices/stripe',
        tookMs: 412,
      }),
      test: connection({ provider: 'test', isTest: true }),
    }
    api.on(paymentChecks.run, ({ body }) => {
      const answer = answers[body.provider]
      if (!answer) throw new Refusal('INTERNAL')
      return answer
    })
    const { user, container } = await renderApp({ at: path, api, user: admin() })
    const region = await screen.findByRole('region', { name: 'Conexión' })
    expect(api.countOf(paymentChecks.run)).toBe(0)
    const press = (name: string) => user.click(within(region).getByRole('button', { name: `Probar la conexión: ${name}` }))
    await press('Pagos en línea (Stripe)')
    await within(region).findByText('Funciona, pero falta algo')
    expect(within(region).getByText(/La cuenta no tiene ningún webhook hacia este sitio \(https:\/\/faro/)).toBeTruthy()
    expect(within(region).getByText(/Cuenta: Faro · Real: se mueve dinero · Probado a las .*, en 0,41 s/)).toBeTruthy()
    expect(
      within(region)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 9)),
    ).toEqual(['La cuenta', 'Aceptó el'])
    await press('Proveedor de pruebas')
    await within(region).findByText('Funciona')
    expect(within(region).getByText(/Modo de prueba: no se mueve dinero/)).toBeTruthy()
    await press('Terminal de tarjetas')
    await within(region).findByText(/Algo ha fallado|Algo ha salido mal/)
    expect(await axeViolations(container)).toEqual([])
  })
})

const connection = (fields: Partial<ConnectionCheck>): ConnectionCheck => ({
  provider: 'stripe',
  outcome: 'well',
  findings: [],
  isTest: false,
  account: null,
  noticesUrl: null,
  checkedAt: '2026-11-24T12:00:00.000Z',
  tookMs: 10,
  ...fields,
})
