import type { ScheduleEntry } from '@e-events/shared/contract/catalogue/schedule.ts'
import { isOver } from '@e-events/shared/domain/event-state.ts'
import { date, zoneCity } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../components/forms/remove-filters.tsx'
import { NextPage } from '../../../components/navigation/next-page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { EntryRow } from '../../../features/catalogue/schedule/components/entry-row.tsx'
import { readFilters, ScheduleFilters, type Filters } from '../../../features/catalogue/schedule/components/schedule-filters.tsx'
import { WeekNav } from '../../../features/catalogue/schedule/components/week-nav.tsx'
import { scheduleQuery } from '../../../features/catalogue/schedule/queries.ts'
import { byDay, noonOf, todayIn, weekOf } from '../../../features/catalogue/schedule/week.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../lib/services.ts'

/** Cancelled and moved dates are shown until their hour would have been over. */
function isPast({ state, endsAt }: ScheduleEntry['session'], nowMs: number): boolean {
  return state === 'cancelled' || state === 'moved' ? Date.parse(endsAt) <= nowMs : isOver(state)
}

export function Component() {
  const { t } = useTranslation('schedule')
  const { t: tc } = useTranslation('common')
  const { api, clock } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const [params, setParams] = useSearchParams()
  const nowMs = clock.nowMs()
  const week = weekOf(params.get('week'), zone, nowMs)
  const filters = readFilters(params)
  const list = useInfiniteQuery(scheduleQuery(api, { from: week.from, to: week.to, ...filters, language }))
  const entries = list.data?.pages.flatMap((page) => page.items) ?? []
  // From now on: what is over stands behind a button on the day itself, and behind a link on those before.
  const [showsPast, setShowsPast] = useState(false)
  const past = week.isCurrent ? entries.filter(({ session }) => isPast(session, nowMs)) : []
  const shown = showsPast ? entries : entries.filter((entry) => !past.includes(entry))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  useDocumentMeta({ title: t('title'), description: t('description') })

  const withFilter = (change: Partial<Record<keyof Filters, string | undefined>>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change))
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    return next
  }
  const addressOf = (day: string | undefined) => {
    const next = new URLSearchParams(params)
    if (day === undefined) next.delete('week')
    else next.set('week', day)
    return `${paths.schedule}${next.size > 0 ? `?${next.toString()}` : ''}`
  }
  const dayName = (day: string) => date(noonOf(day, zone), 'weekday', language, zone)
  const today = todayIn(zone, nowMs)
  return (
    <Page maxWidth={1120} sx={{ pt: { xs: 3, md: 5 }, pb: 6 }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t('zone', { city: zoneCity(zone, language) })}</Typography>
      <Box sx={{ mt: 3, display: 'grid', gap: 2.5 }}>
        <WeekNav week={week} zone={zone} addressOf={addressOf} />
        <ScheduleFilters
          filters={filters}
          onChange={(name, value) => setParams(withFilter({ [name]: value }), { preventScrollReset: true })}
        />
      </Box>
      {list.isPending && (
        <Box sx={{ mt: 4 }}>
          <Box role="status" className="visually-hidden">
            {tc('page.loading')}
          </Box>
          <Skeleton aria-hidden sx={{ width: 180, height: 24, mb: 2 }} />
          <Card aria-hidden sx={{ borderRadius: '16px', p: 2.5, display: 'grid', gap: 2 }}>
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} sx={{ height: 72, borderRadius: '10px' }} />
            ))}
          </Card>
        </Box>
      )}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
      )}
      {list.data && shown.length === 0 && (
        <Notice
          icon={EventBusyOutlined}
          title={t(isFiltered ? 'empty.filtered' : 'empty.title')}
          heading="h3"
          actions={
            <>
              {isFiltered && (
                <RemoveFilters
                  variant="contained"
                  color="inherit"
                  onRemove={() =>
                    setParams(withFilter({ type: undefined, channel: undefined, category: undefined }), { preventScrollReset: true })
                  }
                >
                  {t('empty.clear')}
                </RemoveFilters>
              )}
              <Button variant={isFiltered ? 'outlined' : 'contained'} color="inherit" href={addressOf(week.next)}>
                {t('week.next')}
              </Button>
            </>
          }
        >
          {t('empty.text')}
        </Notice>
      )}
      {past.length > 0 && (
        <Button variant="text" size="small" sx={{ mt: 3, ml: -1 }} aria-expanded={showsPast} onClick={() => setShowsPast(!showsPast)}>
          {showsPast ? t('past.hide') : t('past.show', { count: past.length })}
        </Button>
      )}
      {byDay(shown, week, zone).map(({ day, entries: ofDay }) => (
        <Box component="section" key={day} aria-labelledby={`day-${day}`} sx={{ mt: 4 }}>
          <Typography
            variant="h4"
            component="h2"
            id={`day-${day}`}
            sx={{ mb: 1.5, display: 'flex', gap: 1, '&::first-letter': { textTransform: 'uppercase' } }}
          >
            <Box component="span" sx={{ '&::first-letter': { textTransform: 'uppercase' }, display: 'inline-block' }}>
              {day === today ? t('today') : dayName(day)}
            </Box>
            <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 450 }}>
              {date(noonOf(day, zone), 'dayNumber', language, zone)} {date(noonOf(day, zone), 'month', language, zone)}
            </Box>
          </Typography>
          <Card component="ul" sx={{ borderRadius: '16px', listStyle: 'none', m: 0, p: 0 }}>
            {ofDay.map((entry) => (
              <EntryRow key={entry.session.id} entry={entry} />
            ))}
          </Card>
        </Box>
      ))}
      <NextPage list={list} label={t('more')} errorText={t('moreError')} />
    </Page>
  )
}
