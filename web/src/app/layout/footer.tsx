import { Brand } from '@e-events/shared/ui/brand.tsx'
import { zoneCity } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { openConsentSettings } from '../../features/settings/cookie-consent/consent.ts'
import { useLanguage } from '../../lib/language.ts'
import { useSession, useViewerZone } from '../../lib/services.ts'
import { isBuilt } from '../route-table.ts'
import { useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { isOrganizer } from './user-avatar.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useHere } from './use-here.ts'

const thisYear = new Date().getFullYear()

export function Footer() {
  const { t } = useTranslation()
  const session = useSession()
  const here = useHere()
  const language = useLanguage()
  const zone = useViewerZone()
  const site = useSiteConfig()
  const user = session.status === 'authenticated' ? session.user : undefined
  const columns = [
    {
      id: 'discover',
      title: t('footer.discover'),
      links: [
        [t('nav.live'), paths.section('live')],
        [t('nav.schedule'), paths.schedule],
        [t('nav.upcoming'), paths.section('upcoming')],
        [t('nav.vod'), paths.section('vod')],
      ],
    },
    {
      id: 'account',
      title: t('footer.account'),
      links: user
        ? [
            [t('nav.myTickets'), paths.myProducts],
            [t('nav.mySubscriptions'), paths.mySubscriptions],
            [t('nav.myOrders'), paths.myOrders],
            [t('account.myData'), paths.myData],
            [t('account.logout'), paths.logout],
          ]
        : [
            [t('nav.login'), paths.login(here)],
            [t('nav.signUp'), paths.signUp(here)],
          ],
    },
    {
      id: 'organize',
      title: t('footer.organize'),
      links: [
        ...(isBuilt('/page/producers') ? [[t('footer.producers'), paths.producers]] : []),
        ...(user && isOrganizer(user) ? [[t('nav.studio'), paths.studio]] : []),
      ],
    },
    {
      id: 'help',
      title: t('footer.help'),
      links: [
        ...(isBuilt('/help') ? [[t('footer.helpCentre'), paths.help]] : []),
        ...(isBuilt('/aviso-legal')
          ? [
              [t('footer.legal'), paths.legal],
              [t('footer.privacy'), paths.privacy],
            ]
          : []),
      ],
    },
  ].filter((column) => column.links.length > 0) as { id: string; title: string; links: [label: string, href: string][] }[]
  return (
    <Box
      component="footer"
      data-tour="footer"
      sx={{
        displayPrint: 'none',
        mt: { xs: 8, md: 12 },
        px: 'var(--ee-gutter)',
        pt: 6,
        pb: 4,
        bgcolor: 'surface.sunken',
        borderTop: 1,
        borderColor: 'border.subtle',
      }}
    >
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr 1fr', md: '2fr repeat(4, 1fr)' } }}>
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <Brand />
          <Typography variant="body2" sx={{ mt: 2, maxWidth: 320, color: 'text.secondary' }}>
            {t('footer.lead')}
          </Typography>
        </Box>
        {columns.map((column) => (
          <Box key={column.id} component="nav" aria-label={column.title}>
            <Typography variant="label" component="h2" sx={{ m: 0, mb: 1.5 }}>
              {column.title}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {column.links.map(([label, href]) => (
                <li key={href}>
                  <Link href={href} sx={{ display: 'inline-block', py: 0.25, fontSize: 14, fontWeight: 420, color: 'text.secondary' }}>
                    {label}
                  </Link>
                </li>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          mt: 6,
          pt: 2,
          borderTop: 1,
          borderColor: 'border.default',
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          color: 'text.secondary',
          typography: 'caption',
        }}
      >
        <span>© {thisYear} e-events</span>
        <Box component="span" sx={{ ml: { sm: 'auto' } }}>
          {t('footer.zone', { city: zoneCity(zone, language) })}
        </Box>
        <Button size="small" variant="text" onClick={openConsentSettings} sx={{ color: 'text.secondary' }}>
          {t('footer.cookies')}
        </Button>
        <Box sx={{ display: 'flex', alignItems: 'center', ml: { xs: 'auto', sm: 0 } }}>
          {site.languages && <LanguageMenu full />}
          <ThemeSwitch />
        </Box>
      </Box>
    </Box>
  )
}
