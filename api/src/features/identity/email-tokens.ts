import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { EmailTokenRow } from '../../db/tables/identity.ts'

type Purpose = EmailTokenRow['purpose']

const lifetimesMs: Record<Purpose, number> = {
  activate: limits.activationLinkMs,
  reset_password: limits.resetLinkMs,
  change_email: limits.emailChangeLinkMs,
}

/** A key that cannot be guessed; the database keeps its hash alone, so reading the database opens no account. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Secrets of links in mails: each works once, for a while. */
export const emailTokens = {
  async issue(trx: Knex, wanted: { userId: string; purpose: Purpose; newEmail?: string; now: Date }): Promise<string> {
    const token = createToken()
    await trx('email_tokens').insert({
      user_id: wanted.userId,
      purpose: wanted.purpose,
      token_hash: hashOfToken(token),
      new_email: wanted.newEmail ?? null,
      expires_at: new Date(wanted.now.getTime() + lifetimesMs[wanted.purpose]),
    })
    return token
  },

  /** Uses the link up; of two requests with the same link one gets it. Undefined when it is unknown, used, too old or for something else. */
  async use(trx: Knex, token: string, purpose: Purpose, now: Date): Promise<EmailTokenRow | undefined> {
    const [row] = await trx('email_tokens')
      .where({ token_hash: hashOfToken(token), purpose })
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .update({ used_at: now })
      .returning('*')
    return row
  },

  async removeAll(trx: Knex, userId: string, ...purposes: Purpose[]): Promise<number> {
    return trx('email_tokens').where({ user_id: userId }).whereIn('purpose', purposes).delete()
  },
}
