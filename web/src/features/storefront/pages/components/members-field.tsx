import type { EntityRowView } from '@e-events/shared/contract/storefront/entities.ts'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSameList } from '../../../../components/forms/use-same-list.ts'
import { useServices } from '../../../../lib/services.ts'
import { organizersQuery } from '../queries.ts'

export type Member = EntityRowView['members'][number]

/** Organizers who may edit the home of an entity, found by name or e-mail. */
export function MembersField({ value, onChange }: { value: readonly Member[]; onChange: (members: Member[]) => void }) {
  const { t } = useTranslation('pages')
  const { api } = useServices()
  const [search, setSearch] = useState('')
  const found = useQuery(organizersQuery(api, useDeferredValue(search.trim())))
  const options = (found.data?.items ?? []).map(({ id, name, surname, email }): Member => ({
    id,
    name: `${name} ${surname}`.trim(),
    email,
  }))
  const chosen = useSameList(value)
  return (
    <Autocomplete<Member, true>
      multiple
      options={options}
      filterOptions={(all) => all}
      value={chosen}
      onChange={(_, members) => onChange(members)}
      inputValue={search}
      onInputChange={(_, text) => setSearch(text)}
      isOptionEqualToValue={(option, member) => option.id === member.id}
      getOptionKey={(option) => option.id}
      getOptionLabel={(option) => (option.name ? `${option.name} (${option.email})` : option.email)}
      loading={found.isFetching}
      loadingText={t('field.membersLoading')}
      noOptionsText={t(found.isError ? 'field.membersFailed' : 'field.membersNone')}
      renderInput={({ slotProps, ...params }) => (
        <TextField {...params} slotProps={slotProps} label={t('field.members')} helperText={t('field.membersHint')} />
      )}
    />
  )
}
