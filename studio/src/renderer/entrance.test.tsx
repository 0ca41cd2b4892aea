import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeStudio } from '../testing/fake-studio.ts'
import { fakeApi, fakeSession, refusal, type Answers } from '@e-events/shared/client/testing/fake-api.ts'
import { fakePlatform, fakeProduct, renderApp } from '../testing/render-app.tsx'

const list = (...items: unknown[]) => ({ status: 200, body: { items, nextCursor: null, total: items.length } })

async function open(answers: Answers, platform = fakePlatform()) {
  const api = fakeApi(answers)
  await renderApp({ api, studio: fakeStudio(), platform })
  return { api, platform, user: userEvent.setup({ delay: null }) }
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText(/^E-mail/), 'olga@example.test')
  await user.type(screen.getByLabelText(/^Password/), 'secret-1')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

describe('logging in [LIVE-008]', () => {
  it('refuses before it asks: no e-mail, no password', async () => {
    const { user, api } = await open({})
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeDisabled()
    await user.type(screen.getByLabelText(/^E-mail/), 'olga')
    await user.tab()
    expect(await screen.findByText('Enter a valid e-mail address.')).toBeVisible()
    expect(api.calls).toEqual([])
  })

  it('shows a refusal in the language of the screens and keeps the form', async () => {
    const { user, platform } = await open({ 'POST /auth/login': refusal('INVALID_LOGIN', 401) })
    await logIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('The login details are incorrect')
    expect(screen.getByLabelText(/^E-mail/)).toHaveValue('olga@example.test')
    expect(platform.log).toEqual([])
  })

  it('asks for the code of the second factor once the password was right, and says when it is wrong', async () => {
    const { user, api } = await open({
      'POST /auth/login': (body) => {
        const { code } = body as { code?: string }
        if (code === undefined) return refusal('TWO_FACTOR_REQUIRED', 400)
        return code === '123456' ? { status: 200, body: fakeSession() } : refusal('TWO_FACTOR_WRONG', 400)
      },
      'GET /account/products': list(),
    })
    expect(screen.queryByLabelText(/^Verification code/)).toBeNull()
    await logIn(user)
    const code = await screen.findByLabelText(/^Verification code/)
    expect(screen.queryByRole('alert')).toBeNull()
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    await user.clear(code)
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('No live events yet')).toBeVisible()
    expect(api.calls[0]).not.toHaveProperty('body.code')
  })

  it('keeps the refresh token in the key store of the system and lists the own live products with their next session', async () => {
    const { user, platform, api } = await open({
      'POST /auth/login': { status: 200, body: fakeSession() },
      'GET /account/products': list(fakeProduct()),
    })
    await logIn(user)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your live events' })).toBeVisible()
    const row = await screen.findByRole('listitem', { name: 'Night of tests' })
    expect(within(row).getByText(/Sala · /)).toBeVisible()
    expect(within(row).getByRole('link', { name: 'Open the desk of Night of tests' })).toHaveAttribute('href', '#/desk/show')
    expect(platform.log).toEqual(['save refresh-1'])
    expect(api.calls[0]).toMatchObject({ key: 'POST /auth/login', body: { client: 'studio' } })
  })

  it('is not needed after a restart: the kept token is exchanged', async () => {
    const kept = fakePlatform()
    kept.tokens.load = () => Promise.resolve('refresh-0')
    const { api } = await open({ 'POST /auth/refresh': { status: 200, body: fakeSession() }, 'GET /account/products': list() }, kept)
    expect(await screen.findByText('No live events yet')).toBeVisible()
    expect(api.calls[0]).toMatchObject({ key: 'POST /auth/refresh', body: { refreshToken: 'refresh-0' } })
    expect(kept.log).toEqual(['save refresh-1'])
  })

  it('a token that the server no longer takes is forgotten', async () => {
    const kept = fakePlatform()
    kept.tokens.load = () => Promise.resolve('stolen')
    await open({ 'POST /auth/refresh': refusal('UNAUTHENTICATED', 401) }, kept)
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
    expect(kept.log).toEqual(['clear'])
  })

  it('in a tab the cookie is asked for only where there may be one, and no script sees a refresh token', async () => {
    localStorage.removeItem('e-events.session')
    const tab = fakePlatform({ kind: 'browser', credentials: 'cookie' })
    const { user, api } = await open(
      { 'POST /auth/login': { status: 200, body: { ...fakeSession(), refreshToken: null } }, 'GET /account/products': list() },
      tab,
    )
    await logIn(user)
    await screen.findByText('No live events yet')
    expect(api.calls.map((call) => call.key)).toEqual(['POST /auth/login', 'GET /account/products'])
    expect(api.calls[0]?.body).toMatchObject({ client: 'web' })
    expect(tab.log).toEqual([])
    expect(localStorage.getItem('e-events.session')).toBe('1')
    localStorage.removeItem('e-events.session')
  })

  it('logging out ends the session at the server too', async () => {
    const { user, platform, api } = await open({
      'POST /auth/login': { status: 200, body: fakeSession() },
      'GET /account/products': list(),
      'POST /auth/logout': { status: 204 },
    })
    await logIn(user)
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
    expect(api.calls.at(-1)?.key).toBe('POST /auth/logout')
    expect(platform.log.at(-1)).toBe('clear')
  })
})

