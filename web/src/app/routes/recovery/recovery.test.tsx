import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { home, session, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const token = 'a-token-of-a-mail-0123456789'
let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(signUp.recovery, () => ({ sent: true as const }))
})

describe('recovery', () => {
  it('sends a link to the address and says the same whoever it is [ID-003]', async () => {
    const { user, container } = await renderApp({ at: '/recovery-password', api })
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enviar enlace' })
    expect(send.disabled).toBe(true)
    await user.type(screen.getByLabelText(/^Correo electrónico/), ' nora@correo.example ')
    await waitFor(() => expect(send.disabled).toBe(false))
    expect(await axeViolations(container)).toEqual([])
    await user.dblClick(send)
    expect((await screen.findByRole('status')).textContent).toContain('Si hay una cuenta con nora@correo.example')
    expect(api.calls.filter((call) => call.endpoint === signUp.recovery).map((call) => call.body)).toEqual([
      { email: 'nora@correo.example' },
    ])
  })
})

describe('reset', () => {
  const fill = async (user: Awaited<ReturnType<typeof renderApp>>['user'], password: string, again = password) => {
    await user.type(await screen.findByLabelText(/^Nueva contraseña/), password)
    await user.type(screen.getByLabelText(/^Repite la nueva contraseña/), again)
    await user.tab()
  }
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar la contraseña' })

  it('stays closed while the passwords differ or break the rule [ID-017] [ID-020]', async () => {
    const { user } = await renderApp({ at: `/reset-password/${token}`, api })
    await fill(user, 'Tormenta7!', 'Tormenta8!')
    await screen.findByText('No coincide con el campo anterior')
    expect(save().disabled).toBe(true)
    for (const label of [/^Nueva contraseña/, /^Repite la nueva contraseña/]) await user.clear(screen.getByLabelText(label))
    await fill(user, 'Abc1$fg')
    await screen.findByText('A la contraseña le falta algo: mira la lista')
    expect(save().disabled).toBe(true)
  })

  it('offers a new link where this one is used, expired or unknown [ID-028]', async () => {
    api.on(signUp.reset, () => {
      throw new Refusal('LINK_INVALID')
    })
    const { user } = await renderApp({ at: `/reset-password/${token}`, api })
    await fill(user, 'Tormenta7!')
    await user.click(save())
    await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })
    expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe('/recovery-password')
  })

  it.each([undefined, sessionUser()])(
    'saves the password and leads to the login, with a session too [ID-004] [ID-012]',
    async (account) => {
      api.on(signUp.reset, () => undefined)
      api.on(auth.logout, () => undefined)
      const app = await renderApp({ at: `/reset-password/${token}`, api, ...(account ? { user: account } : {}) })
      await fill(app.user, 'Tormenta7!')
      expect(await axeViolations(app.container)).toEqual([])
      await app.user.dblClick(save())
      await screen.findByRole('heading', { level: 1, name: 'Contraseña cambiada' })
      expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login')
      expect(api.countOf(signUp.reset)).toBe(1)
      expect(api.calls.find((call) => call.endpoint === signUp.reset)?.params).toEqual({ token })
      // Every device was signed out: this one does not pretend otherwise.
      await waitFor(() => expect(app.services.session.get().status).toBe('anonymous'))
    },
  )
})

