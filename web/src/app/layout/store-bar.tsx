import MenuRounded from '@mui/icons-material/MenuRounded'
import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { BrandLink } from '../../components/navigation/brand-link.tsx'
import { useWasEver } from '../../components/use-was-ever.ts'
import { paths } from '../../config/paths.ts'
import { useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { NotificationBell } from '../../features/engagement/notifications/components/notification-bell.tsx'
import { useSession } from '../../lib/services.ts'
import { AccountMenu } from './account-menu.tsx'
import { BarSearch } from './bar-search.tsx'
import { CurrencyMenu } from './currency-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useHere } from './use-here.ts'
import { ZoneMenu } from './zone-menu.tsx'

const loadMenu = () => import('./mobile-menu.tsx')
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }))

interface StoreBarProps {
  /** Over a hero the bar is dark glass that lets the picture through. */
  over: boolean
}

export function StoreBar({ over }: StoreBarProps) {
  const { t } = useTranslation()
  const session = useSession()
  const site = useSiteConfig()
  const here = useHere()
  const { pathname, hash } = useLocation()
  const [menuOpen, setMenuOpen] = useState(false)
  const menuWasOpen = useWasEver(menuOpen)
  const links = [
    { label: t('nav.home'), to: paths.home, current: pathname === '/' && !hash },
    { label: t('nav.live'), to: paths.section('live'), current: pathname === '/' && hash === '#live' },
    { label: t('nav.schedule'), to: paths.schedule, current: pathname.startsWith(paths.schedule) },
    { label: t('nav.vod'), to: paths.section('vod'), current: pathname === '/' && hash === '#vod' },
    ...(session.status === 'authenticated' ? [{ label: t('nav.shop'), to: paths.shop, current: pathname === paths.shop }] : []),
  ]
  return (
    <AppBar
      position={over ? 'absolute' : 'sticky'}
      color="transparent"
      elevation={0}
      {...(over ? { 'data-mode': 'dark' } : {})}
      sx={{
        color: 'text.primary',
        displayPrint: 'none',
        ...(over
          ? {
              backgroundImage: (theme) => theme.vars.palette.onArt.top,
              bgcolor: 'transparent',
              // A bright picture leaves too little contrast for grey words.
              '--ee-palette-text-secondary': 'var(--ee-palette-text-primary)',
            }
          : { bgcolor: 'surface.glass', backdropFilter: 'saturate(160%) blur(16px)', borderBottom: 1, borderColor: 'border.subtle' }),
      }}
    >
      <Box sx={{ height: { xs: 60, md: 72 }, px: 'var(--ee-gutter)', display: 'flex', alignItems: 'center', gap: { xs: 0.5, md: 1 } }}>
        <BrandLink />
        <Box
          component="nav"
          aria-label={t('nav.label')}
          sx={{ display: { xs: 'none', md: 'flex' }, ml: { md: 1.5, lg: 4 }, gap: { md: 0, lg: 0.5 } }}
        >
          {links.map(({ label, to, current }) => (
            <Button
              key={to}
              variant="text"
              size="small"
              href={to}
              aria-current={current ? 'page' : undefined}
              sx={{
                fontSize: 14.5,
                fontWeight: current ? 640 : 520,
                color: current ? 'text.primary' : 'text.secondary',
                '&:hover': { color: 'text.primary' },
              }}
            >
              {label}
            </Button>
          ))}
        </Box>
        <Box sx={{ flex: 1 }} />
        <BarSearch />
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 0.5 }}>
          <Box sx={{ display: { xs: 'none', lg: 'contents' } }}>
            {site.timezones && <ZoneMenu />}
            {site.currencies && <CurrencyMenu />}
          </Box>
          {site.languages && <LanguageMenu />}
          <ThemeSwitch />
        </Box>
        {site.notifications && <NotificationBell />}
        {session.status === 'authenticated' && (
          <>
            <Button
              variant="text"
              size="small"
              href={paths.myProducts}
              data-tour="tickets"
              aria-current={pathname === paths.myProducts ? 'page' : undefined}
              sx={{ display: { xs: 'none', lg: 'inline-flex' }, fontSize: 14.5 }}
            >
              {t('nav.myTickets')}
            </Button>
            <AccountMenu user={session.user} />
          </>
        )}
        {session.status === 'anonymous' && (
          <>
            <Button
              variant="text"
              size="small"
              href={paths.signUp(here)}
              sx={{ display: { xs: 'none', lg: 'inline-flex' }, fontSize: 14.5 }}
            >
              {t('nav.signUp')}
            </Button>
            <Button variant="contained" color="inherit" size="small" href={paths.login(here)} sx={{ ml: 0.5 }}>
              {t('nav.login')}
            </Button>
          </>
        )}
        <IconButton
          aria-label={t('nav.menu')}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onPointerEnter={() => void loadMenu()}
          onClick={() => setMenuOpen(true)}
          sx={{ display: { lg: 'none' }, mr: -1 }}
        >
          <MenuRounded />
        </IconButton>
      </Box>
      {menuWasOpen && (
        <Suspense>
          <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} links={links} session={session} />
        </Suspense>
      )}
    </AppBar>
  )
}
