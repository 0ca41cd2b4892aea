import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { EmailTokenRow } from '../../../db/tables/people.ts'

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

/** Whether this browser is the one that signed up for the link. */
export function isProven(link: Pick<EmailTokenRow, 'proof_hash'>, proof: string | undefined): boolean {
  return link.proof_hash !== null && proof !== undefined && timingSafeEqual(hashOfToken(proof), link.proof_hash)
}

/** Secrets of links in mails: each works once, for a while. */
export const emailTokens = {
  async issue(trx: Knex, wanted: { userId: string; purpose: Purpose; newEmail?: string; proof?: string; now: Date }): Promise<string> {
    const token = createToken()
    await trx('email_tokens').insert({
      user_id: wanted.userId,
      purpose: wanted.purpose,
      token_hash: hashOfToken(token),
      new_email: wanted.newEmail ?? null,
      proof_hash: wanted.proof === undefined ? null : hashOfToken(wanted.proof),
      expires_at: new Date(wanted.now.getTime() + lifetimesMs[wanted.purpose]),
    })
    return token
  },

  /** The link as it stands, not used up. */
  async find(trx: Knex, token: string, purpose: Purpose, now: Date): Promise<EmailTokenRow | undefined> {
    return trx('email_tokens')
      .where({ token_hash: hashOfToken(token), purpose })
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .first()
  },

  /**
   * Uses the link up; of two requests with the same link one gets it. Undefined when it is unknown, used, too old or
   * for something else.
   */
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
