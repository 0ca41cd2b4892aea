import { auth } from '@e-events/shared/contract/auth.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { ApiRouter, Bind, Call } from '../../http/bind.ts'
import { toSession, toSessionUser } from './presenter.ts'
import type { Identity, OpenSession } from './service.ts'

const cookieName = 'ee_refresh'

export function identityRoutes(router: ApiRouter, bind: Bind, deps: { identity: Identity; secureCookies: boolean }): void {
  const { me, ...doors } = auth
  const cookie = { path: '/api/auth', maxAgeMs: limits.refreshTokenMs, secure: deps.secureCookies }

  // Log-in, refresh and log-out are what a client with a stale access token calls: they never look at it.
  bind(
    router,
    doors,
    {
      async login({ body, client, cookies }) {
        const opened = await deps.identity.login({ ...client, email: body.user, password: body.password, client: body.client })
        return present(opened, cookies)
      },
      async refresh({ body, cookies }) {
        return present(await deps.identity.refresh(body.refreshToken ?? cookies.get(cookieName)), cookies)
      },
      async logout({ body, cookies }) {
        const fromCookie = cookies.get(cookieName)
        await deps.identity.logout(body.refreshToken ?? fromCookie)
        if (fromCookie !== undefined) cookies.set(cookieName, null, cookie)
      },
    },
    { sessionless: true },
  )
  bind(router, { me }, { me: async ({ user }) => toSessionUser(user.row) })

  function present(opened: OpenSession, cookies: Call['cookies']) {
    if (opened.client === 'web') cookies.set(cookieName, opened.refreshToken, cookie)
    return toSession(opened)
  }
}
