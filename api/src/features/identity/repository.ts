import type { Knex } from 'knex'
import { prepared } from '../../db/knex.ts'
import type { RefreshTokenRow, UserRow, UserSessionRow } from '../../db/tables/identity.ts'
import type { AccessClaims } from '../../http/access-token.ts'

export type Account = UserRow & { approve_users: boolean }
export type IdentityRepository = ReturnType<typeof createIdentityRepository>

export function createIdentityRepository(knex: Knex) {
  return {
    async findByEmail(email: string): Promise<Account | undefined> {
      const [row] = await prepared<Account>(
        knex,
        'account-by-email',
        `select u.*, (select approve_users from site_config) as approve_users from users u where u.email = $1 and u.deleted_at is null`,
        [email],
      )
      return row
    },

    /** The account behind a token, while its device is still signed in. */
    async findActive(claims: AccessClaims): Promise<Account | undefined> {
      const [row] = await prepared<Account>(
        knex,
        'account-of-session',
        `select u.*, (select approve_users from site_config) as approve_users
         from user_sessions s join users u on u.id = s.user_id
         where s.id = $1 and s.user_id = $2 and s.revoked_at is null`,
        [claims.sessionId, claims.userId],
      )
      return row
    },

    async createSession(
      trx: Knex,
      session: { userId: string; client: 'web' | 'studio'; userAgent: string; address: string; expiresAt: Date; now: Date },
    ): Promise<UserSessionRow> {
      const [row] = await trx('user_sessions')
        .insert({
          user_id: session.userId,
          client: session.client,
          user_agent: session.userAgent,
          ip: session.address === '' ? null : session.address,
          expires_at: session.expiresAt,
          last_used_at: session.now,
        })
        .returning('*')
      if (!row) throw new Error('no session row')
      await trx('users').where({ id: session.userId }).update({ last_login_at: session.now })
      return row
    },

    async addRefreshToken(trx: Knex, token: { sessionId: string; hash: Buffer; expiresAt: Date }): Promise<RefreshTokenRow> {
      const [row] = await trx('refresh_tokens')
        .insert({ session_id: token.sessionId, token_hash: token.hash, expires_at: token.expiresAt })
        .returning('*')
      if (!row) throw new Error('no refresh token row')
      return row
    },

    /** The token and its device, both locked: two refreshes of one device come one after the other. */
    async lockRefreshToken(trx: Knex, hash: Buffer): Promise<{ token: RefreshTokenRow; session: UserSessionRow } | undefined> {
      const found = await trx('refresh_tokens').where({ token_hash: hash }).first('session_id')
      if (!found) return undefined
      const session = await trx('user_sessions').where({ id: found.session_id }).forUpdate().first()
      const token = await trx('refresh_tokens').where({ token_hash: hash }).first()
      return session && token ? { session, token } : undefined
    },

    async findRefreshToken(trx: Knex, id: string): Promise<RefreshTokenRow | undefined> {
      return trx('refresh_tokens').where({ id }).first()
    },

    async markUsed(trx: Knex, tokenId: string, now: Date): Promise<void> {
      await trx('refresh_tokens').where({ id: tokenId }).update({ used_at: now })
    },

    async setReplacement(trx: Knex, tokenId: string, replacedById: string): Promise<void> {
      await trx('refresh_tokens').where({ id: tokenId }).update({ replaced_by_id: replacedById })
    },

    async touchSession(trx: Knex, sessionId: string, now: Date, expiresAt: Date): Promise<void> {
      await trx('user_sessions').where({ id: sessionId }).update({ last_used_at: now, expires_at: expiresAt })
    },

    async revokeSession(trx: Knex, sessionId: string, reason: 'logout' | 'reuse', now: Date): Promise<void> {
      await trx('user_sessions').where({ id: sessionId }).whereNull('revoked_at').update({ revoked_at: now, revoked_reason: reason })
    },

    async findById(trx: Knex, userId: string): Promise<Account | undefined> {
      return trx('users')
        .where({ id: userId })
        .select('users.*', trx.raw('(select approve_users from site_config) as approve_users'))
        .first<Account | undefined>()
    },
  }
}
