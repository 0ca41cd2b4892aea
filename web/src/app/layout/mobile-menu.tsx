import CloseRounded from '@mui/icons-material/CloseRounded'
import { languages } from '@e-events/shared/domain/language.ts'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import { setMode, useMode } from '@e-events/shared/ui/theme/mode.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useLanguage } from '../../lib/language.ts'
import type { SessionState } from '../../lib/session.ts'
import { chooseLanguage } from '../i18n.ts'
import { fullName, isOrganizer, UserAvatar } from './user-avatar.tsx'
import { languageNames } from '../../config/language-names.ts'
import { useHere } from './use-here.ts'

interface MobileMenuProps {
  open: boolean
  onClose: () => void
  links: { label: string; to: string; current: boolean }[]
  session: SessionState
}

/** Everything the bar has no room for on a small screen; MUI's drawer keeps the focus in and gives it back. */
export function MobileMenu({ open, onClose, links, session }: MobileMenuProps) {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const mode = useMode()
  const here = useHere()
  const user = session.status === 'authenticated' ? session.user : undefined
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
              <MenuLink href={paths.myProducts} onClick={onClose}>
                {t('nav.myTickets')}
              </MenuLink>
              {isOrganizer(user) && (
                <MenuLink href={paths.studio} onClick={onClose}>
                  {t('nav.studio')}
                </MenuLink>
              )}
              <MenuLink href={paths.logout} onClick={onClose}>
                {t('account.logout')}
              </MenuLink>
            </List>
          </>
        )}
      </Box>
      {!user && (
        <Button variant="contained" color="inherit" size="large" fullWidth href={paths.login(here)} onClick={onClose} sx={{ mt: 2 }}>
          {t('nav.login')}
        </Button>
      )}
      <Divider sx={{ my: 2.5 }} />
      <Choice label={t('language.label')}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          value={language}
          onChange={(_, choice: typeof language | null) => choice && void chooseLanguage(i18n, choice)}
        >
          {languages.map((choice) => (
            <ToggleButton key={choice} value={choice} lang={choice}>
              {languageNames[choice]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Choice>
      <Choice label={t('theme.label')}>
        <ToggleButtonGroup
          exclusive
          fullWidth
          value={mode === 'alternative' ? 'alternative' : 'normal'}
          onChange={(_, choice: 'normal' | 'alternative' | null) => choice && setMode(choice)}
        >
          <ToggleButton value="normal">{t('theme.light')}</ToggleButton>
          <ToggleButton value="alternative">{t('theme.dark')}</ToggleButton>
        </ToggleButtonGroup>
      </Choice>
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
