import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'
import { ownChannelsQuery } from '../queries.ts'
import { useField } from './bound-fields.tsx'

interface Option {
  slug: string
  title: string
}

/** The channel that the product belongs to. Many are found by typing; the server searches. */
export function ChannelPicker({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { product } = useEditor()
  const { field, error } = useField('channelSlug')
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])
  const [chosen, setChosen] = useState<Option | null>(product ? { slug: product.channel.slug, title: product.channel.title } : null)
  const isChosenShown = chosen !== null && typed === chosen.title
  const found = useQuery(ownChannelsQuery(api, isChosenShown ? '' : searched))
  const options: Option[] = found.data?.items ?? []
  const value = options.find(({ slug }) => slug === field.value) ?? (chosen?.slug === field.value ? chosen : null)
  return (
    <Autocomplete<Option>
      disabled={disabled}
      options={options}
      // The server has searched already.
      filterOptions={(all) => all}
      value={value}
      inputValue={typed}
      loading={found.isFetching}
      loadingText={tc('page.loading')}
      openText={t('info.channelOpen')}
      closeText={tc('action.close')}
      clearText={tc('action.clear')}
      noOptionsText={t('info.channelNone')}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ slug }) => slug}
      isOptionEqualToValue={(one, other) => one.slug === other.slug}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => {
        setChosen(next)
        field.onChange(next?.slug ?? '')
      }}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          label={t('info.channel')}
          placeholder={t('info.channelPlaceholder')}
          error={error !== undefined}
          helperText={error}
        />
      )}
      sx={{ '& .MuiOutlinedInput-root': { py: '3px', pl: 1 } }}
    />
  )
}
