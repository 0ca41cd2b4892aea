import MenuRounded from '@mui/icons-material/MenuRounded'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { enterBackOffice, setBackOfficeShade, useScheme } from '@e-events/shared/ui/theme/mode.ts'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { NotificationBell } from '../../features/engagement/notifications/components/notification-bell.tsx'
import { useSession } from '../../lib/services.ts'
import { AccountMenu } from './account-menu.tsx'
import { AreaIndex, type IndexGroup } from './area-index.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'

interface BackOfficeFrameProps {
  /** Names the index to screen readers. */
  label: string
  area: 'manage' | 'account'
  /** The places of the area. */
  groups: readonly IndexGroup[]
  /** The way here. */
  crumbs: ReactNode
}

/**
 * The frame of the back office: the index at the left (in a drawer where there is no room), the way here above, then
 * the sheet.
 */
export function BackOfficeFrame({ label, area, groups, crumbs }: BackOfficeFrameProps) {
  const { t } = useTranslation('manage')
  const session = useSession()
  const site = useSiteConfig()
  const { pathname } = useLocation()
  // The drawer belongs to the page it was opened on: following one of its links closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  useLayoutEffect(() => enterBackOffice(), [])
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: '232px minmax(0,1fr)' }, minHeight: '100dvh' }}>
      <SkipLink />
      <Box
        component="nav"
        aria-label={label}
        sx={{ display: { xs: 'none', lg: 'block' }, bgcolor: 'background.paper', borderRight: 1, borderColor: 'border.subtle' }}
      >
        <Box sx={{ position: 'sticky', top: 0, maxHeight: '100dvh', overflowY: 'auto' }}>
          <AreaIndex area={area} groups={groups} />
        </Box>
      </Box>
      <Box sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box component="header" sx={{ height: 56, flexShrink: 0, px: 'var(--ee-gutter)', display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <IconButton
            aria-label={t('openMenu')}
            aria-haspopup="dialog"
            aria-expanded={openOn === pathname}
            onClick={() => setOpenOn(pathname)}
            sx={{ display: { lg: 'none' }, ml: -1 }}
          >
            <MenuRounded />
          </IconButton>
          {crumbs}
          <Box sx={{ flex: 1 }} />
          <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 0.5 }}>
            {site.languages && <LanguageMenu />}
            <ShadeSwitch />
          </Box>
          {site.notifications && <NotificationBell />}
          {session.status === 'authenticated' && <AccountMenu user={session.user} />}
        </Box>
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, px: 'var(--ee-gutter)', pt: 1, pb: 4, '&:focus': { outline: 'none' } }}
        >
          <Outlet />
        </Box>
      </Box>
      <Drawer
        open={openOn === pathname}
        onClose={() => setOpenOn(null)}
        sx={{ display: { lg: 'none' } }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 'min(300px, 86vw)' } } }}
      >
        <Box component="nav" aria-label={label}>
          <AreaIndex area={area} groups={groups} onClose={() => setOpenOn(null)} />
        </Box>
        <Box sx={{ display: { xs: 'flex', sm: 'none' }, gap: 0.5, p: 1.5, mt: 'auto', borderTop: 1, borderColor: 'border.subtle' }}>
          {site.languages && <LanguageMenu full />}
          <ShadeSwitch />
        </Box>
      </Drawer>
    </Box>
  )
}

/** The two shades of the back office; the storefront keeps its own choice. */
function ShadeSwitch() {
  const { t } = useTranslation()
  const isDark = useScheme() === 'backOfficeDark'
  return (
    <IconButton aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={() => setBackOfficeShade(isDark ? 'light' : 'dark')}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}
