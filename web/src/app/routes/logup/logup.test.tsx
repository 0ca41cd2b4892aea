import { auth, registerBody, signUp } from '@e-events/shared/contract/people/auth.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RegisterField } from '../../../features/people/identity/components/extra-field.tsx'
import { axeViolations } from '../../../testing/axe.ts'
import { home } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(config.registerFields, () => ({ fields: [] }))
  api.on(config.registerDomains, () => ({ allowed: [], forbidden: [] }))
  api.on(config.registerSocial, () => ({ social: [] }))
  api.on(signUp.register, ({ body }) => ({ id: '00000000-0000-4000-8000-0000000000aa' as never, user: body.email }))
})

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Crear cuenta' })
const type = async (user: UserEvent, label: RegExp, text: string) => {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

async function fillIn(user: UserEvent, { email = 'nora@correo.example', password = 'Tormenta7!' } = {}) {
  await screen.findByLabelText(/^Nombre/)
  await type(user, /^Nombre/, 'Nora')
  await type(user, /^Correo electrónico/, email)
  await type(user, /^Repite el correo/, email)
  await type(user, /^Contraseña/, password)
  await type(user, /^Repite la contraseña/, password)
  await user.click(screen.getByRole('checkbox', { name: /política de privacidad/ }))
}

describe('sign-up', () => {
  it('says that two e-mails differ, under the second one, and sends nothing [ID-019]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await type(user, /^Repite el correo/, 'nora@otro.example')
    await user.tab()
    await screen.findByText('No coincide con el campo anterior')
    expect(screen.getByLabelText(/^Repite el correo/).getAttribute('aria-invalid')).toBe('true')
    expect(submit().disabled).toBe(true)
    fireEvent.submit(submit().closest('form')!)
    await screen.findByText('No coincide con el campo anterior')
    expect(api.countOf(signUp.register)).toBe(0)
  })

  it('says so again where the first e-mail is changed after its repetition [ID-019]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    await type(user, /^Correo electrónico/, 'nora.b@correo.example')
    await user.tab()
    await screen.findByText('No coincide con el campo anterior')
    expect(submit().disabled).toBe(true)
  })

  it('sends the wanted page along, which the link of the mail leads back to [ID-009]', async () => {
    const { user } = await renderApp({ at: '/logup?next=%2Fproducts%2Ftelon%3Fenter%3D1', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.click(submit())
    await screen.findByRole('heading', { level: 1, name: 'Mira tu correo' })
    expect(api.calls.find((call) => call.endpoint === signUp.register)?.body).toMatchObject({ next: '/products/telon?enter=1' })
  })

  it('stays closed while the passwords differ [ID-020]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    await type(user, /^Repite la contraseña/, 'Tormenta8!')
    await user.tab()
    await screen.findByText('No coincide con el campo anterior')
    expect(submit().disabled).toBe(true)
  })

  it('stays closed while the privacy policy is not accepted [ID-023]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.click(screen.getByRole('checkbox', { name: /política de privacidad/ }))
    await waitFor(() => expect(submit().disabled).toBe(true))
  })

  it('shows each part of the password rule as it is met [ID-017] [ID-018]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await screen.findByLabelText(/^Contraseña/)
    const met = () => [...document.querySelectorAll('li[data-met="true"]')].map((item) => item.textContent?.replace('(cumplido)', ''))
    expect(met()).toEqual([])
    await type(user, /^Contraseña/, 'abc')
    expect(met()).toEqual(['Una minúscula'])
    await type(user, /^Contraseña/, 'Abc1$fg')
    expect(met()).toEqual(['Una mayúscula', 'Una minúscula', 'Una cifra', 'Un signo'])
    await type(user, /^Contraseña/, 'Abc1$fgh')
    expect(met()).toEqual(['8 caracteres o más', 'Una mayúscula', 'Una minúscula', 'Una cifra', 'Un signo'])
    await type(user, /^Contraseña/, 'caballo grapa faro')
    expect(met()).toEqual(['O 15 caracteres o más, los que sean'])
    expect(screen.queryByText('Una cifra')).toBeNull()
  })

  it('takes an e-mail that was pasted [ID-019]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await user.click(await screen.findByLabelText(/^Repite el correo/))
    await user.paste('nora@correo.example')
    expect(screen.getByLabelText<HTMLInputElement>(/^Repite el correo/).value).toBe('nora@correo.example')
    expect(screen.getByLabelText(/^Repite el correo/).getAttribute('autocomplete')).toBe('email')
  })

  it('sends one valid request with the role that was picked and the wording that was accepted, and asks to look at the mail [ID-002] [ID-014]', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await user.click(screen.getByRole('radio', { name: 'Organizar' }))
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.dblClick(submit())
    await screen.findByRole('heading', { level: 1, name: 'Mira tu correo' })
    expect(api.countOf(signUp.register)).toBe(1)
    const sent = api.calls.find((call) => call.endpoint === signUp.register)?.body as Record<string, unknown>
    expect(registerBody.safeParse(sent).success).toBe(true)
    expect(sent).toMatchObject({
      role: 'organizer',
      email: 'nora@correo.example',
      privacyAccepted: true,
      newsletter: false,
      language: 'es',
    })
    expect(sent['privacyVersion']).toMatch(/^\d{4}-\d{2}/)
  })

  it('sends the link again, and lets the address be corrected without typing everything anew [ID-016]', async () => {
    api.on(signUp.recovery, () => ({ sent: true as const }))
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await user.click(submit())
    await user.click(await screen.findByRole('button', { name: 'Enviar otra vez' }))
    await screen.findByText('Enviado de nuevo.')
    expect(api.calls.at(-1)?.body).toEqual({ email: 'nora@correo.example' })
    await user.click(screen.getByRole('button', { name: 'Corregir el correo' }))
    expect((await screen.findByLabelText<HTMLInputElement>(/^Nombre/)).value).toBe('Nora')
  })

  it('says in the words of the specification that an e-mail is taken, and keeps what was typed', async () => {
    api.on(signUp.register, () => {
      throw new Refusal('EMAIL_TAKEN')
    })
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await user.click(submit())
    await screen.findByText('El correo introducido ya está registrado')
    expect(screen.getByRole('link', { name: 'recupera la contraseña' }).getAttribute('href')).toBe('/recovery-password')
    expect(screen.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe('Nora')
  })

  it('says that the details are wrong, in one word for all and at the field, and that something broke where the server did [ERR-010] [ERR-011]', async () => {
    api.on(signUp.register, () => {
      throw new Refusal('VALIDATION_FAILED', 'Revisa los campos', [{ path: 'body.name', rule: 'too_big', message: 'too long' }])
    })
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Algún dato del registro no es correcto')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Nombre/).getAttribute('aria-invalid')).toBe('true'))
    api.on(signUp.register, () => {
      throw new Refusal('INTERNAL')
    })
    await user.type(screen.getByLabelText(/^Nombre/), 'a')
    await user.click(submit())
    await screen.findByText('Algo ha salido mal')
  })

  it('keeps everything when the connection breaks, and works afterwards', async () => {
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    await waitFor(() => expect(submit().disabled).toBe(false))
    api.silence(true)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Revisa tu conexión')
    expect(screen.getByLabelText<HTMLInputElement>(/^Correo electrónico/).value).toBe('nora@correo.example')
    api.silence(false)
    await user.click(submit())
    await screen.findByRole('heading', { level: 1, name: 'Mira tu correo' })
  })

  it('asks before what was typed is thrown away', async () => {
    const { user, router } = await renderApp({ at: '/logup', api })
    await type(user, await screen.findByLabelText(/^Nombre/).then(() => /^Nombre/), 'Nora')
    await user.click(screen.getByRole('link', { name: 'Entra' }))
    await screen.findByRole('dialog', { name: '¿Salir sin guardar?' })
    expect(router.state.location.pathname).toBe('/logup')
    await user.click(screen.getByRole('button', { name: 'Salir sin guardar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it('has the fields that the site asks for; a required one keeps it closed [ID-024]', async () => {
    const fields: RegisterField[] = [
      { name: 'company', type: 'text', required: true, label: { es: 'Sala o compañía', en: 'Venue', pt: 'Sala' }, values: [] },
      { name: 'job', type: 'select', required: false, label: null, values: ['Músico', 'Técnica'] },
      { name: 'country', type: 'select', required: false, label: null, values: [] },
    ]
    api.on(config.registerFields, () => ({ fields }))
    const { user } = await renderApp({ at: '/logup', api })
    await fillIn(user)
    expect(submit().disabled).toBe(true)
    await user.type(screen.getByLabelText(/^Sala o compañía/), 'Teatro Duende')
    await user.selectOptions(screen.getByLabelText(/^Profesión/), 'Técnica')
    await user.selectOptions(screen.getByLabelText(/^País/), 'Portugal')
    await waitFor(() => expect(submit().disabled).toBe(false))
    await user.click(submit())
    await screen.findByRole('heading', { level: 1, name: 'Mira tu correo' })
    expect(api.calls.find((call) => call.endpoint === signUp.register)?.body).toMatchObject({
      company: 'Teatro Duende',
      job: 'Técnica',
      country: 'PT',
      recommendedBy: null,
    })
  })

  it('says which e-mail domains are taken, and that another one is not [ID-026]', async () => {
    api.on(config.registerDomains, () => ({ allowed: ['acme.example'], forbidden: ['spam.acme.example'] }))
    const { user } = await renderApp({ at: '/logup', api })
    await screen.findByText('Solo se aceptan correos de acme.example.')
    await type(user, /^Correo electrónico/, 'nora@correo.example')
    await user.tab()
    await screen.findByText('No se aceptan cuentas con este dominio de correo')
    await type(user, /^Correo electrónico/, 'nora@de.acme.example')
    await waitFor(() => expect(screen.queryByText('No se aceptan cuentas con este dominio de correo')).toBeNull())
  })

  it('has a button for each other way in that is on, and none without one [ID-025]', async () => {
    const one = { provider: 'casa', label: 'Casa', clientId: 'web', enabled: true }
    api.on(config.registerSocial, () => ({ social: [one, { ...one, provider: 'otra', label: 'Otra', enabled: false }] }))
    await renderApp({ at: '/logup', api })
    const link = await screen.findByRole('link', { name: 'Seguir con Casa' })
    expect(link.getAttribute('href')).toMatch(/^\/api\/auth\/social\/casa\?next=%2F&privacy=\d{4}-\d{2}$/)
    expect(screen.getByText(/Al seguir por aquí aceptas/)).toBeTruthy()
    expect(screen.queryByText(/Otra/)).toBeNull()
  })

  it.each(['es', 'en', 'pt'] as const)('has labels for everything and no fault that axe can see (%s)', async (language) => {
    const { container } = await renderApp({ at: '/logup', api, language })
    await waitFor(() => expect(container.querySelectorAll('input[type=password]').length).toBe(2))
    expect(await axeViolations(container)).toEqual([])
    expect(api.countOf(auth.refresh)).toBe(0)
  })
})
