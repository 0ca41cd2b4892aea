import { broadcasts, type Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { BroadcastState } from '@e-events/shared/domain/states.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAiring } from '../../../broadcast/air-state.ts'
import { claimOf, planReturn, proposeSeat, readSeats, type Entry, type Seat, type SeatSource } from '../../../broadcast/seats.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { useServices } from '../../lib/services.ts'
import { useStore } from '../../lib/use-store.ts'

export interface Seats {
  /** Null until it is known. */
  show: BroadcastState | null
  seats: readonly Seat[]
  /** Sources of this device that show a picture and are not on air. */
  sources: readonly SeatSource[]
  proposal: { seat: Seat; source: SeatSource } | null
  /** Entries that need a confirmation: another device sends these feeds. */
  question: readonly Entry[] | null
  /** Back on air without a source: there is nothing to send. */
  wantsSource: boolean
  /** One seat goes on with one source, after a question where another device sends it. */
  take(seat: Seat, source: SeatSource): void
  /** Every source goes (back) on air. */
  back(): void
  answer(how: 'move' | 'new' | 'leave'): void
  dismiss(): void
}

const none: readonly Feed[] = []
const lookEveryMs = { away: 2_000, airing: 5_000 }

/** The feeds of the running show as this device may go on with them. */
export function useSeats(studio: Studio, running: boolean): Seats {
  const { api } = useServices()
  const air = useStore(studio.air)
  const desk = useStore(studio.desk)
  const [asked, setAsked] = useState<readonly Entry[] | null>(null)
  const [wantsSource, setWantsSource] = useState(false)
  const airing = isAiring(air.phase)
  const input = { params: { productSlug: studio.slug } } as const
  const look = useQuery({
    queryKey: queryKey(broadcasts.get, input),
    queryFn: () => api.call(broadcasts.get, input),
    enabled: running || airing,
    refetchInterval: running ? lookEveryMs.away : lookEveryMs.airing,
    staleTime: 0,
  })
  const show = running || airing ? (look.data ?? null) : null
  const feeds = show && show.state !== 'ended' ? show.feeds : none
  const onAir = (key: string) => airing && studio.air.isAired(key)
  const here = new Set(desk.feeds.filter(({ key }) => onAir(key)).map(({ key, seat }) => seat ?? key))
  const seats = readSeats(feeds, here)
  const sources = desk.feeds
    .filter(({ key, status }) => status === 'live' && !onAir(key))
    .map(({ key, seat, kind }): SeatSource => ({ key, seat: seat ?? key, kind }))

  const enter = (entries: readonly Entry[]) => {
    for (const { source, seat } of entries) if (seat) studio.desk.sit(source.key, seat)
    studio.air.enter(entries.map(({ source, seat }) => ({ key: source.key, claim: claimOf(seat) })))
    setAsked(null)
    setWantsSource(false)
    void look.refetch()
  }
  const askOrEnter = (entries: readonly Entry[]) => (entries.some(({ seat }) => seat?.sent) ? setAsked(entries) : enter(entries))

  const contested = desk.feeds.find(({ key }) => key === air.contested)
  const contestedSeat = contested && seats.find(({ key }) => key === (contested.seat ?? contested.key))
  const question =
    asked ??
    (contested && contestedSeat
      ? [
          {
            source: { key: contested.key, seat: contestedSeat.key, kind: contested.kind },
            seat: { ...contestedSeat, sent: true },
          },
        ]
      : null)
  const dismiss = () => {
    setAsked(null)
    setWantsSource(false)
    studio.air.dismissContest()
  }
  return {
    show: show?.state ?? null,
    seats,
    sources,
    proposal: proposeSeat(seats, sources),
    question,
    wantsSource,
    take: (seat, source) => askOrEnter([{ source, seat }]),
    back() {
      if (sources.length === 0) setWantsSource(true)
      else askOrEnter(planReturn(seats, sources))
    },
    answer(how) {
      if (!question) return
      if (how === 'move') return enter(question)
      const kept = question.map((entry) => (entry.seat?.sent ? { ...entry, seat: null } : entry))
      // Feeds of the other device stay there; the others go on air.
      const rest = how === 'new' ? kept : question.filter(({ seat }) => !seat?.sent)
      dismiss()
      if (rest.length > 0) enter(rest)
    },
    dismiss,
  }
}
