import { useEffect } from 'react'
import { useServices } from '../../../lib/services.ts'

/** Whoever looks at a product hears what happens to it (`followEvents` asks again). */
export function useProductUpdates(slug: string): void {
  const { realtime } = useServices()
  useEffect(() => realtime.watch(slug), [realtime, slug])
}
