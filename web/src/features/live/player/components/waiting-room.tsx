import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { schedule } from '@e-events/shared/contract/catalogue/schedule.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import { date, platformZone, zoneCity } from '@e-events/shared/ui/format.ts'
import { useCountdown } from '@e-events/shared/ui/use-countdown.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AddToCalendar } from '../../../../components/navigation/add-to-calendar.tsx'
import { RouterLink } from '../../../../components/navigation/router-link.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { SidePanel } from '../../chat/components/side-panel.tsx'
import { Countdown } from './countdown.tsx'
import { EquipmentChecks } from './equipment-checks.tsx'

interface WaitingRoomProps {
  playback: Extract<Playback, { state: 'available_on' }>
  inRoom: number
  /** A show: people talk in its chat from an hour before it on. */
  hasChat: boolean
}

const chatBeforeSec = 3_600
const noPicture = () => null

/**
 * 'Available on a date' with a face: the time left, in whose time, and what to check meanwhile. The show starts here by
 * itself.
 */
export function WaitingRoom({ playback, inRoom, hasChat }: WaitingRoomProps) {
  const { t } = useTranslation('player')
  const language = useLanguage()
  const { clock } = useServices()
  const targetMs = Date.parse(playback.availableAt)
  const left = useCountdown(targetMs, clock.nowMs)
  const zone = playback.session?.timezone ?? platformZone
  const here = useViewerZone()
  const when = (timeZone: string) => date(playback.availableAt, 'full', language, timeZone)
  const isDue = left.totalSeconds === 0
  return (
    <Box
      data-mode="dark"
      sx={{
        position: 'relative',
        minHeight: '100dvh',
        bgcolor: 'surface.canvas',
        color: 'text.primary',
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Backdrop product={playback.product} />
      <Box
        component="header"
        sx={{
          position: 'relative',
          px: 'var(--ee-gutter)',
          height: 72,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Box component={RouterLink} href={paths.home} aria-label={t('home')} sx={{ textDecoration: 'none' }}>
          <Brand />
        </Box>
        {inRoom > 0 && (
          <Box component="span" className="tabular" sx={{ typography: 'body2' }}>
            {t('waiting.inRoom', { count: inRoom })}
          </Box>
        )}
      </Box>
      <Box
        component="main"
        sx={{
          position: 'relative',
          flex: 1,
          display: 'grid',
          placeContent: 'center',
          justifyItems: 'center',
          textAlign: 'center',
          px: 2.5,
          py: 4,
        }}
      >
        <Typography variant="label" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t('waiting.kicker')} · {playback.product.channel.title}
        </Typography>
        <Typography variant="h1" sx={{ mt: 1, textWrap: 'balance' }}>
          {playback.product.title}
        </Typography>
        {isDue ? (
          <Box sx={{ mt: { xs: 4, md: 6 }, maxWidth: 520 }} role="status">
            <Typography variant="h2" component="p" sx={{ m: 0 }}>
              {t('waiting.starting')}
            </Typography>
            <Typography sx={{ mt: 1.5, color: 'text.secondary' }}>{t('waiting.startingText')}</Typography>
          </Box>
        ) : (
          <Countdown left={left} />
        )}
        <Typography sx={{ mt: { xs: 3, md: 5 }, '&::first-letter': { textTransform: 'uppercase' } }}>
          {t('waiting.inZone', { when: when(zone), city: zoneCity(zone) })}
          {here !== zone && date(playback.availableAt, 'full', language, here) !== when(zone) && (
            <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'block', sm: 'inline' } }}>
              <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {' · '}
              </Box>
              {t('waiting.inZone', { when: when(here), city: zoneCity(here) })}
            </Box>
          )}
        </Typography>
        {!isDue && <Typography sx={{ mt: 1, color: 'text.secondary', typography: 'body2' }}>{t('waiting.auto')}</Typography>}
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
          <Button variant="soft" href={paths.product(playback.product.slug)}>
            {t('waiting.product')}
          </Button>
          {playback.session && !isDue && <SessionCalendar slug={playback.product.slug} sectionId={playback.session.id} />}
        </Box>
      </Box>
      {hasChat && left.totalSeconds < chatBeforeSec && (
        <Box sx={{ position: 'relative', width: 'min(100%, 720px)', height: 520, mx: 'auto', px: { xs: 1.5, sm: 0 }, pb: 3 }}>
          <SidePanel slug={playback.product.slug} momentMs={null} pictureMs={noPicture} />
        </Box>
      )}
      <EquipmentChecks />
    </Box>
  )
}

function SessionCalendar({ slug, sectionId }: { slug: string; sectionId: string }) {
  const { api } = useServices()
  const language = useLanguage()
  return (
    <AddToCalendar
      variant="soft"
      load={() => api.call(schedule.sectionCalendar, { params: { productSlug: slug, sectionId }, query: { language } })}
      eventPath={paths.scheduleSection(slug, sectionId)}
    />
  )
}

function Backdrop({ product }: { product: Playback['product'] }) {
  return (
    <Box aria-hidden sx={{ position: 'absolute', inset: 0 }}>
      <ArtImage
        src={product.heroUrl ?? product.posterUrl}
        fallback={{ title: product.title, bare: true }}
        alt=""
        ratio="auto"
        eager
        sx={{ filter: 'blur(18px) saturate(1.25)', transform: 'scale(1.12)' }}
      />
      <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars?.palette.onArt.room }} />
    </Box>
  )
}
