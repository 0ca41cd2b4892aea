import type { ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { DateTile } from '@e-events/shared/ui/badges.tsx'
import { date, zoneCity } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EventMark } from '../../../../components/media/event-mark.tsx'
import { useProductPath } from '../../../../components/media/use-product-path.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface SectionViewProps {
  section: ScheduleSection
  /** Button that adds it to a calendar. */
  calendar: ReactNode
}

/** One date, or one block of its agenda: when, with whom, and where to get in. */
export function SectionView({ section, calendar }: SectionViewProps) {
  const { t } = useTranslation('schedule')
  const { t: tc } = useTranslation('common')
  const { product } = section
  const productPath = useProductPath()
  const isOff = section.state === 'cancelled'
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: { md: 'minmax(0, 1fr) 320px' }, gap: { xs: 3, md: 5 }, alignItems: 'start' }}>
        <Box sx={{ minWidth: 0 }}>
          {section.event !== 'coming' && <EventMark state={section.event} />}
          <Typography
            variant="h1"
            sx={{
              mt: section.event !== 'coming' ? 1.5 : 0,
              overflowWrap: 'anywhere',
              ...(isOff ? { textDecoration: 'line-through' } : {}),
            }}
          >
            {section.title ?? product.title}
          </Typography>
          {section.title !== null && (
            <Typography variant="subtitle1" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
              {product.title}
            </Typography>
          )}
          {isOff && (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {t('section.cancelled')}
            </Alert>
          )}
          {section.state === 'rescheduled' && (
            <Alert
              severity="info"
              sx={{ mt: 2 }}
              {...(section.movedTo
                ? {
                    action: (
                      <Button size="small" variant="text" href={paths.scheduleSection(product.slug, section.movedTo.id)}>
                        {t('section.newDate')}
                      </Button>
                    ),
                  }
                : {})}
            >
              {t('section.moved')}
            </Alert>
          )}
          <Times section={section} />
          <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <Button variant="contained" href={productPath(product)}>
              {t('section.product')}
            </Button>
            {!isOff && calendar}
          </Box>
          {(section.description || product.shortDescription) && (
            <Typography sx={{ mt: 4, maxWidth: 680, color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {section.description || product.shortDescription}
            </Typography>
          )}
        </Box>
        <Box component={Link} to={productPath(product)} sx={{ color: 'text.primary', display: 'block' }}>
          <ArtImage
            src={product.posterUrl}
            alt=""
            fallback={{ title: product.title, kicker: product.channel.title }}
            sizes="(min-width:960px) 320px, 92vw"
            sx={{ borderRadius: '16px' }}
          />
          <Typography variant="h5" component="p" sx={{ mt: 1.5, mb: 0 }}>
            {product.title}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[tc(`type.${product.type}`), product.channel.title].join(' · ')}
          </Typography>
        </Box>
      </Box>
      {section.speakers.length > 0 && <Speakers people={section.speakers} />}
      {section.agenda.length > 0 && <Agenda section={section} />}
    </>
  )
}

/** The viewer's own hour and that of the event, side by side. */
function Times({ section }: { section: ScheduleSection }) {
  const { t } = useTranslation('schedule')
  const language = useLanguage()
  const here = useViewerZone()
  const there = section.session.timezone
  const rows = [here, there].map((zone) => ({
    zone,
    day: date(section.startsAt, 'weekday', language, zone),
    hours: `${date(section.startsAt, 'time', language, zone)} – ${date(section.endsAt, 'time', language, zone)}`,
    tile: [date(section.startsAt, 'dayNumber', language, zone), date(section.startsAt, 'month', language, zone)] as const,
  }))
  const [mine, theirs] = rows
  const isSame = mine?.hours === theirs?.hours && mine?.tile.join() === theirs?.tile.join()
  return (
    <Card sx={{ mt: 3, borderRadius: '16px', p: 2.5, display: 'grid', gridTemplateColumns: { sm: isSame ? '1fr' : '1fr 1fr' }, gap: 2.5 }}>
      {(isSame ? rows.slice(0, 1) : rows).map(({ zone, day, hours, tile }, index) => (
        <Box key={zone} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <DateTile size="lg" day={tile[0]} month={tile[1]} />
          <Box>
            <Typography variant="h4" component="p" className="tabular" sx={{ m: 0, '&::first-letter': { textTransform: 'uppercase' } }}>
              {day}, {hours}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t(isSame ? 'section.sameTime' : index === 0 ? 'section.yourTime' : 'section.eventTime', { city: zoneCity(zone, language) })}
            </Typography>
          </Box>
        </Box>
      ))}
    </Card>
  )
}

function Speakers({ people }: { people: ScheduleSection['speakers'] }) {
  const { t } = useTranslation('schedule')
  return (
    <Box component="section" aria-labelledby="speakers" sx={{ mt: { xs: 5, md: 6 } }}>
      <Typography variant="h2" id="speakers">
        {t('section.speakers')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 2,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
          gap: 2,
        }}
      >
        {people.map((person) => (
          <Box component="li" key={person.slug} sx={{ minWidth: 0 }}>
            <Box
              component={Link}
              to={paths.speaker(person.slug)}
              sx={{ display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr)', gap: 1.5, alignItems: 'center', color: 'text.primary' }}
            >
              <ArtImage src={person.imageUrl} alt="" ratio="1 / 1" fallback={{ portrait: person.name }} sx={{ borderRadius: '14px' }} />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="h5" component="h3" noWrap>
                  {person.name}
                </Typography>
                <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                  {person.title}
                </Typography>
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Agenda({ section }: { section: ScheduleSection }) {
  const { t } = useTranslation('schedule')
  const language = useLanguage()
  const zone = useViewerZone()
  return (
    <Box component="section" aria-labelledby="agenda" sx={{ mt: { xs: 5, md: 6 } }}>
      <Typography variant="h2" id="agenda">
        {t('section.agenda')}
      </Typography>
      <Card component="ol" sx={{ mt: 2, borderRadius: '16px', listStyle: 'none', p: 0, mb: 0 }}>
        {section.agenda.map((block) => (
          <Box
            component="li"
            key={block.id}
            sx={{
              display: 'flex',
              gap: 2.5,
              px: 2.5,
              py: 1.75,
              borderTop: 1,
              borderColor: 'border.subtle',
              '&:first-of-type': { borderTop: 0 },
            }}
          >
            <Box component="span" className="tabular" sx={{ minWidth: 108, color: 'text.secondary' }}>
              {date(block.startsAt, 'time', language, zone)} – {date(block.endsAt, 'time', language, zone)}
            </Box>
            <Box
              component={Link}
              to={paths.scheduleSection(section.product.slug, block.id)}
              aria-current={block.id === section.id ? 'page' : undefined}
              sx={{ color: 'text.primary', fontWeight: block.id === section.id ? 640 : 480, overflowWrap: 'anywhere' }}
            >
              {block.title}
            </Box>
          </Box>
        ))}
      </Card>
    </Box>
  )
}
