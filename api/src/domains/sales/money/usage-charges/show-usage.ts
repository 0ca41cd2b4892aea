import type { ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import type { Money } from '@e-events/shared/domain/money.ts'
import { minutesToNextHour, recordingPrice } from '@e-events/shared/domain/usage-pricing.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import { balanceOf } from '../prepaid/repository.ts'
import { hoursOf, unitsOf } from './policy.ts'
import type { ChargeRepository, LatestShow } from './repository.ts'

export type ReadShowUsage = ReturnType<typeof createShowUsage>

/** Costs of a show while it runs, by the rules that charge it when it has ended. */
export function createShowUsage({ knex, repository, clock }: { knex: Knex; repository: ChargeRepository; clock: Clock }) {
  return async (productId: string, ownerId: string): Promise<ShowUsage> => {
    const now = clock.now()
    const latest = await repository.latestShow(productId, now)
    const facts = latest ?? (await repository.unitsOf(productId, now))
    const { unitMinor } = hoursOf(facts, 0)
    const includedMinutes = facts.is_private ? fees.privateIncludedMinutes : fees.liveIncludedMinutes
    return {
      isPrivate: facts.is_private,
      includedMinutes,
      quantity: unitsOf(facts),
      hourPrice: money(unitMinor),
      recordingPrice: money(fees.recordingMinor),
      balanceMinutes: await balanceOf(knex, ownerId),
      freeMinutes: fees.freeOptionMinutes,
      show: latest ? showOf(latest, { unitMinor, includedMinutes, now }) : null,
    }
  }
}

function showOf(
  latest: LatestShow,
  { unitMinor, includedMinutes, now }: { unitMinor: number; includedMinutes: number; now: Date },
): NonNullable<ShowUsage['show']> {
  const all = latest.minutes_before + latest.minutes
  const { hours, amountMinor } = hoursOf(latest, all)
  const nextAt = new Date(now.getTime() + Math.ceil(minutesToNextHour(all, includedMinutes) * 60_000))
  const nextMinor = unitsOf(latest) * unitMinor
  return {
    endedAt: latest.ended_at?.toISOString() ?? null,
    minutes: Math.ceil(all),
    hours,
    charged: money(amountMinor),
    next:
      latest.state === 'on_air' && latest.plan === 'usage' && nextMinor > 0 ? { at: nextAt.toISOString(), amount: money(nextMinor) } : null,
    plan: latest.plan,
    prepaidMinutes: latest.prepaid_minutes,
    freeUntil: latest.plan === 'free' && latest.first_media_at ? freeUntil(latest.first_media_at).toISOString() : null,
    recording: latest.is_recording ? money(recordingPrice({ isVod: latest.is_vod }).amountMinor) : null,
  }
}

const freeUntil = (first: Date): Date => new Date(first.getTime() + fees.freeOptionMinutes * 60_000)
const money = (minor: number): Money => ({ minor, currency: fees.currency })
