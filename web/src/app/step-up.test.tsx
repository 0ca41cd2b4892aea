import { account } from '@e-events/shared/contract/people/account.ts'
import { channels } from '@e-events/shared/contract/catalogue/channels.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../components/feedback/use-snacks.ts'
import { axeViolations } from '../testing/axe.ts'
import { ownChannelDetail } from '../testing/channel-factories.ts'
import { myData, sessionUser } from '../testing/factories.ts'
import { createFakeApi, Refusal } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const twoFactor = { on: false, required: false, recoveryCodesLeft: 0 }
const iban = 'ES9121000418450200051332'

/** A session that was not confirmed lately: billing asks for it, until the right password came. */
function apiOf({ hasPassword = true, code = undefined as string | undefined } = {}) {
  const api = createFakeApi()
  const state = { confirmed: false }
  let channel = ownChannelDetail()
  api.on(account.tours, () => ({ finished: ['new-channel'] }))
  api.on(account.me, () => myData({ ...organizer, hasPassword, twoFactor: { ...twoFactor, on: code !== undefined } }))
  api.on(config.registerSocial, () => ({ social: [{ provider: 'acme', label: 'Acme', clientId: 'ee', enabled: true }] }))
  api.on(config.payments, () => ({
    payments: {
      currency: 'EUR',
      ways: [],
      subscription: { active: false, periodic: true, interval: 'monthly' as const, priceMinor: 0 },
      monetize: { subscriptionChannels: true, paidContent: true, promotionMaxPercent: 20 },
    },
  }))
  api.on(channels.getOwn, () => channel)
  api.on(channels.update, ({ body }) => {
    if (!state.confirmed) throw new Refusal('STEP_UP_REQUIRED', 'Confirma con tu contraseña que eres tú y vuelve a intentarlo.')
    channel = { ...channel, ...(body.billing ? { billing: body.billing } : {}) }
    return channel
  })
  api.on(account.stepUp, ({ body }) => {
    if (body.password !== 'Tablado1$') throw new Refusal('PASSWORD_WRONG')
    if (code !== undefined && body.code === undefined) throw new Refusal('TWO_FACTOR_REQUIRED')
    if (body.code !== code) throw new Refusal('TWO_FACTOR_WRONG', 'Ese código no es correcto o ya se ha usado.')
    state.confirmed = true
  })
  return { api, state }
}

async function saveIban({ api }: ReturnType<typeof apiOf>) {
  const app = await renderApp({ at: '/account/channels/sala-faro?tab=billing', api, user: organizer })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /IBAN/ })
  await app.user.clear(field)
  await app.user.type(field, iban)
  await app.user.click(screen.getByRole('button', { name: 'Guardar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Confirma que eres tú' })
  return { ...app, field, dialog: within(dialog), element: dialog }
}
const ibanOf = (body: unknown) => (body as { billing?: { iban?: string } }).billing?.iban

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('a call that asks for the password again', () => {
  it('opens the question, takes it by the keyboard, and is sent once more', async () => {
    const given = apiOf()
    const { api, user, dialog, element } = await saveIban(given)
    const password = await dialog.findByLabelText(/^Contraseña/)
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(await axeViolations(element)).toEqual([])
    expect(dialog.queryByRole('textbox', { name: /Código/ })).toBeNull()
    await user.keyboard('Falsa1$x{Enter}')
    await dialog.findByText('La contraseña no es correcta.')
    expect(api.countOf(channels.update)).toBe(1)
    await user.clear(password)
    await user.type(password, 'Tablado1${Enter}')
    await screen.findByText('El canal se ha guardado.')
    expect(screen.queryByRole('dialog')).toBeNull()
    const sent = api.calls.filter(({ endpoint }) => endpoint === channels.update)
    expect(sent.map(({ body }) => ibanOf(body))).toEqual([iban, iban])
  })

  it('asks for the code of the second factor too', async () => {
    const given = apiOf({ code: '123456' })
    const { user, dialog } = await saveIban(given)
    await user.type(await dialog.findByLabelText(/^Contraseña/), 'Tablado1$')
    await user.type(dialog.getByRole('textbox', { name: /Código/ }), '654321{Enter}')
    await dialog.findByText('Ese código no es correcto o ya se ha usado.')
    await user.clear(dialog.getByRole('textbox', { name: /Código/ }))
    await user.type(dialog.getByRole('textbox', { name: /Código/ }), '123456{Enter}')
    await screen.findByText('El canal se ha guardado.')
  })

  it('asks for a code that nobody knew of here: the second factor was turned on elsewhere', async () => {
    const given = apiOf({ code: '123456' })
    given.api.on(account.me, () => myData({ ...organizer, hasPassword: true, twoFactor }))
    const { user, dialog } = await saveIban(given)
    await user.type(await dialog.findByLabelText(/^Contraseña/), 'Tablado1${Enter}')
    const field = await dialog.findByRole('textbox', { name: /Código/ })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('123456{Enter}')
    await screen.findByText('El canal se ha guardado.')
  })

  it('is given up by Escape: the form says so, keeps what was typed and has the focus again', async () => {
    const given = apiOf()
    const { api, user, dialog, field } = await saveIban(given)
    await dialog.findByLabelText(/^Contraseña/)
    await user.keyboard('{Escape}')
    await screen.findByText('Confirma con tu contraseña que eres tú y vuelve a intentarlo.')
    expect(field.value).toBe(iban)
    expect(api.countOf(channels.update)).toBe(1)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guardar' })))
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Confirma que eres tú' })
  })

  it('offers the way through the provider, in another tab, to an account without a password', async () => {
    const given = apiOf({ hasPassword: false })
    const { user, dialog } = await saveIban(given)
    const link = await dialog.findByRole('link', { name: 'Seguir con Acme' })
    expect(link.getAttribute('href')).toContain('/api/auth/social/acme?')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(dialog.queryByLabelText(/^Contraseña/)).toBeNull()
    given.state.confirmed = true
    await user.click(dialog.getByRole('button', { name: 'Ya he entrado' }))
    await screen.findByText('El canal se ha guardado.')
  })

  it('is asked once for several calls of the same moment', async () => {
    const given = apiOf()
    const { api, services, user } = await renderApp({ at: '/account/channels/sala-faro?tab=billing', api: given.api, user: organizer })
    await screen.findByRole('textbox', { name: /IBAN/ })
    const params = { slug: 'sala-faro' }
    const billing = { ...ownChannelDetail().billing, iban }
    const both = Promise.all([
      services.api.call(channels.update, { params, body: { billing } }),
      services.api.call(channels.update, { params, body: { billing } }),
    ])
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Contraseña/), 'Tablado1${Enter}')
    expect(await both).toHaveLength(2)
    expect(api.countOf(account.stepUp)).toBe(1)
  })
})
