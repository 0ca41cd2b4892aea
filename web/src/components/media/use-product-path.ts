import type { ProductType } from '@e-events/shared/domain/states.ts'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/services.ts'

/** Where a card leads: for an account to the screen of its type, for everybody else to the public page. */
export function useProductPath(): (product: { slug: string; type: ProductType }) => string {
  const isLoggedIn = useSession().status === 'authenticated'
  return ({ slug, type }) => (isLoggedIn ? paths.productOfType(type, slug) : paths.product(slug))
}
