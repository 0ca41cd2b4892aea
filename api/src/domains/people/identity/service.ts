import { isAdmin } from '@e-events/shared/domain/roles.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import type { AccessTokens } from '../../../http/access-token.ts'
import type { SessionActor } from '../../../http/actor.ts'
import { clientKey, type RateLimits } from '../../../http/rate-limit.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { createToken, hashOfToken } from './email-tokens.ts'
import { createGuessing } from './guessing.ts'
import type { Passwords } from './passwords.ts'
import { mayUsePlatform } from './policy.ts'
import type { Account, IdentityRepository, RevocationReason } from './repository.ts'
import type { TwoFactor } from './two-factor.ts'
import { deviceLabel } from '../../../http/user-agent.ts'

export interface OpenSession {
  account: Account
  client: 'web' | 'studio'
  accessToken: string
  accessExpiresAtMs: number
  refreshToken: string
}

export interface Device {
  client: 'web' | 'studio'
  address: string
  requestId: string
  userAgent: string
}

/** Facts of a request, for the security log. */
export type Where = Pick<Device, 'address' | 'requestId'>

export interface LoginInput extends Device {
  email: string
  password: string
  /** Code of the second factor. */
  code: string | undefined
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * A reply that gets lost (a page reloaded while it refreshes) leaves the client with a used token. For this long the
 * used token may be presented once more, as long as its successor was never used; later it is reuse, and the whole
 * family ends.
 */
const lostReplyMs = 10_000

export function createIdentity(deps: {
  knex: Knex
  repository: IdentityRepository
  passwords: Passwords
  twoFactor: TwoFactor
  mailer: Mailer
  accessTokens: AccessTokens
  rateLimits: RateLimits
  clock: Clock
  countLogin(outcome: 'ok' | 'refused'): void
  security: SecurityLog
}) {
  const { knex, repository, clock, security } = deps
  const guessing = createGuessing(deps)

  return {
    /**
     * @throws DomainError INVALID_LOGIN for an unknown account, a wrong password and an account that may not log in:
     * same words, same time; TWO_FACTOR_REQUIRED and TWO_FACTOR_WRONG only to somebody who knows the password
     */
    async login(input: LoginInput): Promise<OpenSession> {
      const throttleKey = `${input.email.toLowerCase()}|${clientKey('loginAccount', input.address)}`
      await deps.rateLimits.consume('loginAccount', throttleKey)
      const account = await repository.findByEmail(input.email)
      await guessing.assertNoPause(account, input)
      const matches = await deps.passwords.matches(input.password, account?.password_hash)
      if (!account || !matches || !mayUsePlatform(account)) {
        deps.countLogin('refused')
        security('login.failed', { ...whereOf(input), accountId: account?.id })
        await guessing.countFailure(account, input)
        throw new DomainError('INVALID_LOGIN')
      }
      try {
        await deps.twoFactor.assertCode(account.id, input.code)
      } catch (error) {
        deps.countLogin('refused')
        if (error instanceof DomainError && error.code === 'TWO_FACTOR_WRONG')
          security('second_factor.failed', { ...whereOf(input), accountId: account.id })
        throw error
      }
      await deps.rateLimits.reset('loginAccount', throttleKey)
      deps.countLogin('ok')
      return openSession(account, input)
    },

    openSession,

    /**
     * @throws DomainError UNAUTHENTICATED when the token is unknown, expired, used before or of an account that may not
     * log in
     */
    async refresh(refreshToken: string | undefined, client: Where): Promise<OpenSession> {
      if (refreshToken === undefined) throw new DomainError('UNAUTHENTICATED')
      const now = clock.now()
      // Answered instead of thrown inside the transaction: ending a stolen family has to be committed.
      const opened = await knex.transaction(async (trx) => {
        const locked = await repository.lockRefreshToken(trx, hashOfToken(refreshToken))
        if (!locked || locked.session.revoked_at !== null || locked.token.expires_at <= now) return undefined
        const { session } = locked
        if (session.created_at.getTime() + limits.sessionMs <= now.getTime()) return undefined
        let { token } = locked
        if (token.used_at !== null) {
          const successor = token.replaced_by_id === null ? undefined : await repository.findRefreshToken(trx, token.replaced_by_id)
          const replyWasLost =
            now.getTime() - token.used_at.getTime() <= lostReplyMs && successor !== undefined && successor.used_at === null
          if (!replyWasLost) {
            await repository.revokeSession(trx, session.id, 'reuse', now)
            security('token.reuse', { ...whereOf(client), accountId: session.user_id })
            await notifyOfReuse(trx, session, now)
            return undefined
          }
          token = successor
        }
        const account = await repository.findById(trx, session.user_id)
        if (!account || !mayUsePlatform(account) || session.client === 'api') return undefined
        await repository.markUsed(trx, token.id, now)
        const expiresAt = endOfUse(session.created_at, now)
        const next = await issueRefreshToken(trx, session.id, expiresAt)
        await repository.setReplacement(trx, token.id, next.id)
        await repository.touchSession(trx, session.id, now, expiresAt)
        return { account, client: session.client, refreshToken: next.refreshToken, ...(await issueAccessToken(account, session.id)) }
      })
      if (!opened) throw new DomainError('UNAUTHENTICATED')
      return opened
    },

    /** Ends the device of this refresh token; an unknown one is fine: the caller is logged out either way. */
    async logout(refreshToken: string | undefined): Promise<void> {
      if (refreshToken === undefined) return
      await knex.transaction(async (trx) => {
        const locked = await repository.lockRefreshToken(trx, hashOfToken(refreshToken))
        if (locked) await repository.revokeSession(trx, locked.session.id, 'logout', clock.now())
      })
    },

    async findActor(claims: { userId: string; sessionId: string }): Promise<SessionActor | undefined> {
      const account = await repository.findActive(claims as Parameters<typeof repository.findActive>[0])
      if (!account || !mayUsePlatform(account)) return undefined
      return {
        id: account.id as SessionActor['id'],
        roles: account.roles,
        isAdmin: isAdmin(account.roles),
        sessionId: claims.sessionId,
        row: account,
        lacksTwoFactor: account.lacks_two_factor,
        isConfirmed: account.confirmed_at !== null && clock.nowMs() - account.confirmed_at.getTime() < limits.stepUpMs,
      }
    },

    /**
     * Signs the account out everywhere, or everywhere else. In the caller's transaction: a block and its sessions end
     * together.
     */
    async endSessions(trx: Knex, userId: string, reason: RevocationReason, options: { except?: string } = {}): Promise<number> {
      return (await repository.revokeSessions(trx, userId, { ...options, reason, now: clock.now() })).length
    },
  }

  /** For an account whose owner proved to be there, whichever way. */
  async function openSession(account: Account, input: Device): Promise<OpenSession> {
    const now = clock.now()
    security('login.ok', { ...whereOf(input), accountId: account.id })
    return knex.transaction(async (trx) => {
      await warnOfNewDevice(trx, account, input, now)
      const session = await repository.createSession(trx, {
        userId: account.id,
        client: input.client,
        userAgent: input.userAgent,
        label: deviceLabel(input.userAgent),
        address: input.address,
        expiresAt: later(now, limits.refreshTokenMs),
        now,
      })
      const { refreshToken } = await issueRefreshToken(trx, session.id, session.expires_at)
      return { account, client: input.client, refreshToken, ...(await issueAccessToken(account, session.id)) }
    })
  }

  /** Somebody else may have the token, so its owner is told; once, since the session ends with it. */
  async function notifyOfReuse(trx: Knex, session: { user_id: string; user_agent: string }, now: Date): Promise<void> {
    const account = await repository.findById(trx, session.user_id)
    if (!account) return
    const data = { name: account.name, device: deviceLabel(session.user_agent), at: now.toISOString(), timezone: account.time_zone }
    await deps.mailer.enqueue(trx, { template: 'session_reused', to: account.email, language: account.locale, data })
  }

  /** Not on the very first log-in: then every device is new. */
  async function warnOfNewDevice(trx: Knex, account: Account, input: Device, now: Date): Promise<void> {
    const known = await repository.listKnownDevices(trx, account.id)
    const label = deviceLabel(input.userAgent)
    if (known.length === 0 || known.some((device) => device.client === input.client && deviceLabel(device.user_agent) === label)) return
    await deps.mailer.enqueue(trx, {
      template: 'new_device',
      to: account.email,
      language: account.locale,
      data: { name: account.name, device: label, address: input.address || '—', at: now.toISOString(), timezone: account.time_zone },
    })
  }

  async function issueRefreshToken(trx: Knex, sessionId: string, expiresAt: Date): Promise<{ id: string; refreshToken: string }> {
    const refreshToken = createToken()
    const row = await repository.addRefreshToken(trx, {
      sessionId,
      hash: hashOfToken(refreshToken),
      expiresAt,
    })
    return { id: row.id, refreshToken }
  }

  async function issueAccessToken(account: Account, sessionId: string): Promise<{ accessToken: string; accessExpiresAtMs: number }> {
    const { token, expiresAtMs } = await deps.accessTokens.sign({ userId: account.id as SessionActor['id'], sessionId }, clock.nowMs())
    return { accessToken: token, accessExpiresAtMs: expiresAtMs }
  }
}

export const whereOf = ({ address, requestId }: Where): Where => ({ address, requestId })

/** A session that nobody uses ends sooner than one that is refreshed, which ends too. */
function endOfUse(beganAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + limits.refreshTokenMs, beganAt.getTime() + limits.sessionMs))
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms)
}
