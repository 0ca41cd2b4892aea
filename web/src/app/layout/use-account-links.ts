import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { useQuery } from '@tanstack/react-query'
import { sectionPageQuery } from '../../features/storefront/home/queries.ts'
import { useLanguage } from '../../lib/language.ts'
import { useServices } from '../../lib/services.ts'
import { accountLinks, pressSlug, type AccountLink } from './account-links.ts'

/** The menu of an account; journalists find the press area in it where there is one. */
export function useAccountLinks(user: SessionUser | undefined): AccountLink[] {
  const { api } = useServices()
  const press = useQuery({
    ...sectionPageQuery(api, { kind: 'page', slug: pressSlug, language: useLanguage() }),
    enabled: user?.journalist === true,
  })
  return user ? accountLinks(user, { hasPress: user.journalist && press.isSuccess }) : []
}
