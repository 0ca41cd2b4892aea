import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTime } from 'luxon'
import { useState } from 'react'
import { pickerHint, pickerLook } from './picker-look.ts'
import { PickerWords } from './picker-words.tsx'

interface DateFieldProps {
  label: string
  /** A calendar day ('2026-11-20'), or '' for none. */
  value: string
  onChange: (value: string) => void
}

/** A day of the calendar, written as the language of the page writes it. */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const [shown, setShown] = useState(() => toDay(value))
  // A half-typed day is nothing yet and must not be wiped away; another value from outside takes its place.
  if (toValue(shown) !== toValue(toDay(value))) setShown(toDay(value))
  return (
    <PickerWords>
      <DatePicker
        label={label}
        value={shown}
        onChange={(next) => {
          setShown(next)
          onChange(toValue(next))
        }}
        slotProps={{
          textField: { fullWidth: true, sx: [pickerLook, shown === null && pickerHint] },
          field: { clearable: true },
          openPickerButton: { size: 'small', edge: 'end' },
        }}
      />
    </PickerWords>
  )
}

function toDay(value: string): DateTime | null {
  const day = DateTime.fromISO(value, { zone: 'utc' })
  return day.isValid ? day : null
}

function toValue(day: DateTime | null): string {
  // A year of one digit is on its way to four.
  return day?.isValid && day.year >= 1000 ? day.toFormat('yyyy-MM-dd') : ''
}
