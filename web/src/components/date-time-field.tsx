import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags, platformZone } from '@e-events/shared/ui/format.ts'
import type { Theme } from '@mui/material/styles'
import { AdapterLuxon } from '@mui/x-date-pickers/AdapterLuxon'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { enUS, esES, ptPT } from '@mui/x-date-pickers/locales'
import { DateTime } from 'luxon'
import { useState, type ReactNode } from 'react'
import { useLanguage } from '../lib/language.ts'

interface DateTimeFieldProps {
  label: string
  /** An instant (ISO 8601), or null while there is none. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  /** The clock on which it is entered: the platform's own where nothing else is said. */
  zone?: string
  required?: boolean
  disabled?: boolean
  error?: boolean
  helperText?: ReactNode
  /** Nothing before this instant can be picked. */
  min?: string | undefined
}

const texts = {
  es: esES.components.MuiLocalizationProvider.defaultProps.localeText,
  en: enUS.components.MuiLocalizationProvider.defaultProps.localeText,
  pt: ptPT.components.MuiLocalizationProvider.defaultProps.localeText,
} satisfies Record<Language, unknown>

/** A moment on the clock of a zone, stored as an instant: whoever types it and whoever reads it may be in other zones. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onChange, onBlur, zone = platformZone, required, disabled, error, helperText, min } = props
  const language = useLanguage()
  const [shown, setShown] = useState(() => toDateTime(value, zone))
  // A half-typed date is nothing yet and must not be wiped away; another value from outside takes its place.
  if (toInstant(shown) !== toInstant(toDateTime(value, zone))) setShown(toDateTime(value, zone))
  return (
    <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale={localeTags[language]} localeText={texts[language]}>
      <DateTimePicker
        label={label}
        value={shown}
        timezone={zone}
        ampm={false}
        {...(disabled === undefined ? {} : { disabled })}
        {...(min === undefined ? {} : { minDateTime: DateTime.fromISO(min, { zone }) })}
        onChange={(next) => {
          setShown(next)
          onChange(toInstant(next))
        }}
        slotProps={{
          textField: {
            fullWidth: true,
            ...(required === undefined ? {} : { required }),
            ...(error === undefined ? {} : { error }),
            helperText,
            onBlur,
            sx: [look, shown === null && hint],
          },
          openPickerButton: { size: 'small', edge: 'end' },
        }}
      />
    </LocalizationProvider>
  )
}

function toDateTime(instant: string | null, zone: string): DateTime | null {
  return instant === null ? null : DateTime.fromISO(instant, { zone })
}

function toInstant(moment: DateTime | null): string | null {
  return moment?.isValid ? moment.toUTC().toISO() : null
}

/** The pickers bring an outlined field of their own: it looks as every other field of the theme does. */
const look = (theme: Theme) => ({
  '& .MuiPickersOutlinedInput-root': {
    minHeight: 'var(--ee-control)',
    borderRadius: 'var(--ee-control-radius)',
    fontSize: 'var(--ee-control-font)',
    backgroundColor: theme.vars.palette.surface.raised,
  },
  '& .MuiPickersOutlinedInput-notchedOutline': {
    top: 0,
    borderColor: `${theme.vars.palette.border.default} !important`,
    '& legend': { display: 'none' },
  },
  '& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: `${theme.vars.palette.border.strong} !important`,
  },
  '& .Mui-focused .MuiPickersOutlinedInput-notchedOutline': {
    borderWidth: '1px !important',
    borderColor: `${theme.vars.palette.secondary.main} !important`,
  },
  '& .Mui-error .MuiPickersOutlinedInput-notchedOutline': { borderColor: `${theme.vars.palette.error.main} !important` },
  '& .Mui-focused': { boxShadow: '0 0 0 3px var(--ee-palette-tint-blue)' },
  // How a date is written stands there before anything is typed, as in any other field.
  '& .MuiPickersInputBase-sectionsContainer': { padding: 0, opacity: '1 !important', fontVariantNumeric: 'tabular-nums' },
})

const hint = { '& .MuiPickersInputBase-sectionsContainer': { color: 'text.tertiary' } }
