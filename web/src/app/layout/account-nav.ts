import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import AnalyticsOutlined from '@mui/icons-material/AnalyticsOutlined'
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import InsightsRounded from '@mui/icons-material/InsightsRounded'
import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded'
import PodcastsRounded from '@mui/icons-material/PodcastsRounded'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { paths } from '../../config/paths.ts'
import { isBuilt, type RoutePath } from '../route-table.ts'

export interface AccountNavItem {
  id:
    | 'globalview'
    | 'channels'
    | 'products'
    | 'speakers'
    | 'sales'
    | 'payouts'
    | 'prepaid'
    | 'shipping'
    | 'codes'
    | 'opportunities'
    | 'analytics'
    | 'studio'
    | 'myData'
  to: RoutePath | typeof paths.studio
  icon: typeof SvgIcon
  isOutside?: true
}
export interface AccountNavGroup {
  id: 'content' | 'business' | 'you'
  items: readonly AccountNavItem[]
}

/** The index of an organizer's area, in the order of the screen. */
const accountNav: readonly AccountNavGroup[] = [
  {
    id: 'content',
    items: [
      { id: 'globalview', to: '/account/globalview', icon: SpaceDashboardOutlined },
      { id: 'channels', to: '/account/channels', icon: VideoLibraryOutlined },
      { id: 'products', to: '/account/products', icon: Inventory2Outlined },
      { id: 'speakers', to: '/account/speakers', icon: RecordVoiceOverOutlined },
      { id: 'studio', to: paths.studio, icon: PodcastsRounded, isOutside: true },
    ],
  },
  {
    id: 'business',
    items: [
      { id: 'sales', to: '/account/sales', icon: ReceiptLongOutlined },
      { id: 'shipping', to: '/account/shipping', icon: LocalShippingOutlined },
      { id: 'payouts', to: '/account/payouts', icon: AccountBalanceOutlined },
      { id: 'prepaid', to: '/account/prepaid', icon: HourglassEmptyRounded },
      { id: 'codes', to: '/account/salescode', icon: ConfirmationNumberOutlined },
      { id: 'opportunities', to: '/account/salesopportunity', icon: InsightsRounded },
      { id: 'analytics', to: '/account/analytics', icon: AnalyticsOutlined },
    ],
  },
  { id: 'you', items: [{ id: 'myData', to: '/account/my-data', icon: PersonOutlineRounded }] },
]

/** Linked screens: those that exist; a group without an entry is left out. */
export function visibleAccountNav(): AccountNavGroup[] {
  return accountNav
    .map((group) => ({ ...group, items: group.items.filter(({ to, isOutside }) => isOutside === true || isBuilt(to as RoutePath)) }))
    .filter(({ items }) => items.length > 0)
}

/** The entry that an address belongs to: its own, or that of the page it lies below. */
export function accountPlaceOf(pathname: string): { item: AccountNavItem; isBelow: boolean } | undefined {
  for (const { items } of accountNav)
    for (const item of items) {
      if (item.to === pathname) return { item, isBelow: false }
      if (pathname.startsWith(`${item.to}/`)) return { item, isBelow: true }
    }
  return undefined
}
