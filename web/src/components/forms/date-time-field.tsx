import { platformZone } from '@e-events/shared/ui/format.ts'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { DateTime } from 'luxon'
import { useState, type ReactNode } from 'react'
import { PickerWords } from './picker-words.tsx'
import { pickerHint, pickerLook } from './picker-look.ts'

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

/**
 * A moment on the clock of a zone, stored as an instant: whoever types it and whoever reads it may be in other zones.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, onChange, onBlur, zone = platformZone, required, disabled, error, helperText, min } = props
  const [shown, setShown] = useState(() => toDateTime(value, zone))
  // A half-typed date is nothing yet and must not be wiped away; another value from outside takes its place.
  if (toInstant(shown) !== toInstant(toDateTime(value, zone))) setShown(toDateTime(value, zone))
  return (
    <PickerWords>
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
            sx: [pickerLook, shown === null && pickerHint],
          },
          openPickerButton: { size: 'small', edge: 'end' },
        }}
      />
    </PickerWords>
  )
}

function toDateTime(instant: string | null, zone: string): DateTime | null {
  return instant === null ? null : DateTime.fromISO(instant, { zone })
}

function toInstant(moment: DateTime | null): string | null {
  return moment?.isValid ? moment.toUTC().toISO() : null
}
