import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldContext } from './field-context.ts'

interface LinkFieldProps {
  label: string
  path: string
  value: string
  context: FieldContext
  required?: boolean
  hint?: string
  onChange: (value: string) => void
}

/** An address of the web or of this site; anything that would run as a script is none. */
export function LinkField({ label, path, value, context, required = false, hint, onChange }: LinkFieldProps) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const [visited, setVisited] = useState(false)
  const problem = context.problems.get(path)
  const error = !visited || !problem ? undefined : value === '' ? tc('rule.required') : t('link.wrong')
  return (
    <TextField
      label={label}
      required={required}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
      onBlur={() => setVisited(true)}
      error={error !== undefined}
      helperText={error ?? hint ?? t('link.hint')}
      slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, maxLength: 500 } }}
    />
  )
}
