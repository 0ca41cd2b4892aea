import { useEffect } from 'react'
import { useServices } from '../../lib/services.ts'
import { homeKeyPrefix } from './queries.ts'

/** Something went live or ended: the page in front of the viewer follows without a reload. */
export function useHomeUpdates(): void {
  const { realtime, queries } = useServices()
  useEffect(
    () =>
      realtime.on((event) => {
        if (event.type === 'home.updated') void queries.invalidateQueries({ queryKey: homeKeyPrefix })
      }),
    [realtime, queries],
  )
}
