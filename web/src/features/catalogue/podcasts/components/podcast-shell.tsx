import Box from '@mui/material/Box'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useServices } from '../../../../lib/services.ts'
import { attachAudio } from '../engine/attach-audio.ts'
import { PodcastPlayer } from '../engine/podcast-player.ts'
import { PodcastContext } from '../podcast-context.ts'
import { freshAddress } from '../queries.ts'

const MiniPlayer = lazy(async () => ({ default: (await import('./mini-player.tsx')).MiniPlayer }))
const barHeightPx = 72

/**
 * Around every page: what plays goes on from one to the next, with its bar at the foot. `beside` is there while it has
 * a podcast.
 */
export function PodcastShell({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  const { api, clock, session } = useServices()
  const [player] = useState(
    () => new PodcastPlayer({ attach: attachAudio, refresh: (slug) => freshAddress(api, slug), nowMs: clock.nowMs }),
  )
  const hasTrack = useSyncExternalStore(player.subscribe, () => player.getSnapshot().track?.slug)
  const { pathname } = useLocation()
  const onStage = /^\/player\/([^/]+)/.exec(pathname)?.[1]
  const isShown = hasTrack !== undefined && onStage === undefined

  useEffect(() => session.subscribe(() => session.get().status === 'anonymous' && player.close()), [session, player])
  // Two sounds at once are none.
  useEffect(() => {
    if (onStage !== undefined && onStage !== hasTrack) player.pause()
  }, [player, onStage, hasTrack])
  // Other elements at the foot of a page stand above the bar.
  useEffect(() => {
    if (!isShown) return undefined
    document.documentElement.style.setProperty('--ee-foot', `${barHeightPx}px`)
    return () => void document.documentElement.style.removeProperty('--ee-foot')
  }, [isShown])
  useEffect(() => () => player.close(), [player])

  return (
    <PodcastContext value={player}>
      {children}
      {hasTrack !== undefined && <Suspense>{beside}</Suspense>}
      {isShown && (
        <Suspense>
          <Box aria-hidden sx={{ height: barHeightPx }} />
          <MiniPlayer heightPx={barHeightPx} />
        </Suspense>
      )}
    </PodcastContext>
  )
}
