import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSameList } from '../../../../components/forms/use-same-list.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownListQuery } from '../queries.ts'
import { CreateSpeakerDialog } from './create-speaker-dialog.tsx'
import { SpeakerAvatar } from './speaker-avatar.tsx'
import type { ImageFieldComponent } from './speaker-fields.tsx'

export interface SpeakerPickerProps {
  value: readonly SpeakerRef[]
  onChange: (value: SpeakerRef[]) => void
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  onBlur?: () => void
  /** Offered while nobody is chosen. */
  suggestion?: string | undefined
}

interface Props extends SpeakerPickerProps {
  ImageField: ImageFieldComponent
}

/** A speaker to choose, or the wish to make a new one. */
type Option = SpeakerRef | { isNew: true; name: string }
const isNew = (option: Option): option is Extract<Option, { isNew: true }> => 'isNew' in option
const isSpeaker = (option: Option): option is SpeakerRef => !isNew(option)

const pauseMs = 250

/** Who speaks or plays: found by name among one's own speakers, or made on the spot. */
export function SpeakerPicker({ value, onChange, error, required = false, disabled = false, onBlur, suggestion, ImageField }: Props) {
  const { t } = useTranslation('speakers')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [typed, setTyped] = useState('')
  const [making, setMaking] = useState<string | null>(null)
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(ownListQuery(api, { ...(searched === '' ? {} : { search: searched }), limit: 50 }))
  const chosen = useSameList<Option>(value)
  const options: Option[] = (found.data?.items ?? []).filter(({ id }) => !value.some((one) => one.id === id))
  return (
    <>
      <Autocomplete<Option, true>
        multiple
        disabled={disabled}
        options={options}
        value={chosen}
        inputValue={typed}
        onInputChange={(_, text) => setTyped(text)}
        loading={found.isPending}
        clearText={tc('action.clear')}
        loadingText={tc('page.loading')}
        noOptionsText={t('picker.none')}
        isOptionEqualToValue={(option, other) => !isNew(option) && !isNew(other) && option.id === other.id}
        getOptionKey={(option) => (isNew(option) ? 'new' : option.id)}
        getOptionLabel={(option) => option.name}
        // The server has found them; at the end there is always the way to a new one.
        filterOptions={(all, state) => [...all, { isNew: true, name: state.inputValue.trim() }]}
        onChange={(_, next) => {
          const wanted = next.find((option) => isNew(option))
          if (wanted) setMaking(wanted.name)
          else onChange(next.filter(isSpeaker))
        }}
        {...(onBlur ? { onBlur } : {})}
        renderOption={({ key, ...props }, option) => (
          <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1.25 }}>
            {isNew(option) ? (
              <Box component="span" sx={{ color: 'secondary.main', fontWeight: 560 }}>
                {option.name === '' ? t('picker.new') : t('picker.newNamed', { name: option.name })}
              </Box>
            ) : (
              <>
                <SpeakerAvatar speaker={option} size={26} />
                <span>
                  {option.name}
                  {option.title && (
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {` · ${option.title}`}
                    </Box>
                  )}
                </span>
              </>
            )}
          </Box>
        )}
        renderValue={(shown, getItemProps) =>
          shown.map((option, index) => {
            const { key, ...props } = getItemProps({ index })
            return isNew(option) ? null : (
              <Chip key={key} {...props} size="small" label={option.name} avatar={<SpeakerAvatar speaker={option} size={20} />} />
            )
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('picker.label')}
            required={required}
            error={error !== undefined}
            helperText={error ?? t('picker.help')}
            placeholder={value.length === 0 ? t('picker.placeholder') : ''}
          />
        )}
      />
      {suggestion !== undefined && value.length === 0 && !disabled && (
        <Button
          startIcon={<AddRounded />}
          sx={{ justifySelf: 'start' }}
          onClick={() => {
            const known = (found.data?.items ?? []).find(({ name }) => name === suggestion)
            if (known) onChange([known])
            else setMaking(suggestion)
          }}
        >
          {t('picker.suggest', { name: suggestion })}
        </Button>
      )}
      {making !== null && (
        <CreateSpeakerDialog
          name={making}
          ImageField={ImageField}
          onClose={() => setMaking(null)}
          onCreated={({ id, slug, name, title, imageUrl }) => {
            setMaking(null)
            setTyped('')
            onChange([...value, { id, slug, name, title, imageUrl }])
          }}
        />
      )}
    </>
  )
}
