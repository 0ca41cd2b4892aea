import { auth } from '@e-events/shared/contract/people/auth.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { tickets as ticketsContract } from '@e-events/shared/contract/sales/tickets.ts'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { home, session, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(ticketsContract.list, () => ({ items: [], nextCursor: null }))
})

const email = () => screen.findByLabelText(/Correo electrónico/)
const password = () => screen.getByLabelText(/^Contraseña/)
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar' })

async function fillIn(user: UserEvent) {
  await user.type(await email(), 'lucia.ferrer@correo.example')
  await user.type(password(), 'Tormenta7!')
}

describe('login', () => {
  it('cannot be sent while a field is missing or wrong, and says what is wrong after the field is left', async () => {
    const { user } = await renderApp({ at: '/login', api })
    await user.type(await email(), 'lucia')
    await user.tab()
    expect(await screen.findByText(/El formato no es válido/)).toBeTruthy()
    await user.click(password())
    await user.tab()
    expect(await screen.findByText('Campo obligatorio')).toBeTruthy()
    expect(submit().disabled).toBe(true)
    expect(api.countOf(auth.login)).toBe(0)
  })

  it('leads to sign-up and to recovery, and sign-up leads back to the same page [ID-001] [ID-009]', async () => {
    await renderApp({ at: '/login?next=%2Fproducts%2Ftelon', api })
    await email()
    expect(screen.getByRole('link', { name: 'Crea una' }).getAttribute('href')).toBe('/logup?next=%2Fproducts%2Ftelon')
    expect(screen.getByRole('link', { name: '¿Has olvidado la contraseña?' }).getAttribute('href')).toBe('/recovery-password')
  })

  it('takes over the session that another provider led to, and goes on to the page that was wanted [ID-025]', async () => {
    api.on(auth.refresh, () => session())
    const { router } = await renderApp({ at: '/login?signed-in=1&next=%2Fmystuff%2Fproducts', api })
    await screen.findByRole('heading', { name: 'Aquí vivirán tus entradas' })
    expect(router.state.location.pathname).toBe('/mystuff/products')
  })

  it('stays the login where there is no session after all, and says why somebody was sent back', async () => {
    api.on(auth.refresh, () => {
      throw new Refusal('UNAUTHENTICATED')
    })
    const { services } = await renderApp({ at: '/login?signed-in=1&reason=expired', api })
    expect((await screen.findByRole('alert')).textContent).toBe('El intento ha caducado. Empieza otra vez.')
    expect(services.session.get()).toEqual({ status: 'anonymous', expired: false })
  })

  it('shows the refusal in the words of the specification and stays where it is', async () => {
    api.on(auth.login, () => {
      throw new Refusal('INVALID_LOGIN')
    })
    const { user, router } = await renderApp({ at: '/login', api, language: 'en' })
    await user.type(await screen.findByLabelText(/E-mail/), 'lucia.ferrer@correo.example')
    await user.type(screen.getByLabelText(/^Password/), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The login details are incorrect or your credentials have not been approved yet.',
    )
    expect(router.state.location.pathname).toBe('/login')
  })

  it('says when nobody answers, and works once somebody does', async () => {
    api.on(auth.login, () => session())
    const { user, router } = await renderApp({ at: '/login', api })
    await fillIn(user)
    api.silence(true)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('Revisa tu conexión')
    api.silence(false)
    await user.click(submit())
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
    'does not follow next=%s out of the site [ID-009]',
    async (next) => {
      api.on(auth.login, () => session())
      const { user, router } = await renderApp({ at: `/login?next=${encodeURIComponent(next)}`, api })
      await fillIn(user)
      await user.click(submit())
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    },
  )

  it('sends a double click once', async () => {
    let answer: (() => void) | undefined
    api.on(auth.login, () => new Promise<ReturnType<typeof session>>((resolve) => (answer = () => resolve(session()))))
    const { user, router } = await renderApp({ at: '/login', api })
    await fillIn(user)
    await user.dblClick(submit())
    answer?.()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(api.countOf(auth.login)).toBe(1)
  })

  it('returns to where the visitor was', async () => {
    api.on(auth.login, ({ body }) => session(sessionUser({ user: body.user })))
    const { user, router } = await renderApp({ at: '/login?next=%2Fmystuff%2Fproducts', api })
    await fillIn(user)
    await user.click(submit())
    await waitFor(() => expect(router.state.location.pathname).toBe('/mystuff/products'))
    await screen.findByRole('heading', { name: 'Aquí vivirán tus entradas' })
    expect(api.calls.find((call) => call.endpoint === ticketsContract.list)?.token).toMatch(/^token-/)
  })

  it('has labels for everything and no fault that axe can see', async () => {
    const { container } = await renderApp({ at: '/login', api })
    await email()
    expect(await axeViolations(container)).toEqual([])
    expect(document.title).toBe('Entra en e-events · e-events')
  })
})
