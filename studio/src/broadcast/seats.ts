import type { Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedKind } from '@e-events/shared/domain/states.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'

/** A feed of the running show that is not sent from here, and that a source of this device may go on with. */
export interface Seat {
  /** The feed's own name in the broadcast; who announces it gets the same feed. */
  key: string
  label: string
  kind: FeedKind
  language: Language | null
  /** Another device sends it now; else it is lost. */
  sent: boolean
  /** Since when, by the platform's clock. */
  sinceMs: number
}

/** A source of this desk that could send. `seat` is the name under which it would. */
export interface SeatSource {
  key: string
  seat: string
  kind: FeedKind
}

/** `here`: the names of the feeds that this window sends. */
export function readSeats(feeds: readonly Feed[], here: ReadonlySet<string>): Seat[] {
  return feeds
    .filter((feed) => feed.state !== 'ended' && !here.has(feed.key))
    .map(({ key, label, kind, language, state, since }) => ({
      key,
      label,
      kind,
      language,
      sent: state === 'live',
      sinceMs: Date.parse(since),
    }))
}

/** A screen and a window are shared the same way. */
export function fits(seat: Pick<Seat, 'kind'>, source: Pick<SeatSource, 'kind'>): boolean {
  return (seat.kind === 'camera') === (source.kind === 'camera')
}

/** The source that is this seat's own, else the only one that fits; null where the organizer has to choose. */
export function sourceFor(seat: Seat, sources: readonly SeatSource[]): SeatSource | null {
  const own = sources.find((source) => source.seat === seat.key)
  if (own) return own
  const fitting = sources.filter((source) => fits(seat, source))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** The one seat that goes on here without a choice: a single lost one, and a single source for it. */
export function proposeSeat(seats: readonly Seat[], sources: readonly SeatSource[]): { seat: Seat; source: SeatSource } | null {
  const lost = seats.filter((seat) => !seat.sent && sources.some((source) => fits(seat, source)))
  const [seat] = lost
  if (!seat || lost.length > 1) return null
  const source = sourceFor(seat, sources)
  return source ? { seat, source } : null
}

/** Source and the seat in which it goes on air; without a seat it is a feed of its own. */
export interface Entry {
  source: SeatSource
  seat: Seat | null
}

/**
 * 'Back on air' for all sources at once: first each goes back to its own feed, then the others to the lost feeds of
 * their kind, in order, then to what another device sends; what is left is a new feed.
 */
export function planReturn(seats: readonly Seat[], sources: readonly SeatSource[]): Entry[] {
  const free = [...seats]
  const take = (wanted: (seat: Seat) => boolean) => {
    const index = free.findIndex(wanted)
    return index < 0 ? null : (free.splice(index, 1)[0] ?? null)
  }
  const own = sources.map((source) => take((seat) => seat.key === source.seat))
  const lost = sources.map((source, index) => own[index] ?? take((seat) => !seat.sent && fits(seat, source)))
  return sources.map((source, index) => ({ source, seat: lost[index] ?? take((seat) => seat.sent && fits(seat, source)) }))
}

/** How this window may come to a seat: what is lost needs no question. */
export const claimOf = (seat: Seat | null): SeatClaim => (seat === null ? 'own' : seat.sent ? 'any' : 'lost')
