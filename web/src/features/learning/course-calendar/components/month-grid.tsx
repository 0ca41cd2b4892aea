import type { LessonDate } from '@e-events/shared/contract/learning/course-calendar.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { date, localeTags } from '@e-events/shared/ui/format.ts'
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { dayIn, daysLater, monthOf, monthsLater, noonOf, sameDayIn, weekday, weeksOf, type Month } from '../month.ts'
import { DateRow } from './date-row.tsx'

/** Lessons named in the square of a day; the rest is a number. */
const namedLessons = 2

/** Dates of lessons in a month, with those of the day that is chosen, or of the whole month, below it. */
export function MonthGrid({ slug, dates }: { slug: string; dates: readonly LessonDate[] }) {
  const { t } = useTranslation('course-calendar')
  const { clock } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const id = useId()
  const today = dayIn(clock.nowMs(), zone)
  const byDay = Map.groupBy(dates, ({ startsAt }) => dayIn(startsAt, zone))
  const days = [...byDay.keys()].toSorted()
  const [first, last] = [monthOf(days[0] ?? today), monthOf(days.at(-1) ?? today)]
  const [focus, setFocus] = useState(() => days.find((day) => day >= today) ?? days.at(-1) ?? today)
  const [chosen, setChosen] = useState<string | null>(null)
  const month = monthOf(focus)
  const table = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(false)
  useEffect(() => {
    if (takesFocus.current) table.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus()
    takesFocus.current = false
  }, [focus])
  const isWithin = (wanted: Month) => wanted >= first && wanted <= last
  const turn = (months: number) => {
    const wanted = monthsLater(month, months)
    if (!isWithin(wanted)) return
    setFocus(sameDayIn(wanted, focus))
    setChosen(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = dayByKey(event.key, focus)
    if (to === undefined) return
    event.preventDefault()
    if (!isWithin(monthOf(to))) return
    takesFocus.current = true
    if (monthOf(to) !== month) setChosen(null)
    setFocus(to)
  }
  const dayName = (day: string) => date(noonOf(day), 'weekday', language, 'UTC')
  const fullDay = (day: string) => dayFormat(language).format(new Date(noonOf(day)))
  const weeks = weeksOf(month)
  const shown = chosen === null ? dates.filter(({ startsAt }) => monthOf(dayIn(startsAt, zone)) === month) : (byDay.get(chosen) ?? [])
  const monthName = date(noonOf(`${month}-01`), 'monthYear', language, 'UTC')
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton aria-label={t('previous')} disabled={!isWithin(monthsLater(month, -1))} onClick={() => turn(-1)}>
          <ChevronLeftRounded />
        </IconButton>
        <IconButton aria-label={t('next')} disabled={!isWithin(monthsLater(month, 1))} onClick={() => turn(1)}>
          <ChevronRightRounded />
        </IconButton>
        <Typography id={id} variant="h5" component="h2" aria-live="polite" sx={{ m: 0, '&::first-letter': { textTransform: 'uppercase' } }}>
          {monthName}
        </Typography>
      </Box>
      <Box
        component="table"
        role="grid"
        ref={table}
        aria-labelledby={id}
        onKeyDown={onKeyDown}
        sx={{
          width: 1,
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          '& th': { typography: 'caption', color: 'text.secondary', fontWeight: 500, pb: 0.5 },
          '& td': { p: 0, height: 88, border: 1, borderColor: 'border.subtle' },
        }}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={dayName(day)}>
                {dayName(day).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const own = byDay.get(day) ?? []
                if (monthOf(day) !== month) return <td key={day} aria-hidden />
                return (
                  <td key={day} aria-selected={day === chosen}>
                    <DayButton
                      day={day}
                      dates={own}
                      isToday={day === today}
                      isChosen={day === chosen}
                      isReached={day === focus}
                      onPick={() => {
                        setFocus(day)
                        setChosen(day === chosen || own.length === 0 ? null : day)
                      }}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Box>
      {shown.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('noneInMonth')}</Typography>}
      <Box
        component="ul"
        aria-label={chosen === null ? monthName : fullDay(chosen)}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {shown.map((one) => (
          <DateRow key={`${one.lesson.id} ${one.id}`} slug={slug} date={one} />
        ))}
      </Box>
    </Box>
  )
}

/** The day that a key leads to; undefined for keys that mean nothing here. */
function dayByKey(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1)
    case 'ArrowRight':
      return daysLater(day, 1)
    case 'ArrowUp':
      return daysLater(day, -7)
    case 'ArrowDown':
      return daysLater(day, 7)
    case 'Home':
      return daysLater(day, -weekday(day))
    case 'End':
      return daysLater(day, 6 - weekday(day))
    case 'PageUp':
      return sameDayIn(monthsLater(monthOf(day), -1), day)
    case 'PageDown':
      return sameDayIn(monthsLater(monthOf(day), 1), day)
    default:
      return undefined
  }
}

