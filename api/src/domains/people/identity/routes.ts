import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { auth, signUp } from '@e-events/shared/contract/people/auth.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import type { ApiRouter, Bind, Call } from '../../../http/bind.ts'
import { linkCookie, refreshCookie } from '../../../http/refresh-cookie.ts'
import type { OptOut } from '../account/opt-out.ts'
import type { Credentials } from './credentials.ts'
import type { Identities } from './identities.ts'
import { toDevice, toLinkedIdentity, toSession } from './presenter.ts'
import { whereOf, type Identity, type OpenSession } from './service.ts'
import type { SignUp } from './sign-up.ts'
import type { TwoFactor } from './two-factor.ts'

const cookieName = refreshCookie.name
/** The secret of a sign-up, kept by the browser until the link of the mail is opened in it. */
const signUpCookie = { name: 'ee_sign_up', path: '/api/auth/activate' } as const

export interface IdentityRoutesDeps {
  identity: Identity
  signUp: SignUp
  credentials: Credentials
  optOut: Pick<OptOut, 'optOut'>
  twoFactor: TwoFactor
  identities: Identities
  myData(userId: string): Promise<MyData>
  security: SecurityLog
}

export function identityRoutes(router: ApiRouter, bind: Bind, deps: IdentityRoutesDeps): void {
  const cookie = { path: refreshCookie.path, maxAgeMs: limits.refreshTokenMs }

  const proofCookie = { path: signUpCookie.path, maxAgeMs: limits.activationLinkMs }

  // The doors never look at an access token: they are what a client with a stale one calls.
  bind(
    router,
    auth,
    {
      async login({ body, client, cookies }) {
        const { user: email, password, code } = body
        const opened = await deps.identity.login({ ...client, email, password, code, client: body.client })
        const pendingLink = cookies.get(linkCookie.name)
        if (pendingLink !== undefined) {
          await deps.identities.link(opened.account, pendingLink)
          cookies.set(linkCookie.name, null, { path: linkCookie.path, maxAgeMs: 0 })
        }
        return present(opened, cookies)
      },
      async refresh({ body, client, cookies }) {
        return present(await deps.identity.refresh(body.refreshToken ?? cookies.get(cookieName), client), cookies)
      },
      async logout({ body, cookies, clearCache }) {
        const fromCookie = cookies.get(cookieName)
        await deps.identity.logout(body.refreshToken ?? fromCookie)
        if (fromCookie !== undefined) cookies.set(cookieName, null, cookie)
        clearCache()
      },
    },
    { sessionless: true },
  )
  bind(
    router,
    signUp,
    {
      async register({ body, client, cookies }) {
        const { user, proof } = await deps.signUp.register(body, client)
        cookies.set(signUpCookie.name, proof, proofCookie)
        return { id: user.id, user: user.email }
      },
      async activate({ params, body, client, cookies }) {
        const shown = { proof: cookies.get(signUpCookie.name), password: body.password }
        const activation = await deps.signUp.activate(params.token, shown)
        if (activation.state === 'password') return { state: activation.state }
        cookies.set(signUpCookie.name, null, proofCookie)
        if (activation.state === 'active') {
          const opened = await deps.identity.openSession(activation.account, { ...client, client: 'web' })
          cookies.set(cookieName, opened.refreshToken, cookie)
        }
        return { state: activation.state }
      },
      async recovery({ body, client }) {
        deps.security('reset.asked', whereOf(client))
        await deps.signUp.recover(body.email)
        return { sent: true as const }
      },
      async reset({ params, body, client }) {
        const accountId = await deps.signUp.reset(params.token, body.password)
        deps.security('reset.done', { ...whereOf(client), accountId })
      },
      confirmEmail: async ({ params }) => ({ state: await deps.credentials.confirmEmail(params.token) }),
      optOut: ({ params, client }) => deps.optOut.optOut(params.token, client),
    },
    { sessionless: true },
  )
  credentialRoutes(router, bind, deps)

  function present(opened: OpenSession, cookies: Call['cookies']) {
    if (opened.client === 'web') cookies.set(cookieName, opened.refreshToken, cookie)
    return toSession(opened)
  }
}

/** The ways into the account, for somebody who is in. */
function credentialRoutes(
  router: ApiRouter,
  bind: Bind,
  { credentials, twoFactor, identities, myData, security }: IdentityRoutesDeps,
): void {
  const { identities: linked, unlinkIdentity } = account
  bind(
    router,
    { linked, unlinkIdentity },
    {
      linked: async ({ user }) => ({ items: (await identities.list(user.id)).map(toLinkedIdentity) }),
      unlinkIdentity: ({ user, params }) => identities.unlink(user.id, params.id),
    },
  )

  const { changePassword, changeEmail, cancelEmailChange, devices, signOutDevice, signOutOthers } = account
  bind(
    router,
    { changePassword, changeEmail, cancelEmailChange, devices, signOutDevice, signOutOthers },
    {
      changePassword: ({ user, body }) => credentials.changePassword(user.row, { ...body, sessionId: user.sessionId }),
      async changeEmail({ user, body }) {
        await credentials.requestEmailChange(user.row, body)
        return myData(user.id)
      },
      async cancelEmailChange({ user }) {
        await credentials.cancelEmailChange(user.id)
        return myData(user.id)
      },
      async devices({ user }) {
        const rows = await credentials.listDevices(user.id)
        return { items: rows.map((row) => toDevice(row, user.sessionId)) }
      },
      signOutDevice: ({ user, params }) => credentials.signOutDevice(user.id, params.id),
      signOutOthers: ({ user }) => credentials.signOutOthers(user.id, user.sessionId),
    },
  )

  bind(
    router,
    { stepUp: account.stepUp },
    {
      async stepUp({ user, body, client }) {
        const facts = { ...whereOf(client), accountId: user.id }
        try {
          await credentials.stepUp(user.row, { password: body.password, code: body.code, sessionId: user.sessionId })
        } catch (error) {
          if (error instanceof DomainError && ['PASSWORD_WRONG', 'TWO_FACTOR_WRONG'].includes(error.code)) security('step_up.failed', facts)
          throw error
        }
        security('step_up.ok', facts)
      },
    },
  )

  const { startTwoFactor, confirmTwoFactor, newRecoveryCodes, stopTwoFactor } = account
  bind(
    router,
    { startTwoFactor, confirmTwoFactor, newRecoveryCodes, stopTwoFactor },
    {
      async startTwoFactor({ user, body }) {
        await credentials.assertPassword(user.row, body.password)
        return twoFactor.start(user.row)
      },
      async confirmTwoFactor({ user, body, client }) {
        const recoveryCodes = await twoFactor.confirm(user.row, body.code)
        security('second_factor.on', { ...whereOf(client), accountId: user.id })
        return { recoveryCodes }
      },
      async newRecoveryCodes({ user, body }) {
        await credentials.assertPassword(user.row, body.password)
        await twoFactor.assertCode(user.id, body.code)
        return { recoveryCodes: await twoFactor.newRecoveryCodes(user.row) }
      },
      async stopTwoFactor({ user, body, client }) {
        await credentials.assertPassword(user.row, body.password)
        await twoFactor.assertCode(user.id, body.code)
        await twoFactor.stop(user.row)
        security('second_factor.off', { ...whereOf(client), accountId: user.id })
      },
    },
  )
}
