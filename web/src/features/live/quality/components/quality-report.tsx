import type { QualityReport as Report } from '@e-events/shared/contract/live/viewings.ts'
import { limits } from '@e-events/shared/limits.ts'
import { clock, count, date, duration, localeTags, percent } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { LineChart } from './line-chart.tsx'
import { ShareTable } from './share-table.tsx'

/** Figures, lines and shares of one date, or of the recordings and videos of a product. */
export function QualityReport({ report }: { report: Report }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const { series, retention, devices } = report
  const counted = (rows: readonly { name: string; viewers: number }[]) =>
    rows.map(({ name, viewers }) => ({ name: name || t('unknown'), value: count(viewers, language), share: viewers / report.viewers }))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Figures report={report} />
      {series && <Series series={series} peak={report.peakViewers} />}
      {retention && (
        <Part title={t('retention.title')} text={t('retention.text')}>
          <LineChart
            label={t('retention.label', {
              half: percent(retention.shares[50] ?? 0, language),
              end: percent(retention.shares.at(-1) ?? 0, language),
            })}
            values={retention.shares}
            most={1}
            nameX={t('retention.place')}
            nameY={t('retention.share')}
            formatX={(index) => clock((index * retention.lengthMs) / 100_000)}
            formatY={(share) => percent(share, language)}
          />
        </Part>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
        <Box sx={{ gridRow: { md: 'span 3' } }}>
          <Part title={t('devices.title')} text={devices ? t('devices.text') : t('devices.few', { count: limits.viewersForDevices })}>
            {devices && (
              <>
                <ShareTable
                  nameX={t('devices.kind')}
                  nameY={t('viewers')}
                  rows={counted(devices.kinds.map(({ kind, viewers }) => ({ name: t(`devices.${kind}`), viewers })))}
                />
                <ShareTable nameX={t('devices.browser')} nameY={t('viewers')} rows={counted(devices.browsers)} />
                <ShareTable nameX={t('devices.system')} nameY={t('viewers')} rows={counted(devices.systems)} />
              </>
            )}
          </Part>
        </Box>
        <Part title={t('rungs.title')} text={t('rungs.text', { count: report.rungChanges, shown: count(report.rungChanges, language) })}>
          <ShareTable
            nameX={t('rungs.size')}
            nameY={t('rungs.time')}
            rows={report.rungs.map(({ heightPx, share }) => ({
              name: heightPx === 0 ? t('rungs.sound') : `${heightPx}p`,
              value: percent(share, language),
              share,
            }))}
          />
        </Part>
        <Part title={t('ways.title')} text={t('ways.text')}>
          <ShareTable
            nameX={t('ways.way')}
            nameY={t('ways.time')}
            rows={(['live', 'behind', 'video'] as const)
              .map((way) => ({ way, ms: report[`${way}Ms`] }))
              .filter(({ ms }) => ms > 0)
              .map(({ way, ms }) => ({ name: t(`ways.${way}`), value: duration(ms / 1_000), share: ms / report.watchedMs }))}
          />
        </Part>
        <Part title={t('errors.title')} text={t('errors.text')}>
          <ShareTable
            nameX={t('errors.cause')}
            nameY={t('viewings')}
            rows={report.errors.map(({ code, viewings }) => ({
              name: t(`errors.${code}`),
              value: count(viewings, language),
              share: viewings / report.viewings,
            }))}
          />
        </Part>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('names', { days: limits.viewingDays })}
      </Typography>
    </Box>
  )
}

function Part({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ p: 2, pb: 1.5 }}>
        <Typography variant="h5" component="h2" id={id}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      {children}
    </Card>
  )
}

function Series({ series, peak }: { series: NonNullable<Report['series']>; peak: number }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const zone = useViewerZone()
  const { from, everyMinutes, viewers } = series
  const lasts = viewers.length * everyMinutes
  const at = (index: number) => Date.parse(from) + index * everyMinutes * 60_000
  return (
    <Part title={t('series.title')} text={t('series.text', { step: duration(everyMinutes * 60) })}>
      <LineChart
        label={t('series.label', { peak: count(peak, language), from: date(from, 'full', language, zone) })}
        values={viewers}
        most={Math.max(1, ...viewers)}
        nameX={t('series.time')}
        nameY={t('viewers')}
        formatX={(index) => date(at(index), lasts > 1_440 ? 'dayTime' : 'time', language, zone)}
        formatY={(value) => count(value, language)}
      />
    </Part>
  )
}

function Figures({ report }: { report: Report }) {
  const { t } = useTranslation('quality')
  const language = useLanguage()
  const seconds = (ms: number | null) =>
    ms === null ? '–' : `${new Intl.NumberFormat(localeTags[language], { maximumFractionDigits: 1 }).format(ms / 1_000)} s`
  const stalled =
    report.rebufferedShare === null
      ? '–'
      : new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(report.rebufferedShare)
  const figures = [
    [
      'viewers',
      count(report.viewers, language),
      t('figures.viewings', { count: report.viewings, shown: count(report.viewings, language) }),
    ],
    ['peak', count(report.peakViewers, language), t('figures.peakNote')],
    ['average', duration(report.averageWatchedMs / 1_000), t('figures.total', { time: duration(report.watchedMs / 1_000) })],
    ['stalled', stalled, t('figures.stalls', { count: report.rebuffers, shown: count(report.rebuffers, language) })],
    ['startup', seconds(report.startup.medianMs), t('figures.slowest', { time: seconds(report.startup.p95Ms) })],
    ['exits', count(report.exitsBeforeStart, language), t('figures.exitsNote')],
  ] as const
  return (
    <Box
      component="ul"
      aria-label={t('figures.label')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {figures.map(([id, value, note]) => (
        <Card component="li" key={id} sx={{ minWidth: 0, p: { xs: 1.5, sm: 2 }, display: 'grid', gap: 0.25, alignContent: 'start' }}>
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {t(`figures.${id}`)}
          </Typography>
          <Typography variant="numeric" component="span" sx={{ fontSize: { xs: 22, sm: 26 } }}>
            {value}
          </Typography>
          <Typography variant="caption" component="span" className="tabular" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}
