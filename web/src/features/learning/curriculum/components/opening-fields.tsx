import { limits } from '@e-events/shared/limits.ts'
import { platformZone } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'

export interface Opening {
  opensAt: string | null
  opensAfterDays: number | null
}
const ways = ['course', 'date', 'days'] as const
type Way = (typeof ways)[number]
const wayOf = ({ opensAt, opensAfterDays }: Opening): Way => (opensAt !== null ? 'date' : opensAfterDays === null ? 'course' : 'days')

interface OpeningFieldsProps {
  opening: Opening
  /** A free preview is always open. */
  isPreview: boolean
  isTried: boolean
  /** With `isMissing`, the way that was chosen has no date or number yet. */
  onChange: (opening: Opening, isMissing: boolean) => void
}

/** When a lesson opens: with its course, on a date, or some days after enrolment. */
export function OpeningFields({ opening, isPreview, isTried, onChange }: OpeningFieldsProps) {
  const { t } = useTranslation('curriculum')
  const [way, setWay] = useState<Way>(() => wayOf(opening))
  const [days, setDays] = useState(() => String(opening.opensAfterDays ?? ''))
  const putDays = (text: string) => {
    setDays(text)
    const count = daysOf(text)
    onChange({ opensAt: null, opensAfterDays: count }, count === null)
  }
  const choose = (next: Way) => {
    setWay(next)
    if (next === 'days') putDays(days)
    else onChange({ opensAt: null, opensAfterDays: null }, next === 'date')
  }
  const shown = isPreview ? 'course' : way
  const isWrong = isTried && daysOf(days) === null
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        select
        size="small"
        label={t('opening.label')}
        value={shown}
        disabled={isPreview}
        helperText={isPreview ? t('opening.preview') : undefined}
        onChange={(event) => choose(event.target.value as Way)}
      >
        {ways.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`opening.way.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {shown === 'date' && (
        <DateTimeField
          label={t('opening.date')}
          required
          value={opening.opensAt}
          error={isTried && opening.opensAt === null}
          helperText={isTried && opening.opensAt === null ? t('opening.dateMissing') : t('opening.zone', { zone: platformZone })}
          onChange={(opensAt) => onChange({ opensAt, opensAfterDays: null }, opensAt === null)}
        />
      )}
      {shown === 'days' && (
        <TextField
          required
          size="small"
          label={t('opening.days')}
          value={days}
          error={isWrong}
          helperText={isWrong ? t('opening.daysWrong', { most: limits.lessonOpensAfterDays }) : t('opening.daysNote')}
          onChange={(event) => putDays(event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
        />
      )}
    </Box>
  )
}

function daysOf(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null
  const count = Number(text)
  return count <= limits.lessonOpensAfterDays ? count : null
}
