import type { ProductDetail, StatedSession } from '@e-events/shared/contract/catalogue/products.ts'
import { isOver } from '@e-events/shared/domain/event-state.ts'
import { DateTile } from '@e-events/shared/ui/badges.tsx'
import { date, zoneCity } from '@e-events/shared/ui/format.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EventMark } from '../../../../components/media/event-mark.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface SessionsProps {
  slug: string
  /** Dates that were called off or moved. */
  changed: ProductDetail['changedSessions']
  /** Reminds of all dates, and adds them to a calendar. */
  calendar: ReactNode
  sessions: readonly StatedSession[]
}

const shownAtFirst = 6

/** Every date in the viewer's own hour and in that of the event, side by side: nobody has to reckon. */
export function Sessions({ slug, sessions, changed, calendar }: SessionsProps) {
  const { t } = useTranslation('products')
  const [showAll, setShowAll] = useState(false)
  const sorted = sessions.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const ahead = sorted.filter(({ state }) => !isOver(state))
  const ordered = [...ahead, ...sorted.filter(({ state }) => isOver(state)).toReversed()]
  const shown = showAll ? ordered : ordered.slice(0, shownAtFirst)
  return (
    <Box component="section" aria-labelledby="sessions" sx={{ mt: { xs: 5, md: 7 } }}>
      <Box sx={{ mb: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h2" id="sessions" sx={{ flex: 1 }}>
          {t('sessions.title')}
        </Typography>
        {ahead.length > 0 && calendar}
      </Box>
      <Card component="ul" sx={{ borderRadius: '16px', listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((session, i) => (
          <SessionRow key={session.id} slug={slug} session={session} first={i === 0} />
        ))}
      </Card>
      {changed.length > 0 && <ChangedDates changed={changed} slug={slug} />}
      {ordered.length > shown.length && (
        <Button variant="text" size="small" sx={{ mt: 1, ml: -1 }} onClick={() => setShowAll(true)}>
          {t('sessions.all', { count: ordered.length })}
        </Button>
      )}
    </Box>
  )
}

interface SessionRowProps {
  slug: string
  session: StatedSession
  first: boolean
}

/** Calendars and minds may still hold them: what happened to them is said, and where they went. */
function ChangedDates({ changed, slug }: { changed: ProductDetail['changedSessions']; slug: string }) {
  const { t } = useTranslation('products')
  const language = useLanguage()
  const here = useViewerZone()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'grid', gap: 0.75 }}>
      {changed.map((session) => (
        <Typography key={session.id} variant="body2" component="li" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <s>{date(session.startsAt, 'full', language, here)}</s> · {t(`sessions.${session.state}`)}
          {session.note && `: ${session.note}`}{' '}
          {session.movedToId !== null && <Link href={paths.scheduleSection(slug, session.movedToId)}>{t('sessions.newDate')}</Link>}
        </Typography>
      ))}
    </Box>
  )
}

function SessionRow({ slug, session, first }: SessionRowProps) {
  const { t } = useTranslation('products')
  const { state } = session
  const language = useLanguage()
  const here = useViewerZone()
  const there = session.timezone
  const sameHour = wallClock(session.startsAt, here, language) === wallClock(session.startsAt, there, language)
  const city = zoneCity(there, language)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '60px minmax(0,1fr)', sm: '60px minmax(0,1fr) minmax(0,1fr) auto' },
        columnGap: { xs: 1.75, md: 3 },
        alignItems: 'center',
        px: { xs: 1.75, md: 2.5 },
        py: 1.75,
        borderTop: first ? 0 : 1,
        borderColor: 'border.subtle',
        color: isOver(state) ? 'text.secondary' : 'text.primary',
      }}
    >
      <DateTile
        size="lg"
        day={date(session.startsAt, 'dayNumber', language, here)}
        month={date(session.startsAt, 'month', language, here)}
      />
      <Box sx={{ minWidth: 0, gridColumn: sameHour ? { sm: 'span 2' } : undefined }}>
        <Typography variant="h5" component="p" className="tabular" sx={{ m: 0, '&::first-letter': { textTransform: 'uppercase' } }}>
          <Link href={paths.scheduleSection(slug, session.id)} color="inherit" sx={{ color: 'inherit', fontWeight: 'inherit' }}>
            {date(session.startsAt, 'weekday', language, here)}, {date(session.startsAt, 'time', language, here)}
          </Link>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {sameHour ? t('sessions.sameHour', { city }) : t('sessions.here', { city: zoneCity(here, language) })}
        </Typography>
        {!sameHour && (
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', display: { sm: 'none' } }}>
            {date(session.startsAt, 'time', language, there)} · {t('sessions.there', { city })}
          </Typography>
        )}
        <Box sx={{ display: { sm: 'none' }, mt: state === 'coming' ? 0 : 0.75 }}>
          {state !== 'coming' && <EventMark state={state} size="sm" />}
        </Box>
      </Box>
      {!sameHour && (
        <Box sx={{ display: { xs: 'none', sm: 'block' }, minWidth: 0 }}>
          <Typography variant="body1" component="p" className="tabular" sx={{ m: 0, fontWeight: 500 }}>
            {date(session.startsAt, 'time', language, there)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('sessions.there', { city })}
          </Typography>
        </Box>
      )}
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, justifyContent: 'flex-end' }}>
        {state !== 'coming' && <EventMark state={state} size="sm" />}
      </Box>
    </Box>
  )
}

const wallClock = (at: string, zone: string, language: Language) => date(at, 'dayNumber', language, zone) + date(at, 'time', language, zone)
