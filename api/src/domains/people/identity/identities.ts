import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { UserRow } from '../../../db/tables/people.ts'
import type { Mailer } from '../../../mail/mailer.ts'

export type Identities = ReturnType<typeof createIdentities>

export interface IdentityView {
  id: string
  label: string
  email: string | null
  created_at: Date
}

/** Accounts of other services that log in to an account here, for its owner. */
export function createIdentities(deps: {
  knex: Knex
  mailer: Mailer
  openLink(sealed: string): { provider: string; subject: string; email: string } | undefined
}) {
  const { knex } = deps

  return {
    /**
     * After a log-in with the password, in the browser that a provider sent back: the two belong together. Tells the
     * owner.
     */
    async link(user: UserRow, sealed: string): Promise<void> {
      const proof = deps.openLink(sealed)
      if (!proof || proof.email.toLowerCase() !== user.email.toLowerCase()) return
      const { provider, subject, email } = proof
      await knex.transaction(async (trx) => {
        const added = await trx('user_identities')
          .insert({ user_id: user.id, provider, subject, email })
          .onConflict()
          .ignore()
          .returning('id')
        if (added.length === 0) return
        const service = (await trx('social_providers').where({ provider }).first('label'))?.label ?? provider
        await deps.mailer.enqueue(trx, {
          template: 'identity_linked',
          to: user.email,
          language: user.locale,
          data: { name: user.name, service },
        })
      })
    },

    async list(userId: string): Promise<IdentityView[]> {
      return knex('user_identities as i')
        .leftJoin('social_providers as p', 'p.provider', 'i.provider')
        .where('i.user_id', userId)
        .orderBy('i.created_at')
        .select<IdentityView[]>('i.id', knex.raw('coalesce(p.label, i.provider) as label'), 'i.email', 'i.created_at')
    },

    /** @throws DomainError NOT_FOUND */
    async unlink(userId: string, id: string): Promise<void> {
      const removed = await knex('user_identities').where({ user_id: userId, id }).delete()
      if (removed === 0) throw new DomainError('NOT_FOUND')
    },
  }
}