describe('activation', () => {
  /** Answer of the server to the browser that signed up: its cookie of a session is set. */
  const letIn = (account = sessionUser()) => {
    api.on(signUp.activate, () => ({ state: 'active' as const }))
    api.on(auth.refresh, () => session(account))
  }
  const whereTo = ({ router }: Awaited<ReturnType<typeof renderApp>>) => `${router.state.location.pathname}${router.state.location.search}`

  it('happens at once, begins the session and goes on to the wanted page in the language of the account', async () => {
    letIn(sessionUser({ language: 'pt' }))
    const app = await renderApp({ at: `/activate/${token}?next=%2Fschedule%3Fday%3D1`, api })
    await waitFor(() => expect(whereTo(app)).toBe('/schedule?day=1'))
    expect(app.services.session.get().status).toBe('authenticated')
    expect(document.documentElement.lang).toBe('pt')
    expect(api.countOf(signUp.activate)).toBe(1)
    expect(api.calls.find((call) => call.endpoint === signUp.activate)?.body).toEqual({})
  })

  it('leads an organizer to their overview, a viewer home, and nobody to another site', async () => {
    letIn(sessionUser({ roles: ['VIEWER', 'PRODUCER'] }))
    const organizer = await renderApp({ at: `/activate/${token}`, api })
    await waitFor(() => expect(whereTo(organizer)).toBe('/account/globalview'))
    organizer.unmount()
    localStorage.clear()
    letIn()
    const viewer = await renderApp({ at: `/activate/${token}?next=%2F%2Fevil.example`, api })
    await waitFor(() => expect(whereTo(viewer)).toBe('/'))
  })

  it('also works with a session, which gives way to the new one [ID-012]', async () => {
    const app = await renderApp({ at: `/activate/${token}`, api, user: sessionUser() })
    letIn(sessionUser({ id: '00000000-0000-4000-8000-0000000000ab' as never, name: 'Nora' }))
    await waitFor(() => expect(app.services.session.get()).toMatchObject({ user: { name: 'Nora' } }))
    expect(api.countOf(signUp.activate)).toBe(1)
  })

  it('leads to the login, and from there to the wanted page, where the session did not begin [ID-005]', async () => {
    api.on(signUp.activate, () => ({ state: 'active' as const }))
    const { container } = await renderApp({ at: `/activate/${token}?next=%2Fproducts%2Ftelon`, api })
    await screen.findByRole('heading', { level: 1, name: 'Tu cuenta está activa' })
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login?next=%2Fproducts%2Ftelon')
    expect(api.countOf(signUp.activate)).toBe(1)
    expect(await axeViolations(container)).toEqual([])
  })

  it('asks for the password of the sign-up in another browser, and then goes the same way', async () => {
    letIn()
    api.on(signUp.activate, ({ body }) => {
      if (body.password === undefined) return { state: 'password' as const }
      if (body.password !== 'Tormenta7!') throw new Refusal('PASSWORD_WRONG')
      return { state: 'active' as const }
    })
    const app = await renderApp({ at: `/activate/${token}?next=%2Fschedule`, api })
    await screen.findByRole('heading', { level: 1, name: 'Escribe tu contraseña' })
    expect(await axeViolations(app.container)).toEqual([])
    const enter = screen.getByRole('button', { name: 'Activar y entrar' })
    await app.user.type(screen.getByLabelText(/^Contraseña/), 'Otra1234$')
    await app.user.click(enter)
    expect((await screen.findByRole('alert')).textContent).toBe('Esa no es la contraseña con la que te registraste.')
    expect(screen.getByRole('link', { name: /no la elegí yo/ }).getAttribute('href')).toBe('/recovery-password')
    await app.user.clear(screen.getByLabelText(/^Contraseña/))
    await app.user.type(screen.getByLabelText(/^Contraseña/), 'Tormenta7!')
    await app.user.click(enter)
    await waitFor(() => expect(whereTo(app)).toBe('/schedule'))
  })

  it('says that staff looks at the account first where that is so [ID-015]', async () => {
    api.on(signUp.activate, () => ({ state: 'pending' as const }))
    await renderApp({ at: `/activate/${token}`, api })
    await screen.findByRole('heading', { level: 1, name: 'Correo confirmado' })
  })

  it('says that a link which is none could not be verified [ERR-013]', async () => {
    api.on(signUp.activate, () => {
      throw new Refusal('VALIDATION_FAILED')
    })
    await renderApp({ at: `/activate/${token}`, api })
    expect((await screen.findByRole('alert')).textContent).toBe('Error de verificación')
    expect(screen.queryByText('Error de activación')).toBeNull()
  })

  it('offers a new link where this one is used, expired or unknown [ID-016] [ERR-012]', async () => {
    api.on(signUp.activate, () => {
      throw new Refusal('LINK_INVALID')
    })
    const { user } = await renderApp({ at: `/activate/${token}`, api })
    await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })
    expect(screen.getByRole('alert').textContent).toBe('Error de activación')
    await user.type(screen.getByLabelText(/^Correo electrónico/), 'nora@correo.example')
    await user.click(screen.getByRole('button', { name: 'Enviar enlace' }))
    await screen.findByText(/Hemos enviado un enlace a/)
    expect(api.countOf(signUp.recovery)).toBe(1)
  })

  it('tries again after a broken connection without a new link', async () => {
    api.on(signUp.activate, () => ({ state: 'active' as const }))
    api.silence(true)
    const { user } = await renderApp({ at: `/activate/${token}`, api })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    api.silence(false)
    await user.click(retry)
    await screen.findByRole('heading', { level: 1, name: 'Tu cuenta está activa' })
  })
})

describe('confirmation of another e-mail', () => {
  it.each([
    ['changed', 'Correo cambiado'],
    ['waiting_for_other', 'Una dirección confirmada'],
  ] as const)('says what is still missing (%s)', async (state, title) => {
    api.on(signUp.confirmEmail, () => ({ state }))
    await renderApp({ at: `/confirm-email/${token}`, api })
    await screen.findByRole('heading', { level: 1, name: title })
  })
})

describe('login with a second factor', () => {
  it('asks for the code after the password, refuses a wrong one and keeps the way back', async () => {
    api.on(auth.login, ({ body }) => {
      if (body.code === undefined) throw new Refusal('TWO_FACTOR_REQUIRED')
      if (body.code !== '123456') throw new Refusal('TWO_FACTOR_WRONG', 'Ese código no es correcto o ya se ha usado.')
      return session()
    })
    const { user, router, container } = await renderApp({ at: '/login', api })
    await user.type(await screen.findByLabelText(/^Correo electrónico/), 'nora@correo.example')
    await user.type(screen.getByLabelText(/^Contraseña/), 'Tormenta7!')
    await user.click(screen.getByRole('button', { name: 'Entrar' }))
    const code = await screen.findByLabelText(/^Código/)
    expect(document.activeElement).toBe(code)
    expect(await axeViolations(container)).toEqual([])
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Comprobar' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Ese código no es correcto o ya se ha usado.')
    await user.clear(code)
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Comprobar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})
