import type { DeferredLive, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { useEffect, useRef } from 'react'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { FeedSource } from '../engine/types.ts'

/** Hands the feeds to the engine: opened once, updated when feeds come and go and when their addresses were renewed. */
export function useSources(
  engine: PlayerEngine,
  feeds: readonly PlaybackFeed[],
  /** Undefined for the live edge. */
  startSec: number | undefined,
  deferred: DeferredLive | null,
): void {
  const opened = useRef(false)
  const sources = toSources(feeds, deferred)
  const addresses = sources.map(({ masterUrl }) => masterUrl).join(' ')
  const identity = sources.map(({ id, sends }) => `${id} ${sends}`).join(' ')
  useEffect(() => {
    if (sources.length === 0) return
    if (opened.current) {
      engine.updateSources(sources)
      return
    }
    opened.current = true
    engine.open(sources, startSec === undefined ? {} : { startSec })
    return
    // The addresses change with every answer (their token does); what plays takes a younger one in time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- identity and addresses stand for the feeds
  }, [engine, identity, addresses])
  useEffect(
    () => () => {
      opened.current = false
    },
    [],
  )
}

/** A feed that has no segments yet would only be refused. */
export function toSources(feeds: readonly PlaybackFeed[], deferred: DeferredLive | null): FeedSource[] {
  const airing = deferred && { startsAtMs: Date.parse(deferred.startsAt), durationMs: deferred.durationMs, isInStep: deferred.isInStep }
  const isOnAir = feeds.some(({ state }) => state !== 'ended')
  return feeds
    .filter((feed) => feed.state !== 'preparing')
    .map(({ id, masterUrl, hasAudio, hasVideo, state, rungs }) => ({
      id,
      masterUrl,
      hasAudio,
      hasVideo,
      ...(state === 'ended' ? { rungs } : {}),
      ...(airing ? { airing } : {}),
      ...(isOnAir ? { sends: state === 'live' } : {}),
    }))
}
