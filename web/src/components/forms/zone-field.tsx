import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/language.ts'
import { zoneAs, zonesIn, type Zone } from '../../lib/zones.ts'

interface ZoneFieldProps extends Pick<TextFieldProps, 'label' | 'helperText' | 'error' | 'disabled' | 'required' | 'sx'> {
  value: string
  onChange: (zone: string) => void
  onBlur?: (() => void) | undefined
}

/** Found by its place, by the name of its time, by its difference and by its technical name. */
const filterOptions = createFilterOptions<Zone>({ stringify: ({ label, words }) => `${label} ${words}` })

/** A time zone, named in the language of the page and found by typing. */
export function ZoneField({ value, onChange, onBlur, sx, disabled = false, ...field }: ZoneFieldProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // Naming four hundred zones takes a tenth of a second: not before somebody asks for them.
  const [isOpened, setOpened] = useState(false)
  const zones = useMemo(() => (isOpened ? zonesIn(language) : []), [isOpened, language])
  // An older name of a zone is not in the browser's list, and still is one.
  const known = zones.find(({ name }) => name === value)
  const shown = known ?? zoneAs(value, language)
  return (
    <Autocomplete
      options={known ? zones : [shown, ...zones]}
      value={shown}
      onOpen={() => setOpened(true)}
      onChange={(_, zone) => onChange(zone.name)}
      getOptionKey={({ name }) => name}
      isOptionEqualToValue={(option, zone) => option.name === zone.name}
      filterOptions={filterOptions}
      disableClearable
      autoHighlight
      disabled={disabled}
      noOptionsText={t('zone.none')}
      openText={t('zone.open')}
      closeText={t('action.close')}
      {...(onBlur ? { onBlur } : {})}
      {...(sx === undefined ? {} : { sx })}
      renderInput={(params) => <TextField {...params} {...field} />}
    />
  )
}
