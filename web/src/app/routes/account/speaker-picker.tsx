import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { speakers, type SpeakerRef } from '@e-events/shared/contract/speakers.ts'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../lib/services.ts'

interface SpeakerPickerProps {
  value: SpeakerRef[]
  onChange: (value: SpeakerRef[]) => void
  error?: string | undefined
  required?: boolean
}

/** Finds speakers by name on the server and keeps those that were picked, in their order. */
export function SpeakerPicker({ value, onChange, error, required = false }: SpeakerPickerProps) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])
  const input = { query: { limit: 20, ...(searched === '' ? {} : { search: searched }) } }
  const found = useQuery({
    queryKey: queryKey(speakers.listOwn, input),
    queryFn: ({ signal }) => api.call(speakers.listOwn, input, { signal }),
    placeholderData: keepPreviousData,
  })
  const options: SpeakerRef[] = (found.data?.items ?? []).map(({ id, slug, name, title, imageUrl }) => ({
    id,
    slug,
    name,
    title,
    imageUrl,
  }))
  return (
    <Autocomplete<SpeakerRef, true>
      multiple
      options={options}
      filterOptions={(all) => all.filter(({ id }) => !value.some((one) => one.id === id))}
      value={value}
      inputValue={typed}
      loading={found.isFetching}
      loadingText={tc('page.loading')}
      openText={t('speakers.open')}
      closeText={tc('action.close')}
      clearText={tc('action.clear')}
      noOptionsText={t('speakers.none')}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange(next)}
      slotProps={{ chip: { size: 'small' } }}
      sx={{ '& .MuiOutlinedInput-root': { py: '3px', px: 1 } }}
      renderInput={(params) => (
        <TextField {...params} required={required} label={t('speakers.field')} error={error !== undefined} helperText={error} />
      )}
    />
  )
}
