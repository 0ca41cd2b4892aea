import { useEffect } from 'react'
import { useServices } from '../../../lib/services.ts'

/** Follows the events of a shown product (`followEvents` asks again). */
export function useProductUpdates(slug: string): void {
  const { realtime } = useServices()
  useEffect(() => realtime.watch(slug), [realtime, slug])
}
