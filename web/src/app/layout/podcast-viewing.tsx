import { viewings } from '@e-events/shared/contract/live/viewings.ts'
import { useEffect } from 'react'
import type { PodcastSnapshot } from '../../features/catalogue/podcasts/engine/types.ts'
import { usePodcast } from '../../features/catalogue/podcasts/podcast-context.ts'
import { measureViewing } from '../../features/live/quality/measure.ts'
import type { Observation } from '../../features/live/quality/recorder.ts'
import { resumePlace } from '../../lib/resume.ts'
import { useServices } from '../../lib/services.ts'

/** Measures how a podcast is listened to, on whatever page, from its first play on. */
export function PodcastViewing() {
  const { api } = useServices()
  const { player, snapshot } = usePodcast()
  const slug = snapshot.track?.slug
  useEffect(() => {
    if (slug === undefined) return undefined
    let end: (() => void) | undefined
    const begin = () => {
      if (end !== undefined || player.getSnapshot().phase === 'paused') return
      end = measureViewing({
        of: 'video',
        observe: () => observationOf(player.getSnapshot(), player.audio.seeking),
        subscribe: player.subscribe,
        send: (id, body, options) => api.call(viewings.report, { params: { slug, id }, body }, options),
      })
    }
    begin()
    const stopWaiting = player.subscribe(begin)
    return () => {
      stopWaiting()
      end?.()
    }
  }, [api, player, slug])
  return null
}

export function observationOf({ phase, positionSec, durationSec }: PodcastSnapshot, isSeeking: boolean): Observation {
  return {
    phase: phase === 'loading' ? 'waiting' : phase,
    isSeeking,
    failure: null,
    failedFeedId: null,
    feedId: null,
    heightPx: 0,
    mode: 'video',
    placeSec: positionSec,
    resumeSec: phase === 'loading' || durationSec <= 0 ? null : resumePlace(positionSec, durationSec),
    isSilent: false,
    isHidden: document.visibilityState === 'hidden',
  }
}
