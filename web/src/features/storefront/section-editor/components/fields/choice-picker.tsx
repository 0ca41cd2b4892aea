import type { SectionChoice } from '@e-events/shared/contract/storefront/sections.ts'
import { limits } from '@e-events/shared/limits.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../../components/media/picture.tsx'
import { useServices } from '../../../../../lib/services.ts'
import { choicesQuery, type ChoiceKind } from '../../queries.ts'
import type { FieldContext } from './field-context.ts'

interface ChoicePickerProps {
  of: ChoiceKind
  label: string
  /** In their order. */
  ids: readonly string[]
  /** 1: another choice takes the place of the one before. */
  most?: number
  required?: boolean
  error?: boolean
  context: FieldContext
  onChange: (ids: string[]) => void
}

/** Chosen items in their order, and a field that finds more. Hidden items stay chosen and say so. */
export function ChoicePicker({
  of,
  label,
  ids,
  most = limits.itemsPerSlider,
  required = false,
  error = false,
  context,
  onChange,
}: ChoicePickerProps) {
  const { t } = useTranslation('section-editor')
  const { api } = useServices()
  const { place, language } = context
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useQuery(choicesQuery(api, place, { of, search: wanted, language }))
  const known = useQuery(choicesQuery(api, place, { of, ids, language }))
  const [picked, setPicked] = useState<readonly SectionChoice[]>([])
  const find = (id: string) => known.data?.items.find((item) => item.id === id) ?? picked.find((item) => item.id === id)
  const isFull = ids.length >= most && most > 1
  const pick = (choice: SectionChoice | null) => {
    if (!choice) return
    setPicked((before) => [...before, choice])
    onChange(most === 1 ? [choice.id] : [...ids, choice.id])
    setSearch('')
  }
  const move = (from: number, to: number) => {
    const id = ids[from]
    if (id !== undefined) onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Autocomplete<SectionChoice>
        // Empty again after each choice.
        key={ids.join()}
        options={(found.data?.items ?? []).filter((item) => !ids.includes(item.id))}
        filterOptions={(options) => options}
        getOptionLabel={(option) => option.title}
        getOptionKey={(option) => option.id}
        inputValue={search}
        onInputChange={(_, text, reason) => reason !== 'reset' && setSearch(text)}
        onChange={(_, choice) => pick(choice)}
        value={null}
        loading={found.isFetching}
        loadingText={t('choice.loading')}
        noOptionsText={t(found.isError ? 'choice.failed' : 'choice.none')}
        disabled={isFull}
        sx={{ '& .MuiAutocomplete-inputRoot.MuiInputBase-root': { py: 0 } }}
        renderInput={({ slotProps, ...params }) => (
          <TextField
            {...params}
            slotProps={slotProps}
            label={label}
            required={required}
            error={error}
            placeholder={t(`choice.search.${of}`)}
            helperText={isFull ? t('choice.full', { max: most }) : error ? t('choice.required') : undefined}
          />
        )}
        renderOption={({ key: _, ...props }, option) => (
          <Box component="li" {...props} key={option.id} sx={{ gap: 1.25 }}>
            <Thumb of={of} choice={option} />
            <Words title={option.title} note={option.note} />
          </Box>
        )}
      />
      {ids.length > 0 && (
        <Box component="ul" aria-label={t('choice.chosen')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
          {ids.map((id, index) => {
            const choice = find(id)
            const title = choice?.title ?? (known.isFetching ? '…' : t('choice.gone'))
            return (
              <Box
                component="li"
                key={id}
                sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 0.5, borderRadius: '8px', bgcolor: 'surface.sunken' }}
              >
                {choice && <Thumb of={of} choice={choice} />}
                <Words
                  title={title}
                  note={choice && !choice.isShown ? t('choice.notShown') : (choice?.note ?? '')}
                  warns={choice?.isShown === false}
                />
                {most > 1 && (
                  <>
                    <IconButton
                      size="small"
                      disabled={index === 0}
                      aria-label={t('list.up', { name: title })}
                      onClick={() => move(index, index - 1)}
                      sx={small}
                    >
                      <ArrowUpwardRounded />
                    </IconButton>
                    <IconButton
                      size="small"
                      disabled={index === ids.length - 1}
                      aria-label={t('list.down', { name: title })}
                      onClick={() => move(index, index + 1)}
                      sx={small}
                    >
                      <ArrowDownwardRounded />
                    </IconButton>
                  </>
                )}
                <IconButton
                  size="small"
                  aria-label={t('choice.remove', { name: title })}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                  sx={small}
                >
                  <CloseRounded />
                </IconButton>
              </Box>
            )
          })}
        </Box>
      )}
    </Box>
  )
}

const small = { width: 26, height: 26, minWidth: 26, '& svg': { fontSize: 16 } }

function Thumb({ of, choice }: { of: ChoiceKind; choice: SectionChoice }) {
  const isRound = of !== 'product'
  return (
    <Picture
      src={choice.imageUrl}
      alt=""
      ratio={isRound ? '1:1' : '16:9'}
      sizes="64px"
      fallback={of === 'speaker' ? { portrait: choice.title } : { title: choice.title, bare: true }}
      sx={{ width: isRound ? 32 : 52, borderRadius: isRound ? '50%' : '6px', flexShrink: 0 }}
    />
  )
}

function Words({ title, note, warns = false }: { title: string; note: string; warns?: boolean }) {
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Typography noWrap variant="body2" component="span" sx={{ display: 'block', fontWeight: 560 }}>
        {title}
      </Typography>
      <Typography noWrap variant="caption" component="span" sx={{ display: 'block', color: warns ? 'warning.main' : 'text.secondary' }}>
        {note}
      </Typography>
    </Box>
  )
}
