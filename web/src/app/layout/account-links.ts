import { isAdmin } from '@e-events/shared/domain/roles.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { paths } from '../../config/paths.ts'
import { isBuilt, type RoutePath } from '../route-table.ts'
import { isOrganizer } from './user-avatar.tsx'

export interface AccountLink {
  label:
    | 'nav.myTickets'
    | 'nav.mySubscriptions'
    | 'nav.myOrders'
    | 'account.myData'
    | 'nav.organizer'
    | 'nav.manage'
    | 'nav.studio'
    | 'account.press'
    | 'account.logout'
  to: string
}

/** Where an administrator starts, as long as the first of these has no screen yet. */
const manageStarts: readonly RoutePath[] = ['/manage/products', '/manage/manage-users', '/manage/config-admin']

/** Where an organizer starts, in the same way. */
const organizerStarts: readonly RoutePath[] = ['/account/globalview', '/account/channels']

/** The press area: a page for journalists, which administrators build at this address (ID-045). */
export const pressSlug = 'press'

/** Entries of the account menu: by role, and only existing screens. */
export function accountLinks(user: SessionUser, { hasPress }: { hasPress: boolean }): AccountLink[] {
  const manage = manageStarts.find((path) => isBuilt(path))
  const organize = organizerStarts.find((path) => isBuilt(path))
  return [
    { label: 'nav.myTickets', to: paths.myProducts },
    { label: 'nav.mySubscriptions', to: paths.mySubscriptions },
    { label: 'nav.myOrders', to: paths.myOrders },
    { label: 'account.myData', to: paths.myData },
    ...(isOrganizer(user) && organize ? [{ label: 'nav.organizer', to: organize } as const] : []),
    ...(isOrganizer(user) ? [{ label: 'nav.studio', to: paths.studio } as const] : []),
    ...(isAdmin(user.roles) && manage ? [{ label: 'nav.manage', to: manage } as const] : []),
    ...(hasPress ? [{ label: 'account.press', to: paths.page(pressSlug) } as const] : []),
    { label: 'account.logout', to: paths.logout },
  ]
}