interface DayButtonProps {
  /** 'YYYY-MM-DD'. */
  day: string
  dates: readonly LessonDate[]
  isToday: boolean
  isChosen: boolean
  /** Reached by Tab; arrows lead to the others. */
  isReached: boolean
  onPick: () => void
}

/** The square of a day: its number and the first lessons; its name has the whole day and all of them. */
function DayButton({ day, dates, isToday, isChosen, isReached, onPick }: DayButtonProps) {
  const { t } = useTranslation('course-calendar')
  const parts = dayFormat(useLanguage()).formatToParts(new Date(noonOf(day)))
  const at = parts.findIndex(({ type }) => type === 'day')
  const words = (some: typeof parts) => some.map(({ value }) => value).join('')
  const named = dates.slice(0, namedLessons)
  const rest = dates.slice(namedLessons)
  const nameOf = ({ lesson, cancelled }: LessonDate) => (cancelled ? `${lesson.title} (${t('cancelled')})` : lesson.title)
  return (
    <Box
      component="button"
      type="button"
      data-day={day}
      tabIndex={isReached ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      onClick={onPick}
      sx={{
        all: 'unset',
        boxSizing: 'border-box',
        position: 'relative',
        width: 1,
        height: 1,
        p: 0.75,
        display: 'grid',
        alignContent: 'start',
        gap: 0.5,
        cursor: dates.length > 0 ? 'pointer' : 'default',
        bgcolor: isChosen ? 'action.selected' : undefined,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
      }}
    >
      <Box component="span" sx={{ typography: 'caption', fontWeight: isToday ? 700 : 400, textDecoration: isToday ? 'underline' : 'none' }}>
        <span className="visually-hidden">{words(parts.slice(0, at))}</span>
        {Number(day.slice(8))}
        <span className="visually-hidden">
          {words(parts.slice(at + 1))}
          {dates.length > 0 && t('day', { count: dates.length })}
        </span>
      </Box>
      {named.map((one) => (
        <Box
          component="span"
          key={`${one.lesson.id} ${one.id}`}
          sx={{
            typography: 'caption',
            lineHeight: 1.3,
            px: 0.75,
            py: 0.25,
            borderRadius: '6px',
            bgcolor: 'action.hover',
            color: one.cancelled ? 'text.secondary' : 'text.primary',
            textDecoration: one.cancelled ? 'line-through' : 'none',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {one.lesson.title}
          {one.cancelled && <span className="visually-hidden"> ({t('cancelled')})</span>}
        </Box>
      ))}
      {rest.length > 0 && (
        <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
          <span aria-hidden>+{rest.length}</span>
          <span className="visually-hidden">{rest.map(nameOf).join(', ')}</span>
        </Box>
      )}
    </Box>
  )
}

const dayFormat = (language: Language) =>
  new Intl.DateTimeFormat(localeTags[language], { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
