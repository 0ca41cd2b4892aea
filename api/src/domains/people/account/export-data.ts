import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'

/**
 * Rows that are about the person: table, and the column that says whose they are. Compared with every reference to
 * `users` by a test.
 */
export const ownRows = [
  'user_sessions.user_id',
  'user_identities.user_id',
  'user_totps.user_id',
  'user_recovery_codes.user_id',
  'user_tours.user_id',
  'email_tokens.user_id',
  'role_requests.user_id',
  'consents.user_id',
  'files.owner_id',
  'uploads.user_id',
  'orders.user_id',
  'tickets.user_id',
  'coupons.redeemed_by',
  'access_codes.redeemed_by',
  'gifts.redeemed_by',
  'subscriptions.user_id',
  'saved_cards.user_id',
  'prepaid_lots.user_id',
  'channel_follows.user_id',
  'podcast_feeds.user_id',
  'saved_products.user_id',
  'playback_positions.user_id',
  'playback_sessions.user_id',
  'viewings.user_id',
  'playback_revocations.user_id',
  'opened_checkouts.user_id',
  'follow_ups.user_id',
  'shipping_addresses.user_id',
  'waiting_list_entries.user_id',
  'chat_messages.user_id',
  'chat_mutes.user_id',
  'chat_moderators.user_id',
  'chat_reports.user_id',
  'chat_questions.user_id',
  'chat_question_votes.user_id',
  'chat_poll_votes.user_id',
  'problem_reports.user_id',
  'discussion_posts.user_id',
  'discussion_votes.user_id',
  'discussion_reports.user_id',
  'lesson_notes.user_id',
  'quiz_attempts.user_id',
  'lesson_progress.user_id',
  'lesson_ratings.user_id',
  'course_completions.user_id',
  'certificates.user_id',
  'survey_submissions.user_id',
  'meet_participants.user_id',
  'meet_names.user_id',
  'ideas.user_id',
  'notifications.user_id',
  'reminder_wishes.user_id',
  'sent_reminders.user_id',
  'emails.user_id',
  'analytics_events.user_id',
  'audit_log.actor_id',
  'channels.owner_id',
  'speakers.owner_id',
  'products.created_by',
  'surveys.author_id',
  'forms.owner_id',
  'entity_members.user_id',
  'reports.requested_by',
  'cognition_runs.requested_by',
] as const

/** Rows about somebody or something else, in which this person acted; the audit log above tells the acts of staff. */
export const actsOnOthers = [
  'access_codes.created_by',
  'broadcasts.started_by',
  'channel_revisions.decided_by',
  'channel_revisions.requested_by',
  'chat_messages.moderated_by',
  'chat_moderators.added_by',
  'chat_mutes.muted_by',
  'chat_polls.closed_by',
  'chat_polls.opened_by',
  'chat_questions.settled_by',
  'chat_rooms.disabled_by',
  'coupon_batches.created_by',
  // A reservation ends within minutes, or becomes a redemption.
  'coupons.reserved_by',
  'event_changes.changed_by',
  'follow_ups.sent_by',
  'ideas.decided_by',
  // Replies of earlier requests, kept for a day, so that a repeated one is answered alike.
  'idempotency_keys.user_id',
  'lean_tests.author_id',
  // Says whose turn of the encoders it is; the file itself is listed as an upload.
  'media_jobs.owner_id',
  'meet_participants.removed_by',
  'meets.started_by',
  'notification_batches.sender_id',
  'payment_config.updated_by',
  'payout_runs.approved_by',
  'payouts.settled_by',
  'refund_proposals.decided_by',
  'refunds.requested_by',
  'role_requests.decided_by',
  'section_versions.author_id',
  'site_config.updated_by',
  'site_modules.updated_by',
  'problem_reports.handled_by',
  'certificates.revoked_by',
] as const

/** Rows that hang on those: table, its column, the table it points to, whose column. */
const parts = [
  ['order_items', 'order_id', 'orders', 'user_id'],
  ['payments', 'order_id', 'orders', 'user_id'],
  ['refunds', 'order_id', 'orders', 'user_id'],
  ['invoices', 'order_id', 'orders', 'user_id'],
  ['invoices', 'channel_id', 'channels', 'owner_id'],
  ['shipments', 'order_id', 'orders', 'user_id'],
  ['survey_answers', 'submission_id', 'survey_submissions', 'user_id'],
] as const

/** Acts of staff changed other people's rows: their export says what and when, without the data of those people. */
const columnsOf: Partial<Record<string, readonly string[]>> = { audit_log: ['action', 'subject_type', 'subject_id', 'at'] }

/** Keys, inner names and what is derived: nothing that somebody could want to know about themselves. */
const secret = /(_hash|_encrypted|_key|^search_vector|^idempotency_key|^last_used_step|^sfu_node_id|^etag)$/

export type ExportData = (userId: string) => Promise<string>

/** Everything that the tables know about an account, in one JSON text that people and programs can read. */
export function createExportData(deps: { knex: Knex; clock: Clock }): ExportData {
  const { knex, clock } = deps
  return (userId) =>
    // One look at one moment.
    knex.transaction(
      async (trx) => {
        const sections: Record<string, unknown> = {}
        sections['account'] = withoutSecrets((await trx('users').where({ id: userId }).first()) as object)
        for (const source of ownRows) {
          const [table, column] = source.split('.') as [string, string]
          const rows: object[] = await trx(table)
            .where({ [column]: userId })
            .select(columnsOf[table] ?? '*')
          if (rows.length > 0) sections[table] = rows.map(withoutSecrets)
        }
        for (const [table, column, owner, ownerColumn] of parts) {
          const rows = (await trx(table).whereIn(
            column,
            trx(owner)
              .where({ [ownerColumn]: userId })
              .select('id'),
          )) as object[]
          const before = (sections[table] ?? []) as object[]
          if (rows.length > 0) sections[table] = [...before, ...rows.map(withoutSecrets)]
        }
        return JSON.stringify({ exportedAt: clock.now().toISOString(), ...sections }, null, 2)
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
}

function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !secret.test(column)))
}
