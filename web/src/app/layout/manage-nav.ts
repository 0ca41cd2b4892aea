import type { ModuleId } from '@e-events/shared/contract/settings/config.ts'
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined'
import PercentOutlined from '@mui/icons-material/PercentOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import SmartDisplayOutlined from '@mui/icons-material/SmartDisplayOutlined'
import SensorsOutlined from '@mui/icons-material/SensorsOutlined'
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import StarOutlineRounded from '@mui/icons-material/StarOutlineRounded'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import { isBuilt, moduleOf, type RoutePath } from '../route-table.ts'

export interface NavItem {
  id:
    | 'products'
    | 'sales'
    | 'refunds'
    | 'taxes'
    | 'payouts'
    | 'productsOpen'
    | 'channels'
    | 'speakers'
    | 'lessons'
    | 'users'
    | 'notifications'
    | 'home'
    | 'pages'
    | 'entities'
    | 'modules'
    | 'config'
  to: RoutePath
  /** One tab of a screen that has several. */
  query?: string
  icon: typeof SvgIcon
  /** Pages that are reached from this one. */
  below?: readonly { id: 'mediaPay' | 'loginSettings'; to: RoutePath }[]
}
export interface NavGroup {
  id: 'content' | 'people' | 'site'
  items: readonly NavItem[]
}

/** The index of the manage area, in the order of the screen. */
export const manageNav: readonly NavGroup[] = [
  {
    id: 'content',
    items: [
      { id: 'products', to: '/manage/products', icon: SmartDisplayOutlined },
      { id: 'productsOpen', to: '/manage/productsopen', icon: SensorsOutlined },
      { id: 'channels', to: '/manage/channels', icon: VideoLibraryOutlined },
      { id: 'speakers', to: '/manage/speakers', icon: RecordVoiceOverOutlined },
      { id: 'lessons', to: '/manage/e-learning/lessons', icon: StarOutlineRounded },
      { id: 'sales', to: '/manage/sales', icon: ReceiptLongOutlined },
      { id: 'refunds', to: '/manage/refunds', icon: CurrencyExchangeOutlined },
      { id: 'taxes', to: '/manage/taxes', icon: PercentOutlined },
      { id: 'payouts', to: '/manage/payouts', icon: AccountBalanceOutlined },
    ],
  },
  {
    id: 'people',
    items: [
      { id: 'users', to: '/manage/manage-users', icon: GroupOutlined },
      { id: 'notifications', to: '/manage/notifications', icon: CampaignOutlined },
    ],
  },
  {
    id: 'site',
    items: [
      { id: 'home', to: '/manage/home', icon: HomeOutlined },
      { id: 'pages', to: '/manage/pages', icon: ArticleOutlined },
      { id: 'entities', to: '/manage/pages', query: 'tab=entities', icon: ApartmentOutlined },
      {
        id: 'modules',
        to: '/manage/modules',
        icon: ExtensionOutlined,
        below: [
          { id: 'mediaPay', to: '/manage/modules/media-pay' },
          { id: 'loginSettings', to: '/manage/modules/login' },
        ],
      },
      { id: 'config', to: '/manage/config-admin', icon: SettingsOutlined },
    ],
  },
]

/** Linked screens: those that exist and whose module is on; a group without an entry is left out. */
export function visibleNav(isOn: (module: ModuleId) => boolean): NavGroup[] {
  const isOpen = (path: RoutePath) => {
    const module = moduleOf(path)
    return isBuilt(path) && (module === undefined || isOn(module))
  }
  return manageNav.map((group) => ({ ...group, items: group.items.filter(({ to }) => isOpen(to)) })).filter(({ items }) => items.length > 0)
}

interface Place {
  group: NavGroup
  item: NavItem
  /** A page below the entry that has a name of its own here; others have it in their title. */
  below: { id: 'mediaPay' | 'loginSettings' } | undefined
  isBelow: boolean
}

/** Where an address stands in the index: its group, its entry, and the page below that entry. */
export function placeOf(pathname: string): Place | undefined {
  for (const group of manageNav)
    for (const item of group.items) {
      const below = item.below?.find(({ to }) => to === pathname)
      if (below || item.to === pathname) return { group, item, below, isBelow: below !== undefined }
      if (pathname.startsWith(`${item.to}/`)) return { group, item, below, isBelow: true }
    }
  return undefined
}
