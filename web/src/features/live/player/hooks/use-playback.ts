import { ApiError } from '@e-events/shared/contract/client.ts'
import { playback as endpoints, playingRules, type Playback } from '@e-events/shared/contract/live/playback.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { createViewing, playbackKey, playbackQuery } from '../queries.ts'

/** The place that plays by this ticket instead of this player. */
export interface Elsewhere {
  /** Empty where it is not known. */
  device: string
  isOtherTab: boolean
  /** It played here before. */
  wasHere: boolean
}

/**
 * Playback of a product in this player, with the lease by which it plays: asked for with the addresses, kept by the
 * open socket. A player that lost it stops and asks nothing more until somebody decides for it.
 */
export function usePlayback(slug: string, { opensRecording }: { opensRecording: boolean }) {
  const { api, queries } = useServices()
  const language = useLanguage()
  const [viewing] = useState(() => createViewing({ wantsRecording: opensRecording }))
  const [taken, setTaken] = useState<Elsewhere | null>(null)
  const query = useQuery({
    ...playbackQuery(api, slug, language, viewing),
    enabled: ({ state }) => taken === null && elsewhereOf(state.error) === null,
  })
  const { data, refetch } = query
  const refused = elsewhereOf(query.error)
  const elsewhere = taken ?? (refused && { ...refused, wasHere: data !== undefined && data.lease !== null })
  const lease = elsewhere === null ? (data?.lease ?? undefined) : undefined
  const isAccessLost = meansNoAccess(query.error)
  const counts = data?.state === 'on_air' && elsewhere === null && !isAccessLost
  const viewers = useLiveRoom(slug, { playback: data, counts, lease, onTaken: setTaken })

  const takeOver = useMutation({
    mutationFn: async () => {
      await api.call(endpoints.takeOver, { params: { slug }, body: { lease: viewing.nextLease() } })
      await refetch({ throwOnError: true })
    },
    onSuccess: () => setTaken(null),
  })
  const isOnAir = data?.state === 'on_air'
  /** Word of a recording is enough until it is watched. */
  const openRecording = useCallback(
    (wantsRecording: boolean) => {
      // While it is on air the answer is the same: nobody asks for it once more as a show begins.
      if (viewing.wantRecording(wantsRecording) && !isOnAir) void queries.invalidateQueries({ queryKey: playbackKey(slug) })
    },
    [viewing, isOnAir, queries, slug],
  )
  const { error, isFetching } = query
  return { playback: data, error, isAccessLost, isFetching, refetch, viewers, elsewhere, takeOver, openRecording }
}

const accessRefusals: ReadonlySet<string> = new Set([
  'TICKET_REQUIRED',
  'TICKET_OF_SESSION',
  'SUBSCRIPTION_REQUIRED',
  'NOT_PURCHASABLE',
  'NOT_FOUND',
] satisfies ErrorCode[])

const meansNoAccess = (error: unknown): boolean => error instanceof ApiError && accessRefusals.has(error.code)

export type OpenPlayback = ReturnType<typeof usePlayback>

function elsewhereOf(error: unknown): Omit<Elsewhere, 'wasHere'> | null {
  if (!(error instanceof ApiError) || error.code !== 'PLAYING_ELSEWHERE') return null
  const [issue] = error.issues
  const [, otherTab] = playingRules
  return { device: issue?.message ?? '', isOtherTab: issue?.rule === otherTab }
}

interface LiveRoom {
  playback: Playback | undefined
  /** Somebody watches here: who was taken over, or has no access any more, is no viewer. */
  counts: boolean
  lease: string | undefined
  onTaken: (elsewhere: Elsewhere) => void
}

/** Every tab hears of a change in the same instant: each asks at a moment of its own, the waiting ones the later. */
const spreadMs = { playing: 1_000, waiting: 2_500 } as const
/** States that a show which begins puts an end to. */
const waitingStates: ReadonlySet<Playback['state']> = new Set(['available_on', 'not_available_yet', 'event_date_passed'])

/** Follows the product's room: what changes there is fetched anew, and the number of viewers is pushed. */
function useLiveRoom(slug: string, { playback, counts, lease, onTaken }: LiveRoom): number {
  const { realtime, queries, random } = useServices()
  const [viewers, setViewers] = useState<number | null>(null)
  const isPlaying = playback?.state === 'on_air'
  const isWaiting = playback !== undefined && waitingStates.has(playback.state)
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined
    const spread = isPlaying ? spreadMs.playing : spreadMs.waiting
    const ask = () => {
      asking = undefined
      void queries.invalidateQueries({ queryKey: playbackKey(slug) })
    }
    const askSoon = () => void (asking ??= setTimeout(ask, random() * spread))
    // The show may have begun between the answer and this.
    const onJoined = isWaiting ? askSoon : undefined
    const stopWatching = realtime.watch(slug, { playing: counts, lease, onViewers: setViewers, onJoined })
    const stopListening = realtime.on((event) => {
      if (event.type === 'connection.back' || (event.type === 'playback.changed' && event.productSlug === slug)) askSoon()
      if (event.type === 'audience' && event.productSlug === slug) setViewers(event.viewers)
      if (event.type === 'playback.taken' && event.lease === lease)
        onTaken({ device: event.device, isOtherTab: event.isOtherTab, wasHere: true })
    })
    return () => {
      // A change that was told while the answer before it was on its way: the second feed of a show that begins.
      if (asking !== undefined) {
        clearTimeout(asking)
        ask()
      }
      stopListening()
      stopWatching()
    }
  }, [realtime, queries, random, slug, isPlaying, isWaiting, counts, lease, onTaken])
  return viewers ?? playback?.viewers ?? 0
}
