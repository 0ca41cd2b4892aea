import type { ScheduleEntry } from '@e-events/shared/contract/catalogue/schedule.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { date, money, zoneMark } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EventMark } from '../../../../components/media/event-mark.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

/** One date: the viewer's hour first, the hour of the event beside it where that is another. */
export function EntryRow({ entry }: { entry: ScheduleEntry }) {
  const { t } = useTranslation('schedule')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const zone = useViewerZone()
  const { session, product, movedTo } = entry
  const isOff = session.state === 'cancelled' || movedTo !== null
  const hour = (at: string, where: string) => date(at, 'time', language, where)
  const mark = zoneMark(session.startsAt, session.timezone, { locale: language, viewer: zone })
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: { xs: '62px minmax(0, 1fr)', sm: '96px 128px minmax(0, 1fr) auto' },
        columnGap: { xs: 1.5, sm: 2.5 },
        alignItems: 'center',
        px: { xs: 1.75, md: 2.5 },
        py: 1.75,
        borderTop: 1,
        borderColor: 'border.subtle',
        '&:first-of-type': { borderTop: 0 },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box className="tabular" sx={{ alignSelf: { xs: 'start', sm: 'center' } }}>
        <Typography variant="h4" component="p" sx={{ m: 0 }}>
          <Box component="time" dateTime={session.startsAt} sx={isOff ? { textDecoration: 'line-through' } : {}}>
            {hour(session.startsAt, zone)}
          </Box>
        </Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t('until', { time: hour(session.endsAt, zone) })}
        </Typography>
      </Box>
      <ArtImage
        src={product.posterUrl}
        alt=""
        fallback={{ title: product.title, kicker: product.channel.title }}
        sizes="128px"
        sx={{ display: { xs: 'none', sm: 'block' }, borderRadius: '10px' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h5" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {/* The whole row is the link; its name stays the title. */}
          <Box
            component={Link}
            to={paths.scheduleSection(product.slug, session.id)}
            sx={{ color: 'text.primary', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            {product.title}
            {entry.title === null ? '' : ` · ${entry.title}`}
          </Box>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[product.channel.title, tc(`type.${product.type}`)].join(' · ')}
        </Typography>
        {movedTo && (
          <Typography variant="body2" className="tabular">
            {t('movedTo', { date: date(movedTo.startsAt, 'full', language, zone) })}
          </Typography>
        )}
        {mark && (
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {hour(session.startsAt, session.timezone)} {mark}
          </Typography>
        )}
        <Box sx={{ display: { xs: 'flex', sm: 'none' }, mt: 0.75, gap: 1 }}>
          <Marks entry={entry} />
        </Box>
      </Box>
      <Box sx={{ display: { xs: 'none', sm: 'grid' }, justifyItems: 'end', gap: 0.75 }}>
        <Marks entry={entry} />
        <Typography variant="body2" component="p" className="tabular" sx={{ m: 0, fontWeight: 580 }}>
          {product.price ? money(product.price.minor, product.price.currency, language) : tc('price.free')}
        </Typography>
      </Box>
    </Box>
  )
}

function Marks({ entry: { session } }: { entry: ScheduleEntry }) {
  return session.state === 'coming' ? null : <EventMark state={session.state} size="sm" />
}