describe('the list', () => {
  const session = { 'POST /auth/login': { status: 200, body: fakeSession() } }

  it('an account that does not broadcast is told so, and asked for nothing', async () => {
    const { user, api } = await open({ 'POST /auth/login': { status: 200, body: fakeSession(['VIEWER']) } })
    await logIn(user)
    expect(await screen.findByText('This account does not broadcast')).toBeVisible()
    expect(api.calls.map((call) => call.key)).not.toContain('GET /account/products')
  })

  it.each([
    ['PRODUCT_NOT_PUBLISHED', /It is a draft/, true],
    ['CHANNEL_NOT_APPROVED', /not approved yet/, false],
    ['SESSION_FINISHED', /last session is over/, false],
    ['BROADCAST_NO_SESSION', /60 minutes before/, true],
  ] as const)('says why %s cannot go live and what to do', async (goLiveRefusal, words, canPrepare) => {
    const { user } = await open({ ...session, 'GET /account/products': list(fakeProduct({ goLiveRefusal })) })
    await logIn(user)
    const row = await screen.findByRole('listitem', { name: 'Night of tests' })
    expect(within(row).getByText(words)).toBeVisible()
    expect(within(row).queryByRole('link') !== null).toBe(canPrepare)
  })

  it('without an event the way to make one is a press, on the platform', async () => {
    const { user, platform } = await open({ 'POST /auth/login': { status: 200, body: fakeSession() }, 'GET /account/products': list() })
    await logIn(user)
    await user.click(await screen.findByRole('button', { name: 'Create an event' }))
    await waitFor(() => expect(platform.log.join('\n')).toMatch(/open https?:\/\/[^/]+\/account\/products\/new/))
  })

  it('a show that runs comes first, with the way back', async () => {
    const airing = fakeProduct({
      id: '00000000-0000-4000-8000-000000000009',
      title: 'On now',
      broadcast: { state: 'on_air', startedAt: new Date().toISOString() },
      goLiveRefusal: 'BROADCAST_STATE',
    })
    const { user } = await open({ ...session, 'GET /account/products': list(fakeProduct(), airing) })
    await logIn(user)
    const rows = await screen.findAllByRole('listitem')
    expect(rows[0]).toHaveAccessibleName('On now')
    expect(within(rows[0]!).getByRole('link', { name: 'Back to the show On now' })).toBeVisible()
  })

  it('an error has a retry that works', async () => {
    let turn = 0
    const { user } = await open({
      ...session,
      'GET /account/products': () => ((turn += 1) === 1 ? refusal('FORBIDDEN_ROLE', 403) : list(fakeProduct())),
    })
    await logIn(user)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('listitem', { name: 'Night of tests' })).toBeVisible()
  })
})

describe('the application', () => {
  it('asks for the platform first, and takes only safe addresses', async () => {
    const chosen: string[] = []
    let address: string | null = null
    const platform = fakePlatform()
    Object.assign(platform.server, {
      origin: () => Promise.resolve(address),
      choose: (next: string) => Promise.resolve(void chosen.push((address = next))),
    })
    const { user } = await open({}, platform)
    const field = await screen.findByLabelText(/Address of the platform/)
    await user.type(field, 'http://example.org')
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await user.clear(field)
    await user.type(field, 'events.example.org/home')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(chosen).toEqual(['https://events.example.org']))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
  })

  it('speaks the three languages', async () => {
    const { user } = await open({})
    await user.click(await screen.findByRole('button', { name: 'Language' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Português' }))
    expect(await screen.findByRole('button', { name: 'Entrar' })).toBeVisible()
    expect(document.documentElement.lang).toBe('pt')
    localStorage.removeItem('e-events.language')
  })
})

describe('a studio that is too old', () => {
  const answers = (leastStudioVersion: string): Answers => ({
    'GET /site': {
      status: 200,
      body: {
        supportEmail: 'a@example.org',
        leastStudioVersion,
        operator: { name: null, taxId: null, address: null, registry: null, dataProtectionEmail: null },
      },
    },
  })

  it('says so before the log-in and leads to the one in the browser', async () => {
    const { user, platform } = await open(answers('0.2.0'), fakePlatform({ version: '0.1.0' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'This studio is too old' })).toBeVisible()
    expect(screen.getByText(/version 0\.1\.0.*https:\/\/events\.example\.org\/studio\//)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Log in' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open the studio in the browser' }))
    expect(platform.log).toEqual(['open https://events.example.org/studio/'])
  })

  it.each([
    ['is the oldest that is spoken with', '0.1.0', '0.1.0'],
    ['comes with the platform, in a browser', '9.0.0', null],
  ])('is none that %s', async (_, least, version) => {
    await open(answers(least), fakePlatform({ version }))
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeVisible()
  })
})
