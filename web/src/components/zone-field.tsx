import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useMemo } from 'react'
import { useLanguage } from '../lib/language.ts'
import { zonesIn } from '../lib/zones.ts'

/** A time zone, by part of the world and place. */
export function ZoneField({ value, ...field }: TextFieldProps & { value: string }) {
  const language = useLanguage()
  const zones = useMemo(() => zonesIn(language), [language])
  const groups = [...new Set(zones.map((zone) => zone.group))]
  return (
    <TextField {...field} defaultValue={value} select slotProps={{ select: { native: true } }}>
      {/* An older name of a zone is not in the browser's list, and still is one. */}
      {!zones.some((zone) => zone.name === value) && <option value={value}>{value}</option>}
      {groups.map((group) => {
        const options = zones
          .filter((zone) => zone.group === group)
          .map((zone) => (
            <option key={zone.name} value={zone.name}>
              {zone.label}
            </option>
          ))
        return group === '' ? (
          options
        ) : (
          <optgroup key={group} label={group}>
            {options}
          </optgroup>
        )
      })}
    </TextField>
  )
}
