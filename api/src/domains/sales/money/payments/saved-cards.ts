import type { SavedCard } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { SavedCardRow } from '../../../../db/tables/sales-goods.ts'
import type { AfterCommit } from '../../../../events/domain-events.ts'
import type { SavedMethod } from './payment-provider.ts'
import type { ReadProviders } from './providers.ts'

/** In the transaction of the payment. The same card, saved again, is charged by its new name. */
export async function keepCard(
  trx: Knex,
  kept: { userId: string; provider: string; method: SavedMethod; card: string | undefined; at: Date },
): Promise<void> {
  const { userId, provider, method, card, at } = kept
  await trx('saved_cards')
    .insert({
      user_id: userId,
      provider: provider as SavedCardRow['provider'],
      reference: method.reference,
      card: card ?? method.reference,
      label: method.label.slice(0, 100),
      saved_at: at,
    })
    .onConflict(['user_id', 'provider', 'card'])
    .merge(['reference', 'label', 'saved_at'])
}

export type SavedCards = ReturnType<typeof createSavedCards>

/** Cards that accounts saved at a checkout. Their numbers are with the provider; here are its names for them. */
export function createSavedCards({ knex, readProviders }: { knex: Knex; readProviders: ReadProviders }) {
  const ofAccount = (db: Knex, userId: string): Promise<SavedCardRow[]> =>
    db('saved_cards').where({ user_id: userId }).orderBy('saved_at', 'desc').orderBy('id')

  /** Asks the provider to forget a card, unless a subscription is paid with the same one. */
  async function forget({ provider: id, reference }: Pick<SavedCardRow, 'provider' | 'reference'>): Promise<void> {
    const subscribed = await knex('subscriptions').where({ provider: id, method: reference, status: 'subscribed' }).first('id')
    if (subscribed) return
    await (await readProviders()).find(id)?.forget?.(reference)
  }

  return {
    /** The latest first; of one provider where it is named. */
    async list(userId: string, provider?: string): Promise<SavedCardRow[]> {
      const rows = await ofAccount(knex, userId)
      return provider === undefined ? rows : rows.filter((row) => row.provider === provider)
    },

    /** @throws DomainError CARD_GONE */
    async find(userId: string, id: string): Promise<SavedCardRow> {
      const row = await knex('saved_cards').where({ id, user_id: userId }).first()
      if (!row) throw new DomainError('CARD_GONE')
      return row
    },

    /** @throws DomainError NOT_FOUND, PAYMENT_SERVICE_DOWN where the provider keeps it still */
    async remove(userId: string, id: string): Promise<void> {
      const row = await knex('saved_cards').where({ id, user_id: userId }).first()
      if (!row) throw new DomainError('NOT_FOUND')
      await forget(row)
      await knex('saved_cards').where({ id }).delete()
    },

    /** For an account that is erased. The provider is told after the commit. */
    async erase(trx: Knex, userId: string): Promise<AfterCommit> {
      const rows = await trx('saved_cards').where({ user_id: userId }).delete().returning(['provider', 'reference'])
      return async () => {
        for (const row of rows) await forget(row)
      }
    },
  }
}

export const toSavedCard = ({ id, label }: SavedCardRow): SavedCard => ({ id, label })
