import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type {
  ConsentInsert,
  RefreshTokenRow,
  UserIdentityInsert,
  UserInsert,
  UserRow,
  UserSessionRow,
  UserUpdate,
} from '../../../db/tables/people.ts'
import type { AccessClaims } from '../../../http/access-token.ts'

/** `lacks_two_factor`: one of its roles asks for a second factor that it does not have. */
export type Account = UserRow & { approve_users: boolean; lacks_two_factor: boolean }

const accountColumns = (users: string) => `${users}.*, (select approve_users from site_config) as approve_users,
  coalesce((select two_factor_roles && ${users}.roles from site_config), false)
    and not exists (select from user_totps f where f.user_id = ${users}.id and f.confirmed_at is not null) as lacks_two_factor`
export type RevocationReason = NonNullable<UserSessionRow['revoked_reason']>

/** The settings that sign-up obeys. */
export interface SignUpRules {
  approve_users: boolean
  allowed_email_domains: string[]
  forbidden_email_domains: string[]
  register_fields: unknown
}
export type IdentityRepository = ReturnType<typeof createIdentityRepository>

export function createIdentityRepository(knex: Knex) {
  return {
    async findByEmail(email: string): Promise<Account | undefined> {
      const [row] = await prepared<Account>(
        knex,
        'account-by-email',
        `select ${accountColumns('u')} from users u where u.email = $1 and u.deleted_at is null`,
        [email],
      )
      return row
    },

    /**
     * The account behind a token, while its device is still signed in, and when that device last proved whose it is.
     */
    async findActive(claims: AccessClaims): Promise<(Account & { confirmed_at: Date | null }) | undefined> {
      const [row] = await prepared<Account & { confirmed_at: Date | null }>(
        knex,
        'account-of-session',
        `select ${accountColumns('u')}, s.confirmed_at from user_sessions s join users u on u.id = s.user_id
         where s.id = $1 and s.user_id = $2 and s.revoked_at is null`,
        [claims.sessionId, claims.userId],
      )
      return row
    },

    async createSession(
      trx: Knex,
      session: { userId: string; client: 'web' | 'studio'; userAgent: string; label: string; address: string; expiresAt: Date; now: Date },
    ): Promise<UserSessionRow> {
      const [row] = await trx('user_sessions')
        .insert({
          user_id: session.userId,
          client: session.client,
          user_agent: session.userAgent,
          device_label: session.label,
          ip: session.address === '' ? null : session.address,
          expires_at: session.expiresAt,
          last_used_at: session.now,
          confirmed_at: session.now,
          created_at: session.now,
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

    async confirmSession(sessionId: string, now: Date): Promise<void> {
      await knex('user_sessions').where({ id: sessionId }).update({ confirmed_at: now })
    },

    async revokeSession(trx: Knex, sessionId: string, reason: RevocationReason, now: Date): Promise<void> {
      await trx('user_sessions').where({ id: sessionId }).whereNull('revoked_at').update({ revoked_at: now, revoked_reason: reason })
    },

    async findById(trx: Knex, userId: string): Promise<Account | undefined> {
      return trx('users')
        .where({ id: userId })
        .select(trx.raw(accountColumns('users')))
        .first<Account | undefined>()
    },

    async findByIdentity(trx: Knex, identity: { provider: string; subject: string }): Promise<Account | undefined> {
      return trx('user_identities')
        .join('users', 'users.id', 'user_identities.user_id')
        .where('user_identities.provider', identity.provider)
        .where('user_identities.subject', identity.subject)
        .whereNull('users.deleted_at')
        .select(trx.raw(accountColumns('users')))
        .first<Account | undefined>()
    },

    async hasIdentity(trx: Knex, userId: string, provider: string): Promise<boolean> {
      return (await trx('user_identities').where({ user_id: userId, provider }).first('id')) !== undefined
    },

    async addIdentity(trx: Knex, identity: UserIdentityInsert): Promise<void> {
      await trx('user_identities').insert(identity)
    },

    /** Locked: what follows depends on the state that was read. */
    async lockById(trx: Knex, userId: string): Promise<UserRow | undefined> {
      return trx('users').where({ id: userId }).whereNull('deleted_at').forUpdate().first()
    },

    async getSignUpRules(trx: Knex): Promise<SignUpRules> {
      const row = await trx('site_config').first('approve_users', 'allowed_email_domains', 'forbidden_email_domains', 'register_fields')
      if (!row) throw new Error('no site configuration')
      return row
    },

    async isEmailTaken(trx: Knex, email: string): Promise<boolean> {
      return (await trx('users').where({ email }).whereNull('deleted_at').first('id')) !== undefined
    },

    async createUser(trx: Knex, user: UserInsert): Promise<UserRow> {
      const [row] = await trx('users').insert(user).returning('*')
      if (!row) throw new Error('no user row')
      return row
    },

    /** The sign-up of an address that was never confirmed, made anew; undefined where there is none. */
    async replaceUnconfirmed(trx: Knex, user: UserInsert): Promise<UserRow | undefined> {
      const [row] = await trx('users')
        .where({ email: user.email })
        .whereNull('email_verified_at')
        .whereNull('blocked_at')
        .whereNull('deleted_at')
        .update(user)
        .returning('*')
      return row
    },

    /** Ways into an account beside its password: what somebody planted there is gone with the owner's reset. */
    async endOtherWays(trx: Knex, userId: string, now: Date): Promise<void> {
      await trx('user_identities').where({ user_id: userId }).delete()
      await trx('podcast_feeds').where({ user_id: userId }).whereNull('revoked_at').update({ revoked_at: now })
    },

    async twoFactorSince(trx: Knex, userId: string): Promise<Date | null> {
      const row = await trx('user_totps').where({ user_id: userId }).first('confirmed_at')
      return row?.confirmed_at ?? null
    },

    async updateUser(trx: Knex, userId: string, changes: UserUpdate): Promise<void> {
      await trx('users').where({ id: userId }).update(changes)
    },

    async addConsents(trx: Knex, consents: ConsentInsert[]): Promise<void> {
      if (consents.length > 0) await trx('consents').insert(consents)
    },

    /** Programs and systems that this account logged in from before. */
    async listKnownDevices(trx: Knex, userId: string): Promise<{ client: UserSessionRow['client']; user_agent: string }[]> {
      return trx('user_sessions').where({ user_id: userId }).distinct('client', 'user_agent').limit(500)
    },

    /** Where somebody logged in to this account before. */
    async listKnownAddresses(userId: string): Promise<string[]> {
      const rows = await knex('user_sessions').where({ user_id: userId }).whereNotNull('ip').distinct('ip').limit(500)
      return rows.flatMap(({ ip }) => (ip === null ? [] : [ip]))
    },

    async listSessions(userId: string, now: Date): Promise<UserSessionRow[]> {
      return knex('user_sessions')
        .where({ user_id: userId })
        .whereNull('revoked_at')
        .where('expires_at', '>', now)
        .orderBy([{ column: 'last_used_at', order: 'desc' }, 'id'])
        .limit(200)
    },

    /** @returns the devices that were signed out */
    async revokeSessions(
      trx: Knex,
      userId: string,
      options: { reason: RevocationReason; now: Date; only?: string; except?: string },
    ): Promise<string[]> {
      const { only, except, reason, now } = options
      const ended: { id: string }[] = await trx('user_sessions')
        .where({ user_id: userId })
        .whereNull('revoked_at')
        .modify((query) => {
          if (only !== undefined) void query.where({ id: only })
          if (except !== undefined) void query.whereNot({ id: except })
        })
        .update({ revoked_at: now, revoked_reason: reason })
        .returning('id')
      return ended.map(({ id }) => id)
    },
  }
}
