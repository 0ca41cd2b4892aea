import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { Mark } from '@e-events/shared/ui/brand.tsx'
import { count, date } from '@e-events/shared/ui/format.ts'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ForumRounded from '@mui/icons-material/ForumRounded'
import KeyboardRounded from '@mui/icons-material/KeyboardRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AirState } from '../../../broadcast/air-state.ts'
import { LanguageSwitch } from '../../components/language-switch.tsx'
import { line } from '../../components/panel.tsx'
import { airClock } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { hrefTo } from '../../lib/route.ts'
import { useServices } from '../../lib/services.ts'
import { useNow } from '../../lib/use-store.ts'
import { isAway, isOnAirView, type View } from './view.ts'

interface TopBarProps {
  view: View
  product: OwnProduct
  air: AirState
  action: ReactNode
  /** Id of the panel of the audience, which a window of middle width opens over its monitors. */
  audience: { id: string; isOpen: boolean; onToggle(): void }
  onShortcuts(): void
}

export function TopBar({ view, product, air, action, audience, onShortcuts }: TopBarProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const session = product.nextSession
  return (
    <Box
      component="header"
      sx={{
        flexShrink: 0,
        height: 60,
        px: 2,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        borderBottom: 1,
        borderColor: line,
        bgcolor: 'surface.sunken',
      }}
    >
      <Box sx={{ display: { xs: isOnAirView(view) ? 'none' : 'contents', sm: 'contents' } }}>
        {view === 'offline' ? (
          <Tooltip title={t('desk.back')}>
            <IconButton href={hrefTo({ screen: 'products' })} aria-label={t('desk.back')} edge="start">
              <ArrowBackRounded />
            </IconButton>
          </Tooltip>
        ) : (
          <Mark size={26} />
        )}
      </Box>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="h6" component="h1" noWrap title={product.title}>
          {product.title}
        </Typography>
        <Typography
          variant="caption"
          component="p"
          noWrap
          className="tabular"
          sx={{ m: 0, color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}
        >
          {product.channel.title}
          {session && ` · ${date(session.startsAt, 'dayTime', language)}`}
        </Typography>
      </Box>
      <AirClock view={view} product={product} air={air} />
      <Box sx={{ flex: { md: 1 }, display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5 }}>
        <Tooltip title={t('audience.title')}>
          <IconButton
            aria-label={t('audience.title')}
            aria-expanded={audience.isOpen}
            aria-controls={audience.id}
            color={audience.isOpen ? 'primary' : 'default'}
            onClick={audience.onToggle}
            sx={{ display: { xs: 'none', md: 'inline-flex', lg: 'none' } }}
          >
            <ForumRounded />
          </IconButton>
        </Tooltip>
        <Tooltip title={t('shortcuts.title')}>
          <IconButton aria-label={t('shortcuts.title')} onClick={onShortcuts} sx={{ display: { xs: 'none', lg: 'inline-flex' } }}>
            <KeyboardRounded />
          </IconButton>
        </Tooltip>
        <Box sx={{ display: { xs: isOnAirView(view) ? 'none' : 'block', sm: 'block' }, mr: { md: 1 } }}>
          <LanguageSwitch />
        </Box>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>{action}</Box>
      </Box>
    </Box>
  )
}

/** The state of the show in one glance: word, clock and audience change together. */
function AirClock({ view, product, air }: { view: View; product: OwnProduct; air: AirState }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { clock } = useServices()
  const nowMs = useNow(clock.nowMs)
  const airing = isOnAirView(view)
  const startsAtMs = product.nextSession ? Date.parse(product.nextSession.startsAt) : null
  const silent = view === 'interrupted'
  const seconds = silent
    ? Math.max(0, nowMs - (air.silentSinceMs ?? nowMs)) / 1000
    : airing && air.broadcast
      ? (nowMs - Date.parse(air.broadcast.startedAt)) / 1000
      : startsAtMs === null
        ? 0
        : (nowMs - startsAtMs) / 1000
  // Red says that the world can see you.
  const isRehearsal = airing && air.broadcast?.kind === 'rehearsal'
  const viewers = airing && !isRehearsal ? t('air.watching', { count: air.viewers, formatted: count(air.viewers, language) }) : null
  const look = {
    ground:
      view === 'onair' || view === 'ending'
        ? isRehearsal
          ? 'secondary.main'
          : 'live.badge'
        : isAway(view)
          ? 'warning.main'
          : 'transparent',
    ink:
      view === 'onair' || view === 'ending'
        ? isRehearsal
          ? 'secondary.contrastText'
          : 'primary.contrastText'
        : isAway(view)
          ? 'warning.contrastText'
          : 'text.primary',
  }
  return (
    <Box
      role="status"
      aria-label={t('air.status')}
      data-state={view}
      sx={{
        display: 'flex',
        alignItems: 'stretch',
        height: 40,
        borderRadius: '10px',
        overflow: 'hidden',
        flexShrink: 0,
        bgcolor: 'tint.neutral',
      }}
    >
      <Box
        sx={{
          display: { xs: 'none', sm: 'flex' },
          alignItems: 'center',
          gap: 1,
          px: 1.5,
          bgcolor: look.ground,
          color: look.ink,
          fontSize: 12.5,
          fontWeight: 720,
          letterSpacing: airing ? '.05em' : 0,
        }}
      >
        {view === 'onair' && (
          <Box
            component="span"
            aria-hidden
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'currentColor', animation: 'ee-pulse 1.8s ease-out infinite' }}
          />
        )}
        {t(isRehearsal && view === 'onair' ? 'air.rehearsal' : `air.view.${view}`)}
      </Box>
      <Box
        className="tabular"
        role="timer"
        aria-label={t(silent ? 'air.silentFor' : airing ? 'air.elapsed' : 'air.untilStart')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          px: 1.5,
          fontSize: 20,
          fontWeight: 660,
          letterSpacing: '-.01em',
          bgcolor: look.ground,
          color: look.ink,
        }}
      >
        {airing || startsAtMs !== null ? airClock(seconds) : '––:––'}
      </Box>
      {viewers !== null && (
        <Box className="tabular" sx={{ display: 'flex', alignItems: 'center', px: 1.5, fontSize: 13, fontWeight: 580 }}>
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {viewers}
          </Box>
          <Box component="span" aria-hidden sx={{ display: { sm: 'none' } }}>
            {count(air.viewers, language)}
          </Box>
        </Box>
      )}
    </Box>
  )
}

/** The whole window wears the state, so that it can be read from across the room. */
export function AirFrame({ view, isRehearsal = false }: { view: View; isRehearsal?: boolean }) {
  const away = isAway(view)
  return (
    <Box
      aria-hidden
      data-testid="air-frame"
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'drawer',
        pointerEvents: 'none',
        border: '4px solid',
        borderColor: away ? 'warning.main' : isRehearsal ? 'secondary.main' : 'live.main',
        borderStyle: away ? 'dashed' : 'solid',
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          display: { xs: 'none', md: away || isRehearsal ? 'none' : 'block' },
          boxShadow: (theme) => `inset 0 0 36px ${theme.vars.palette.live.halo}`,
        },
      }}
    />
  )
}
