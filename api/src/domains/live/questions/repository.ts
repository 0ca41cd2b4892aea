import type { Knex } from 'knex'
import type { ChatQuestionInsert, ChatQuestionRow, ChatQuestionUpdate } from '../../../db/tables/live.ts'

export type QuestionRow = ChatQuestionRow & { slug: string }

const withSlug = (knex: Knex) => knex('chat_questions as q').join('products as p', 'p.id', 'q.product_id')

export type QuestionRepository = ReturnType<typeof createQuestionRepository>

export function createQuestionRepository() {
  return {
    async find(knex: Knex, id: string, productId: string): Promise<QuestionRow | undefined> {
      return withSlug(knex).where({ 'q.id': id, 'q.product_id': productId }).first<QuestionRow | undefined>('q.*', 'p.slug')
    },
    async lock(trx: Knex, id: string, productId: string): Promise<ChatQuestionRow | undefined> {
      return trx('chat_questions').where({ id, product_id: productId }).forUpdate().first()
    },
    async findByClientId(knex: Knex, of: { productId: string; userId: string; clientId: string }): Promise<QuestionRow | undefined> {
      return withSlug(knex)
        .where({ 'q.product_id': of.productId, 'q.user_id': of.userId, 'q.client_id': of.clientId })
        .first<QuestionRow | undefined>('q.*', 'p.slug')
    },
    /** Questions of an account that wait for an answer, and when it asked last. */
    async ofUser(knex: Knex, productId: string, userId: string): Promise<{ open: number; last: Date | null }> {
      const row = await knex('chat_questions')
        .where({ product_id: productId, user_id: userId })
        .first<{ open: number; last: Date | null }>(
          knex.raw(`count(*) filter (where state in ('pending', 'open'))::int as open`),
          knex.raw('max(asked_at) as last'),
        )
      return row ?? { open: 0, last: null }
    },
    async insert(trx: Knex, question: ChatQuestionInsert): Promise<string> {
      const [row] = await trx('chat_questions').insert(question).returning('id')
      if (!row) throw new Error('the question is gone')
      return row.id
    },
    /** Writes a change under the next revision. */
    async update(trx: Knex, id: string, change: ChatQuestionUpdate): Promise<void> {
      await trx('chat_questions')
        .where({ id })
        .update({ ...change, revision: trx.raw('revision + 1') })
    },
    /**
     * Waiting and open questions by votes, then answered ones by their moments. `pendingOf` null: everybody's waiting
     * ones, for moderators.
     */
    async list(
      knex: Knex,
      of: { productId: string; pendingOf: string | null; since: Date | null; limit: number },
    ): Promise<{ unanswered: QuestionRow[]; answered: QuestionRow[] }> {
      const rows = () =>
        withSlug(knex)
          .where('q.product_id', of.productId)
          .where((since) => void (of.since && since.where('q.asked_at', '>=', of.since)))
          .limit(of.limit)
      const unanswered = await rows()
        .where((mine) => {
          void mine.where('q.state', 'open').orWhere((pending) => {
            void pending.where('q.state', 'pending')
            if (of.pendingOf !== null) void pending.where('q.user_id', of.pendingOf)
          })
        })
        .orderByRaw(`q.state = 'open', q.votes desc, q.asked_at, q.id`)
        .select<QuestionRow[]>('q.*', 'p.slug')
      const answered = await rows()
        .where('q.state', 'answered')
        .orderByRaw('q.answered_moment desc, q.id')
        .select<QuestionRow[]>('q.*', 'p.slug')
      return { unanswered, answered }
    },
    /** Dismisses all questions of an account. */
    async dismissOf(trx: Knex, of: { productId: string; userId: string; by: string; now: Date }): Promise<QuestionRow[]> {
      const rows = await trx('chat_questions')
        .where({ product_id: of.productId, user_id: of.userId })
        .whereNot({ state: 'dismissed' })
        .update({
          state: 'dismissed',
          answered_moment: null,
          settled_by: of.by,
          settled_at: of.now,
          revision: trx.raw('revision + 1'),
        })
        .returning('id')
      return withSlug(trx)
        .whereIn(
          'q.id',
          rows.map(({ id }) => id),
        )
        .select<QuestionRow[]>('q.*', 'p.slug')
    },
    async votesOf(knex: Knex, userId: string, questionIds: readonly string[]): Promise<string[]> {
      const rows = await knex('chat_question_votes').where({ user_id: userId }).whereIn('question_id', questionIds).select('question_id')
      return rows.map(({ question_id }) => question_id)
    },
    /** @returns whether the vote is new */
    async addVote(trx: Knex, vote: { question_id: string; user_id: string; voted_at: Date }): Promise<boolean> {
      const rows = await trx('chat_question_votes').insert(vote).onConflict(['question_id', 'user_id']).ignore().returning('user_id')
      return rows.length > 0
    },
    /** @returns whether there was a vote */
    async removeVote(trx: Knex, questionId: string, userId: string): Promise<boolean> {
      return (await trx('chat_question_votes').where({ question_id: questionId, user_id: userId }).delete()) > 0
    },
  }
}
