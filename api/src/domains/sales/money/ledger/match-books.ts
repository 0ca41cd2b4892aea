import { eventTimeZone, toWallTime } from '@e-events/shared/domain/session-time.ts'
import type { Clock } from '../../../../adapters/clock.ts'
import type { Log } from '../../../../adapters/log.ts'
import type { PaymentProvider, ProviderBooking } from '../payments/payment-provider.ts'
import type { Difference, MatchRepository } from './match-repository.ts'

/** Payments and refunds on which the two sides do not agree. */
export function differencesOf(theirs: readonly ProviderBooking[], ours: readonly ProviderBooking[]): Difference[] {
  const keyOf = ({ kind, reference, currency }: ProviderBooking) => `${kind} ${currency} ${reference}`
  const booked = new Map(ours.map((row) => [keyOf(row), row]))
  const found: Difference[] = []
  for (const row of theirs) {
    const own = booked.get(keyOf(row))
    booked.delete(keyOf(row))
    if (own?.amountMinor !== row.amountMinor) found.push(differenceOf(row, row.amountMinor, own?.amountMinor ?? null))
  }
  for (const row of booked.values()) found.push(differenceOf(row, null, row.amountMinor))
  return found
}

/**
 * Compares the ledger with the books of a provider once a day, payment by payment and refund by refund; administrators
 * read what does not agree.
 */
export function createMatchBooks(deps: {
  repository: MatchRepository
  /** Providers that tell their books. */
  providers(): Promise<readonly PaymentProvider[]>
  clock: Clock
  log: Pick<Log, 'error'>
}) {
  const { repository, clock } = deps

  async function check(provider: PaymentProvider, day: string): Promise<void> {
    const theirs = (await provider.readBooks?.()) ?? []
    const ours = await repository.booked(provider.id)
    const differences = differencesOf(theirs, ours)
    for (const currency of new Set([...theirs, ...ours].map((row) => row.currency))) {
      const balance = (rows: readonly ProviderBooking[]) =>
        rows
          .filter((row) => row.currency === currency)
          .reduce((sum, { kind, amountMinor }) => sum + (kind === 'payment' ? amountMinor : -amountMinor), 0)
      const sums = { provider_minor: balance(theirs), ledger_minor: balance(ours) }
      await repository.save({ provider: provider.id, currency, day, checked_at: clock.now(), ...sums }, differences)
    }
    if (differences.length > 0) deps.log.error({ provider: provider.id, count: differences.length }, 'the ledger differs from a provider')
  }

  return {
    /** Once a day and provider. */
    async run(): Promise<void> {
      const day = toWallTime(clock.now(), eventTimeZone).slice(0, 10)
      for (const provider of await deps.providers())
        if (provider.readBooks && !(await repository.isChecked(provider.id, day))) await check(provider, day)
    },
  }
}

function differenceOf(
  { kind, reference, currency }: ProviderBooking,
  providerMinor: number | null,
  ledgerMinor: number | null,
): Difference {
  return { kind, reference, currency, provider_minor: providerMinor, ledger_minor: ledgerMinor }
}
