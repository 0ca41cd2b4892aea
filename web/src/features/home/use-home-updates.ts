import { useEffect } from 'react'
import { useServices } from '../../lib/services.ts'
import { sectionKeyPrefixes } from './queries.ts'

/** Something went live or ended, or an editor published: the page in front of the viewer follows without a reload. */
export function useHomeUpdates(): void {
  const { realtime, queries } = useServices()
  useEffect(
    () =>
      realtime.on((event) => {
        if (event.type === 'home.updated') for (const queryKey of sectionKeyPrefixes) void queries.invalidateQueries({ queryKey })
      }),
    [realtime, queries],
  )
}
