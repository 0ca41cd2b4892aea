import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError, type ErrorCode } from '@e-events/shared/errors.ts'
import type { FollowUpState } from '@e-events/shared/contract/sales/opportunities.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import { followUpOf } from './policy.ts'
import type { OpportunityRepository, OpportunityRow } from './repository.ts'

export type FollowUp = ReturnType<typeof createFollowUp>

const refusals: Record<Exclude<FollowUpState, 'possible'>, ErrorCode> = {
  no_consent: 'FOLLOW_UP_NO_CONSENT',
  recent: 'FOLLOW_UP_RECENT',
  sold_out: 'SOLD_OUT',
}

/** Writes to somebody who came close to buying, once, and only where they receive promotions. */
export function createFollowUp(deps: {
  knex: Knex
  repository: OpportunityRepository
  mailer: Pick<Mailer, 'enqueue'>
  /** Signs the link that ends the promotions of an account. */
  optOutToken(userId: string): string
  clock: Clock
}) {
  const { knex, repository, mailer, clock } = deps

  /** @throws DomainError NOT_FOUND, FOLLOW_UP_NO_CONSENT, FOLLOW_UP_RECENT, SOLD_OUT */
  return async function followUp(id: string, ownerId: string): Promise<OpportunityRow> {
    return knex.transaction(async (trx) => {
      const by = { ownerId, now: clock.now() }
      const seen = await repository.find(trx, id, by)
      if (!seen) throw new DomainError('NOT_FOUND')
      await repository.lockPerson(trx, seen.user_id)
      // Another request may have written, or the person bought or opted out, a moment ago.
      const row = await repository.find(trx, id, by)
      if (!row) throw new DomainError('NOT_FOUND')
      const { state } = followUpOf(row, by.now)
      if (state !== 'possible') throw new DomainError(refusals[state])
      await repository.keepFollowUp(trx, row, by)
      await mailer.enqueue(trx, {
        template: 'follow_up',
        to: row.email,
        language: row.locale,
        data: {
          name: row.name,
          kind: row.kind,
          title: row.title,
          channel: row.channel_title,
          path: pathOf(row),
          until: row.kind === 'expiring' ? row.at.toISOString() : null,
          hasEnded: row.at <= by.now,
          timezone: 'Europe/Madrid',
          optOut: deps.optOutToken(row.user_id),
        },
      })
      return (await repository.find(trx, id, by)) ?? row
    })
  }
}

/** Somebody whose ticket is still good has no checkout yet. */
function pathOf({ slug, channel_slug: channel, kind, plan }: OpportunityRow): string {
  if (slug === null) return paths.subscribe(channel)
  return kind === 'expiring' || plan === 'free' ? paths.product(slug) : paths.checkout(slug)
}
