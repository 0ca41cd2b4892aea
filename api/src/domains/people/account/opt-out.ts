import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { AccountRepository } from './repository.ts'

export type OptOut = ReturnType<typeof createOptOut>

const idBytes = 16
const macBytes = 24
/** The end that a link makes; the text is signed with the account. */
const purposes = ['opt-out', 'reminders'] as const
type Purpose = (typeof purposes)[number]

/**
 * Ends the promotions or the reminders of an account by the link of a mail, without a log-in. The link names the
 * account and is signed: it is good for as long as the mail lies somewhere, and can do nothing else.
 */
export function createOptOut(deps: { knex: Knex; repository: AccountRepository; secret: string; clock: Clock }) {
  const { knex, repository, clock } = deps
  const macOf = (id: Buffer, purpose: Purpose) =>
    createHmac('sha256', deps.secret).update(purpose).update(id).digest().subarray(0, macBytes)
  const tokenFor = (purpose: Purpose) => (userId: string) => {
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
    return Buffer.concat([id, macOf(id, purpose)]).toString('base64url')
  }

  return {
    tokenOf: tokenFor('opt-out'),
    reminderTokenOf: tokenFor('reminders'),

    /** Following it twice is no mistake. @throws DomainError LINK_INVALID */
    async optOut(token: string, client: { address: string }): Promise<void> {
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      const isWhole = bytes.length === idBytes + macBytes
      const purpose = isWhole ? purposes.find((one) => timingSafeEqual(bytes.subarray(idBytes), macOf(id, one))) : undefined
      if (!purpose) throw new DomainError('LINK_INVALID')
      await knex.transaction(async (trx) => {
        const user = await repository.lock(trx, uuidOf(id))
        if (!user) throw new DomainError('LINK_INVALID')
        if (purpose === 'reminders') return repository.update(trx, user.id, { event_reminders: false })
        if (!user.newsletter) return
        await repository.update(trx, user.id, { newsletter: false })
        const consent = { granted: false, address: client.address, now: clock.now(), source: 'mail' }
        await repository.addNewsletterConsent(trx, user, consent)
      })
    },
  }
}

function uuidOf(id: Buffer): string {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
