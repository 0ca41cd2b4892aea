import type { Knex } from 'knex'
import type { ChatPollInsert, ChatPollRow, ChatPollUpdate } from '../../../db/tables/live.ts'

export type PollRow = ChatPollRow & { slug: string }

const withSlug = (knex: Knex) => knex('chat_polls as l').join('products as p', 'p.id', 'l.product_id')

export type PollRepository = ReturnType<typeof createPollRepository>

export function createPollRepository() {
  return {
    async find(knex: Knex, id: string, productId: string): Promise<PollRow | undefined> {
      return withSlug(knex).where({ 'l.id': id, 'l.product_id': productId }).first<PollRow | undefined>('l.*', 'p.slug')
    },
    /** Votes of one poll are counted one after the other. */
    async lock(trx: Knex, id: string, productId: string): Promise<ChatPollRow | undefined> {
      return trx('chat_polls').where({ id, product_id: productId }).forUpdate().first()
    },
    async findOpen(knex: Knex, productId: string): Promise<{ id: string } | undefined> {
      return knex('chat_polls').where({ product_id: productId, closed_at: null }).first('id')
    },
    async insert(trx: Knex, poll: ChatPollInsert): Promise<string> {
      const [row] = await trx('chat_polls').insert(poll).returning('id')
      if (!row) throw new Error('the poll is gone')
      return row.id
    },
    /** Writes a change under the next revision. */
    async update(trx: Knex, id: string, change: ChatPollUpdate): Promise<void> {
      await trx('chat_polls')
        .where({ id })
        .update({ ...change, revision: trx.raw('revision + 1') })
    },
    async list(knex: Knex, of: { productId: string; since: Date | null; limit: number }): Promise<PollRow[]> {
      return withSlug(knex)
        .where('l.product_id', of.productId)
        .where((since) => void (of.since && since.where('l.opened_at', '>=', of.since)))
        .orderByRaw('l.opened_at desc, l.id')
        .limit(of.limit)
        .select<PollRow[]>('l.*', 'p.slug')
    },
    async votesOf(knex: Knex, userId: string, pollIds: readonly string[]): Promise<{ poll_id: string; answer: number }[]> {
      return knex('chat_poll_votes').where({ user_id: userId }).whereIn('poll_id', pollIds).select('poll_id', 'answer')
    },
    async voteOf(trx: Knex, pollId: string, userId: string): Promise<number | null> {
      const row = await trx('chat_poll_votes').where({ poll_id: pollId, user_id: userId }).first('answer')
      return row?.answer ?? null
    },
    async setVote(trx: Knex, vote: { poll_id: string; user_id: string; answer: number; voted_at: Date }): Promise<void> {
      await trx('chat_poll_votes').insert(vote).onConflict(['poll_id', 'user_id']).merge()
    },
  }
}
