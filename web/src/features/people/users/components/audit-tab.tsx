import { users } from '@e-events/shared/contract/people/users.ts'
import { auditActions, auditSubjects } from '@e-events/shared/domain/audit-log.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DateField } from '../../../../components/forms/date-field.tsx'
import { ExportMenu } from '../../../../components/data-table/export-menu.tsx'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { knownAction, knownSubject } from '../audit-words.ts'
import type { AuditFilters } from '../queries.ts'
import { AuditList } from './audit-list.tsx'

const names = ['action', 'subjectType', 'subjectId', 'from', 'to'] as const
type Name = (typeof names)[number]

/** The log of who did what, narrowed by what the address says. */
export function AuditTab() {
  const { t } = useTranslation('users')
  const { api } = useServices()
  const zone = useViewerZone()
  const [params, setParams] = useSearchParams()
  const typed = (name: Name) => params.get(name) ?? ''
  const put = (name: Name, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const clear = () => setParams({ tab: 'log' })
  const filters = filtersOf(typed, zone)
  const hasFilters = names.some((name) => typed(name) !== '')
  return (
    <Card sx={{ maxWidth: 920 }}>
      <Box
        data-filters
        sx={{
          p: 1.5,
          display: 'grid',
          gap: 1.5,
          alignItems: 'end',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr) auto' },
          borderBottom: 1,
          borderColor: 'border.subtle',
        }}
      >
        <TextField
          select
          label={t('log.action')}
          value={knownAction(typed('action')) ?? ''}
          onChange={({ target }) => put('action', target.value)}
          slotProps={{ select: { native: true } }}
        >
          <option value="">{t('filter.any')}</option>
          {auditActions.map((action) => (
            <option key={action} value={action}>
              {t(`log.acts.${action}`)}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label={t('log.subject')}
          value={knownSubject(typed('subjectType')) ?? ''}
          onChange={({ target }) => put('subjectType', target.value)}
          slotProps={{ select: { native: true } }}
        >
          <option value="">{t('filter.any')}</option>
          {auditSubjects.map((type) => (
            <option key={type} value={type}>
              {t(`log.subjects.${type}`)}
            </option>
          ))}
        </TextField>
        <DateField label={t('log.from')} value={typed('from')} onChange={(day) => put('from', day)} />
        <DateField label={t('log.to')} value={typed('to')} onChange={(day) => put('to', day)} />
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            gridColumn: { xs: '1 / -1', md: 'auto' },
            justifyContent: 'flex-end',
            minHeight: 36,
            alignItems: 'center',
          }}
        >
          {hasFilters && (
            <RemoveFilters size="small" variant="text" onRemove={clear}>
              {t('filter.clear')}
            </RemoveFilters>
          )}
          <ExportMenu load={(format) => api.call(users.exportAudit, { query: { ...filters, format } })} />
        </Box>
      </Box>
      <Box sx={{ px: 2, py: 1 }}>
        <AuditList filters={filters} {...(hasFilters ? { onClear: clear } : {})} />
      </Box>
    </Card>
  )
}

function filtersOf(typed: (name: Name) => string, zone: string): AuditFilters {
  const from = dayBounds(typed('from'), zone)?.start
  const to = dayBounds(typed('to'), zone)?.end
  const action = knownAction(typed('action'))
  const subjectType = knownSubject(typed('subjectType'))
  const subjectId = typed('subjectId').slice(0, 80)
  return {
    ...(action ? { action } : {}),
    ...(subjectType ? { subjectType } : {}),
    ...(subjectId ? { subjectId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

const dayMs = 24 * 60 * 60_000

/** First and last instant of a calendar day ('2026-11-20') where the reader is; undefined for what is no day. */
function dayBounds(day: string, timeZone: string): { start: string; end: string } | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return undefined
  const startMs = midnight(day, timeZone)
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return { start: new Date(startMs).toISOString(), end: new Date(midnight(next, timeZone) - 1).toISOString() }
}

/** Twice, because the clock may be put forward or back between here and Greenwich. */
function midnight(day: string, timeZone: string): number {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`)
  const guessMs = asUtcMs - offsetMs(asUtcMs, timeZone)
  return asUtcMs - offsetMs(guessMs, timeZone)
}

function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.floor(atMs / 1000) * 1000
}
