import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import { isAhead, isClosed, isLive } from '@e-events/shared/domain/event-state.ts'
import { isRead } from '@e-events/shared/domain/product-rules.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { LiveBadge, StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date, duration, platformZone } from '@e-events/shared/ui/format.ts'
import MenuBookRounded from '@mui/icons-material/MenuBookRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

const tones = { valid: 'green', expired: 'amber', revoked: 'red' } as const

const rowLayout = {
  display: 'grid',
  gridTemplateColumns: { xs: '112px minmax(0,1fr)', sm: '176px minmax(0,1fr) 188px' },
  gridTemplateAreas: { xs: '"art words" "door door"', sm: '"art words door"' },
  columnGap: { xs: 1.75, sm: 2.5 },
  rowGap: 1.75,
  alignItems: 'center',
  p: { xs: 1.75, sm: 2 },
} as const

export function TicketRow({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const { product } = ticket
  const isValid = ticket.state === 'valid'
  const state = product.event?.state
  const isDone = state !== undefined && isClosed(state)
  return (
    <Box component="li" sx={rowLayout}>
      <Box sx={{ gridArea: 'art', position: 'relative' }}>
        <ArtImage
          src={product.posterUrl}
          alt=""
          fallback={{ title: product.title, kicker: product.channel.title }}
          sizes="176px"
          sx={{ borderRadius: '10px' }}
        />
        {state === 'on_air' && (
          <Box sx={{ position: 'absolute', top: 6, left: 6, display: { xs: 'none', sm: 'block' } }}>
            <LiveBadge label={tc('live.badge')} size="sm" />
          </Box>
        )}
      </Box>
      <Box sx={{ gridArea: 'words', minWidth: 0 }}>
        <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          <Link href={paths.product(product.slug)} color="inherit" sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
            {product.title}
          </Link>
        </Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {[tc(`type.${product.type}`), product.channel.title].join(' · ')}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
          {whenOf(ticket)}
        </Typography>
        <Box sx={{ mt: 0.75, typography: 'caption', display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25 }}>
          {isValid && isDone ? (
            <StatusDot tone="neutral">{t('state.over')}</StatusDot>
          ) : (
            <StatusDot tone={tones[ticket.state]}>{t(`state.${ticket.state}`)}</StatusDot>
          )}
          {ticket.expiresAt && isValid && !isDone && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('until', { date: date(ticket.expiresAt, 'dayTime', language, platformZone) })}
            </Box>
          )}
          <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {ticket.through === null
              ? t(`source.${ticket.source}`)
              : t('through', { source: t(`source.${ticket.source}`), title: ticket.through })}
          </Box>
        </Box>
      </Box>
      <Box sx={{ gridArea: 'door', display: 'grid' }}>
        {product.type === 'physical' ? (
          <Button
            variant="contained"
            color="inherit"
            href={paths.myOrders}
            aria-label={t('door.label', { action: t('door.order'), title: product.title })}
          >
            {t('door.order')}
          </Button>
        ) : (
          isValid &&
          !isDone && (
            <Button
              variant="contained"
              color={product.onAir ? 'primary' : 'inherit'}
              href={paths.door(product)}
              startIcon={isRead(product.type) ? <MenuBookRounded /> : <PlayArrowRounded />}
              aria-label={t('door.label', { action: t(`door.${doorOf(ticket)}`), title: product.title })}
            >
              {t(`door.${doorOf(ticket)}`)}
            </Button>
          )
        )}
      </Box>
    </Box>
  )

  function whenOf({ product }: Ticket): string {
    const { event } = product
    if (event?.state === 'on_air') return t('when.live')
    if (event) {
      const day = event.session && date(event.session.startsAt, 'full', language, event.session.timezone)
      return [event.state === 'coming' ? null : tc(`eventState.${event.state}`), day].filter(Boolean).join(' · ')
    }
    if (product.durationMs !== null) return duration(product.durationMs / 1000)
    return t('when.got', { date: date(ticket.acquiredAt, 'day', language, platformZone) })
  }
}

function doorOf({ product }: Ticket): 'live' | 'waiting' | 'replay' | 'watch' | 'read' | 'listen' | 'learn' | 'meet' {
  if (isRead(product.type)) return 'read'
  if (product.type === 'podcast') return 'listen'
  if (product.type === 'course' || product.type === 'master') return 'learn'
  if (product.type === 'meet') return 'meet'
  const { event } = product
  if (event === null) return 'watch'
  if (isLive(event.state)) return 'live'
  return isAhead(event.state) ? 'waiting' : 'replay'
}

export function TicketRowSkeleton() {
  return (
    <Box component="li" aria-hidden sx={rowLayout}>
      <Skeleton sx={{ gridArea: 'art', width: 1, height: 'auto', aspectRatio: '16 / 9', borderRadius: '10px' }} />
      <Box sx={{ gridArea: 'words' }}>
        <Skeleton sx={{ width: '60%', height: 16 }} />
        <Skeleton sx={{ mt: 1, width: '40%', height: 13 }} />
        <Skeleton sx={{ mt: 1, width: '48%', height: 13 }} />
      </Box>
      <Skeleton sx={{ gridArea: 'door', width: { xs: 1, sm: 150 }, height: 44, borderRadius: '10px', justifySelf: 'end' }} />
    </Box>
  )
}
