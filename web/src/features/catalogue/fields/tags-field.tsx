import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface TagsFieldProps {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  /** Words to choose from; others may be typed. */
  options?: readonly string[]
  maxTags: number
  maxChars: number
  placeholder?: string
  helperText?: ReactNode
  error?: boolean
  disabled?: boolean
}

const none: readonly string[] = []

/**
 * Free words: Enter or a comma ends one, and so does leaving the field, so that none is lost. The same word twice is
 * one.
 */
export function TagsField({ label, value, onChange, onBlur, options = none, maxTags, maxChars, ...rest }: TagsFieldProps) {
  const { t } = useTranslation()
  const { placeholder = '', helperText, error = false, disabled = false } = rest
  const [typed, setTyped] = useState('')
  const isFull = value.length >= maxTags
  const take = (words: readonly string[]) => {
    const next: string[] = []
    for (const word of words.flatMap((one) => one.split(','))) {
      const clean = word.trim().replaceAll(/\s+/g, ' ').slice(0, maxChars)
      if (clean !== '' && !next.some((known) => same(known, clean))) next.push(clean)
    }
    onChange(next.slice(0, maxTags))
  }
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect={false}
      disabled={disabled}
      options={isFull ? [] : options.filter((option) => !value.some((known) => same(known, option)))}
      value={[...value]}
      inputValue={typed}
      onInputChange={(_, text, reason) => {
        if (reason === 'input' && text.includes(',')) {
          take([...value, text])
          setTyped('')
        } else setTyped(reason === 'reset' && text === '' ? '' : text)
      }}
      onChange={(_, next) => {
        take(next)
        setTyped('')
      }}
      onBlur={() => {
        if (typed.trim() !== '') take([...value, typed])
        setTyped('')
        onBlur?.()
      }}
      clearText={t('action.clear')}
      slotProps={{ chip: { size: 'small' } }}
      // No higher than any other field while it is empty.
      sx={{ '& .MuiOutlinedInput-root': { py: '3px', px: 1 } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={value.length === 0 ? placeholder : ''}
          error={error}
          helperText={helperText ?? t('tags.help', { count: value.length, max: maxTags })}
        />
      )}
    />
  )
}

const same = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase()
