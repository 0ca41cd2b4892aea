import type { ProductType } from '@e-events/shared/domain/states.ts'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../lib/services.ts'
import { curriculumQuery, ownMasterQuery } from './queries.ts'

/** Number of modules of a course, or of courses of a master; undefined while it is unknown. */
export function useHeld(product: { slug: string; type: ProductType } | null): number | undefined {
  const { api } = useServices()
  const slug = product?.slug ?? ''
  const course = useQuery({ ...curriculumQuery(api, slug), enabled: product?.type === 'course' })
  const master = useQuery({ ...ownMasterQuery(api, slug), enabled: product?.type === 'master' })
  if (product?.type === 'course') return course.data?.modules.length
  return product?.type === 'master' ? master.data?.courses.length : undefined
}
