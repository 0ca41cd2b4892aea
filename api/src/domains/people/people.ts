import { cachedResponseMs } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Base, Timer } from '../../base.ts'
import { createAccessTokens } from '../../http/access-token.ts'
import { createAuthenticate } from '../../http/authenticate.ts'
import type { ApiRouter, Bind, Handlers } from '../../http/bind.ts'
import type { loginConfig } from '@e-events/shared/contract/people/login-config.ts'
import { createDeleteAccount } from './account/delete-account.ts'
import { createExportData } from './account/export-data.ts'
import { createOptOut } from './account/opt-out.ts'
import { createAccountRepository } from './account/repository.ts'
import { accountRoutes } from './account/routes.ts'
import { createAccount } from './account/service.ts'
import { createAuditRepository } from './audit/repository.ts'
import { auditRoutes } from './audit/routes.ts'
import { createCredentials } from './identity/credentials.ts'
import { createExternalLogin } from './identity/external-login.ts'
import { forgetOldSessions } from './identity/forget-sessions.ts'
import { createIdentities } from './identity/identities.ts'
import { createPasswords } from './identity/passwords.ts'
import { createIdentityRepository } from './identity/repository.ts'
import { identityRoutes } from './identity/routes.ts'
import { createIdentity } from './identity/service.ts'
import { createSignUp } from './identity/sign-up.ts'
import { createTwoFactor } from './identity/two-factor.ts'
import { getMyData } from './read/my-data.ts'
import { createOpenId } from './single-sign-on/openid.ts'
import { providerRoutes } from './single-sign-on/provider-routes.ts'
import { createProviders } from './single-sign-on/providers.ts'
import { createProviderRepository } from './single-sign-on/repository.ts'
import { singleSignOnRoutes } from './single-sign-on/routes.ts'
import { createSingleSignOn } from './single-sign-on/service.ts'
import { createClients } from './users/clients.ts'
import { createUserRepository } from './users/repository.ts'
import { userRoutes } from './users/routes.ts'
import { createUsers } from './users/service.ts'

export type People = ReturnType<typeof createPeople>

interface PeopleDeps {
  /** Whether new accounts wait for the approval of staff. */
  asksForApproval(): Promise<boolean>
  announceSettings(change: 'config.updated'): Promise<void>
}

/** Accounts, log-in by password, second factor and other providers, what staff does to accounts, and the audit log. */
export function createPeople(base: Base, { asksForApproval, announceSettings }: PeopleDeps) {
  const { env, knex, secretBox, rateLimits, mailer, metrics, security, events, storage, clock, log } = base
  const repository = createIdentityRepository(knex)
  const twoFactor = createTwoFactor({ knex, secretBox, rateLimits, mailer, clock })
  const activeMs = base.cachesResponses ? cachedResponseMs : 0
  const authDeps = { knex, repository, passwords: createPasswords(), mailer, rateLimits, clock, log, security, twoFactor }
  const countLogin = (outcome: 'ok' | 'refused') => metrics.logins.inc({ outcome })
  const accessTokens = createAccessTokens({ secret: env.ACCESS_TOKEN_SECRET, ttlMs: limits.accessTokenMs })
  const identity = createIdentity({ ...authDeps, accessTokens, countLogin })
  const signUp = createSignUp(authDeps)
  const credentials = createCredentials({
    ...authDeps,
    publishEnded: async (end) =>
      void (await events
        .publish('session.ended', end)
        .catch((error: unknown) => log.warn({ err: error }, 'the end of sessions could not be published'))),
  })
  const providerRepository = createProviderRepository(knex, secretBox)
  const openId = createOpenId({ clock, production: env.reach === 'production' })
  const singleSignOn = createSingleSignOn({
    providers: providerRepository,
    openId,
    secretBox,
    enter: createExternalLogin({ ...authDeps, openSession: identity.openSession, countLogin }),
    clock,
    origin: env.PUBLIC_ORIGIN,
  })
  const providers = createProviders({
    knex,
    repository: providerRepository,
    redirectUri: singleSignOn.redirectUri,
    isProduction: env.reach === 'production',
    announce: () => announceSettings('config.updated'),
  })
  const deleteAccount = createDeleteAccount({ knex, mailer, events, clock })
  const users = createUsers({
    knex,
    repository: createUserRepository(knex),
    events,
    erase: deleteAccount.erase,
    mailer,
    asksForApproval,
    clock,
    log,
  })
  const accountRepository = createAccountRepository(knex)
  const optOut = createOptOut({ knex, repository: accountRepository, secret: env.DATA_ENCRYPTION_KEY, clock })
  const account = createAccount({
    knex,
    repository: accountRepository,
    storage,
    mailer,
    assertPassword: credentials.assertPassword,
    clock,
    log,
  })

  const timers: Timer[] = [
    { name: 'accounts to delete', periodMs: 5 * 60_000, run: deleteAccount.deleteDue },
    { name: 'old sessions', periodMs: 60 * 60_000, run: () => forgetOldSessions(knex, clock.now()) },
  ]
  return {
    authenticate: createAuthenticate({ tokens: accessTokens, findActor: identity.findActor, nowMs: clock.nowMs, activeMs }),
    identity,
    signUp,
    deleteAccount,
    optOut,
    timers,
    routes(router: ApiRouter, bind: Bind, other: { twoFactor: Pick<Handlers<typeof loginConfig>, 'twoFactor' | 'updateTwoFactor'> }): void {
      const myData = (userId: string) => getMyData(knex, userId, clock.now())
      const identities = createIdentities({ knex, mailer, openLink: singleSignOn.openLink })
      identityRoutes(router, bind, { identity, signUp, credentials, optOut, twoFactor, identities, myData, security })
      singleSignOnRoutes(router, { singleSignOn, rateLimits })
      accountRoutes(router, bind, { account, exportData: createExportData({ knex, clock }), myData })
      userRoutes(router, bind, { users, clients: createClients({ knex }), clock, security })
      auditRoutes(router, bind, { audit: createAuditRepository(knex), clock })
      providerRoutes(router, bind, { providers, openId, twoFactor: other.twoFactor })
    },
  }
}
