import { useEffect } from 'react'
import { useServices } from '../../lib/services.ts'
import { invalidateProducts } from './queries.ts'

/** The show starts or ends while somebody looks at its page: the page follows. */
export function useProductUpdates(slug: string): void {
  const { realtime, queries } = useServices()
  useEffect(() => {
    const unwatch = realtime.watch(slug)
    const off = realtime.on((event) => {
      if (event.type === 'playback.changed' && event.productSlug === slug) invalidateProducts(queries)
    })
    return () => {
      off()
      unwatch()
    }
  }, [realtime, queries, slug])
}
