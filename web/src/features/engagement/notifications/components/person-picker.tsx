import { users } from '@e-events/shared/contract/people/users.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { limits } from '@e-events/shared/limits.ts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import type { Person } from '../audience.ts'

interface PersonPickerProps {
  people: Person[]
  disabled: boolean
  onChange: (people: Person[]) => void
}

const nameOf = ({ name, surname, email }: Person) => `${name} ${surname}`.trim() || email

/** Finds people by name or e-mail on the server and keeps those that were picked. */
export function PersonPicker({ people, disabled, onChange }: PersonPickerProps) {
  const { t } = useTranslation('notifications')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim())
  const isLongEnough = wanted.length >= limits.searchMinChars
  const input = { query: { search: wanted, limit: 20 } }
  const found = useQuery({
    queryKey: queryKey(users.list, input),
    queryFn: ({ signal }) => api.call(users.list, input, { signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  return (
    <Autocomplete
      multiple
      disabled={disabled}
      options={isLongEnough ? (found.data?.items ?? []) : []}
      // The server has searched already, also in what is not shown here.
      filterOptions={(options) => options}
      filterSelectedOptions
      value={people}
      inputValue={typed}
      loading={found.isFetching}
      loadingText={tc('page.loading')}
      openText={t('send.peopleOpen')}
      closeText={tc('action.close')}
      clearText={tc('action.clear')}
      noOptionsText={t(isLongEnough ? 'send.peopleNone' : 'send.peopleMin')}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      getOptionLabel={nameOf}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange(next)}
      slotProps={{ chip: { size: 'small' } }}
      // No higher than any other field while it is empty.
      sx={{ '& .MuiOutlinedInput-root': { py: '3px', px: 1 } }}
      renderOption={({ key: _key, ...props }, person) => (
        <Box component="li" key={person.id} {...props} sx={{ display: 'block !important' }}>
          <Box sx={{ fontWeight: 560 }}>{nameOf(person)}</Box>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{person.email}</Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('send.people')}
          placeholder={people.length === 0 ? t('send.peoplePlaceholder') : ''}
          helperText={t('send.peopleNote')}
        />
      )}
    />
  )
}

function useSettled(text: string, afterMs = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
