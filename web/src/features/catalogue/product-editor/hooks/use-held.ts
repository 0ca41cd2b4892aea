import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { curricula } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters } from '@e-events/shared/contract/learning/masters.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../../lib/services.ts'

/** Number of modules of a course, or of courses of a master; undefined while it is unknown. */
export function useHeld(product: { slug: string; type: ProductType } | null): number | undefined {
  const { api } = useServices()
  const input = { params: { slug: product?.slug ?? '' } }
  const course = useQuery({
    queryKey: queryKey(curricula.get, input),
    queryFn: ({ signal }) => api.call(curricula.get, input, { signal }),
    enabled: product?.type === 'course',
  })
  const master = useQuery({
    queryKey: queryKey(masters.getOwn, input),
    queryFn: ({ signal }) => api.call(masters.getOwn, input, { signal }),
    enabled: product?.type === 'master',
  })
  if (product?.type === 'course') return course.data?.modules.length
  return product?.type === 'master' ? master.data?.courses.length : undefined
}
