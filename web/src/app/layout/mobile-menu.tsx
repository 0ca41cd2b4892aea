import CloseRounded from '@mui/icons-material/CloseRounded'
import { languages } from '@e-events/shared/domain/language.ts'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useLanguage } from '../../lib/language.ts'
import type { SessionState } from '@e-events/shared/client/session.ts'
import { useAccountLinks } from './use-account-links.ts'
import { fullName, UserAvatar } from './user-avatar.tsx'
import { languageNames } from '../../config/language-names.ts'
import { ZoneField } from '../../components/forms/zone-field.tsx'
import { useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { currencies } from '../../lib/exchange.ts'
import { useViewerCurrency, useViewerZone } from '../../lib/services.ts'
import { useDarkness } from './use-darkness.ts'
import { usePreferenceChoice } from './use-preference-choice.ts'
import { useHere } from './use-here.ts'

interface MobileMenuProps {
  open: boolean
  onClose: () => void
  links: { label: string; to: string; current: boolean }[]
  session: SessionState
}

/** Everything the bar has no room for on a small screen; MUI's drawer keeps the focus in and gives it back. */
export function MobileMenu({ open, onClose, links, session }: MobileMenuProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { isDark, setDark } = useDarkness()
  const site = useSiteConfig()
  const zone = useViewerZone()
  const currency = useViewerCurrency()
  const choose = usePreferenceChoice()
  const here = useHere()
  const user = session.status === 'authenticated' ? session.user : undefined
  const accountPlaces = useAccountLinks(user)
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('nav.menu'), role: 'dialog', sx: { width: 'min(360px, 100vw)', p: 2 } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Brand />
        <IconButton aria-label={t('action.close')} onClick={onClose} edge="end">
          <CloseRounded />
        </IconButton>
      </Box>
      {user && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 1.5, mb: 1, borderRadius: '14px', bgcolor: 'surface.sunken' }}>
          <UserAvatar user={user} size={40} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="subtitle2" noWrap>
              {fullName(user)}
            </Typography>
            <Typography variant="caption" component="p" noWrap sx={{ m: 0, color: 'text.secondary' }}>
              {user.user}
            </Typography>
          </Box>
        </Box>
      )}
      <Box component="nav" aria-label={t('nav.label')}>
        <List disablePadding>
          {links.map(({ label, to, current }) => (
            <MenuLink key={to} href={to} onClick={onClose} current={current}>
              {label}
            </MenuLink>
          ))}
        </List>
        {user && (
          <>
            <Divider sx={{ my: 1 }} />
            <List disablePadding>
              {accountPlaces.map(({ label, to }) => (
                <MenuLink key={label} href={to} onClick={onClose}>
                  {t(label)}
                </MenuLink>
              ))}
            </List>
          </>
        )}
      </Box>
      {!user && (
        <Button variant="contained" color="inherit" size="large" fullWidth href={paths.login(here)} onClick={onClose} sx={{ mt: 2 }}>
          {t('nav.login')}
        </Button>
      )}
      {!user && (
        <Button size="large" fullWidth href={paths.signUp(here)} onClick={onClose} sx={{ mt: 1 }}>
          {t('nav.signUp')}
        </Button>
      )}
      <Divider sx={{ my: 2.5 }} />
      {site.languages && (
        <Choice label={t('language.label')}>
          <ToggleButtonGroup
            exclusive
            fullWidth
            value={language}
            onChange={(_, choice: typeof language | null) => choice && choose.chooseLanguage(choice)}
          >
            {languages.map((choice) => (
              <ToggleButton key={choice} value={choice} lang={choice}>
                {languageNames[choice]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Choice>
      )}
      <Choice label={t('theme.label')}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          value={isDark ? 'dark' : 'light'}
          onChange={(_, choice: 'light' | 'dark' | null) => choice && setDark(choice === 'dark')}
        >
          <ToggleButton value="light">{t('theme.light')}</ToggleButton>
          <ToggleButton value="dark">{t('theme.dark')}</ToggleButton>
        </ToggleButtonGroup>
      </Choice>
      {site.currencies && (
        <TextField
          select
          label={t('currency.label')}
          value={currency}
          onChange={(event) => choose.chooseCurrency(event.target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ mb: 2 }}
        >
          {currencies.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </TextField>
      )}
      {site.timezones && <ZoneField key={zone} label={t('zone.label')} value={zone} onChange={choose.chooseTimeZone} />}
    </Drawer>
  )
}

function MenuLink({
  href,
  onClick,
  current = false,
  children,
}: {
  href: string
  onClick: () => void
  current?: boolean
  children: ReactNode
}) {
  return (
    <ListItem disablePadding>
      <ListItemButton
        href={href}
        onClick={onClick}
        selected={current}
        aria-current={current ? 'page' : undefined}
        sx={{ minHeight: 48, fontSize: 17, fontWeight: 560 }}
      >
        {children}
      </ListItemButton>
    </ListItem>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 2 }}>
      <Typography variant="label" component="p" id={id} sx={{ m: 0, mb: 0.75 }}>
        {label}
      </Typography>
      {children}
    </Box>
  )
}
