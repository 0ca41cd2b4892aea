import { fees } from '@e-events/shared/domain/fees.ts'
import { eventTimeZone, toWallTime } from '@e-events/shared/domain/session-time.ts'
import { privateAccessPrice, recordingPrice, type UsagePrice } from '@e-events/shared/domain/usage-pricing.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { UsageChargeInsert, UsageChargeRow } from '../../../../db/tables/sales-ledger.ts'
import { usageEntries } from '../ledger/policy.ts'
import { book } from '../ledger/repository.ts'
import { chargeOf } from './policy.ts'
import type { ChargeRepository, EndedShow } from './repository.ts'

const batch = 200

/**
 * Charges for shows that ended, codes that were redeemed and recordings. It looks for those that have no charge yet, so
 * that nothing is lost where a process ends; unique causes and keys of the ledger make each charge one.
 */
export function createChargeUsage({ knex, repository, clock }: { knex: Knex; repository: ChargeRepository; clock: Clock }) {
  return async (): Promise<void> => {
    for (const show of await repository.endedShows(batch)) await chargeShow(show)
    for (const code of await repository.redeemedCodes(batch))
      await charge({ ...causeOf(code), access_code_id: code.id, kind: 'private_access', ...columnsOf(privateAccessPrice(1)) })
    for (const recording of await repository.recordings(batch))
      await charge({
        ...causeOf(recording),
        recording_id: recording.id,
        kind: 'recording',
        ...columnsOf(recordingPrice({ isVod: recording.is_vod })),
        ...(recording.is_vod ? { waived_reason: 'published_as_vod' as const } : {}),
      })
    for (const row of await repository.publishedRecordings(batch)) await takeBack(row)
  }

  /** A show without an extra hour has a charge of nothing, so that it is not looked at again. */
  async function chargeShow(show: EndedShow): Promise<void> {
    const { kind, price } = chargeOf(show)
    await charge({ ...causeOf({ ...show, at: show.ended_at }), broadcast_id: show.id, kind, ...columnsOf(price) })
  }

  async function charge(wanted: UsageChargeInsert & { channel_id: string; occurred_at: Date }): Promise<void> {
    await knex.transaction(async (trx) => {
      const row = await repository.insert(trx, wanted)
      if (row) await bookCharge(trx, row, { key: `usage:${row.id}`, amountMinor: row.amount_minor, at: wanted.occurred_at })
    })
  }

  /** The recording is shown as VOD now: its price goes back. */
  async function takeBack(row: UsageChargeRow): Promise<void> {
    await knex.transaction(async (trx) => {
      if (await repository.waive(trx, row.id))
        await bookCharge(trx, row, { key: `usage:${row.id}:waived`, amountMinor: -row.amount_minor, at: clock.now() })
    })
  }
}

async function bookCharge(trx: Knex, row: UsageChargeRow, booking: { key: string; amountMinor: number; at: Date }): Promise<void> {
  await book(trx, {
    kind: 'usage',
    key: booking.key,
    usageChargeId: row.id,
    channelId: row.channel_id,
    currency: row.currency,
    occurredAt: booking.at,
    entries: usageEntries(booking.amountMinor, row.kind),
  })
}

const columnsOf = ({ hours, quantity, unitMinor, amountMinor }: UsagePrice) => ({
  hours: hours > 0 ? hours : null,
  quantity,
  unit_minor: unitMinor,
  amount_minor: amountMinor,
  currency: fees.currency,
})

function causeOf({ channel_id, product_id, at }: { channel_id: string; product_id: string; at: Date }) {
  return { channel_id, product_id, occurred_at: at, period: `${toWallTime(at, eventTimeZone).slice(0, 7)}-01` }
}
