import type { SectionTexts } from '@e-events/shared/contract/storefront/home-sections.ts'
import { textIn } from '@e-events/shared/contract/storefront/home-sections.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldContext } from './field-context.ts'

interface TextsFieldProps {
  label: string
  /** Where it stands in its section. */
  path: string
  value: SectionTexts
  max: number
  context: FieldContext
  required?: boolean
  rows?: number
  hint?: string
  onChange: (value: SectionTexts) => void
}

/**
 * One text in three languages: the one of the preview is typed, dots tell which there are. An empty one is shown in
 * another language.
 */
export function TextsField({ label, path, value, max, context, required = false, rows, hint, onChange }: TextsFieldProps) {
  const { t } = useTranslation('section-editor')
  const { t: tc } = useTranslation('common')
  const { language, problems } = context
  const [visited, setVisited] = useState(false)
  const text = value[language]
  const fallback = text === '' ? textIn(value, language) : ''
  const problem = problems.get(path) ?? (text.length > max ? 'too_big' : undefined)
  const error = problem === 'too_big' ? tc('rule.too_big', { count: max }) : visited && problem ? tc('rule.required') : undefined
  return (
    <TextField
      label={label}
      required={required}
      value={text}
      {...(rows ? { multiline: true, minRows: rows } : {})}
      placeholder={fallback}
      onChange={(event) => onChange({ ...value, [language]: event.target.value })}
      onBlur={() => setVisited(true)}
      error={error !== undefined}
      slotProps={{ htmlInput: { lang: language }, formHelperText: { component: 'div' } as object }}
      helperText={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <Box component="span" className="tabular" sx={{ flex: 1 }}>
            {error ?? hint ?? t('texts.length', { count: text.length, max })}
          </Box>
          <Box
            component="span"
            role="img"
            aria-label={t('texts.filled', {
              languages:
                languages
                  .filter((one) => value[one] !== '')
                  .map((one) => one.toUpperCase())
                  .join(', ') || '–',
            })}
            sx={{ display: 'flex', gap: 0.5, fontSize: 11, fontWeight: 600 }}
          >
            {languages.map((one) => (
              <Box component="span" key={one} aria-hidden sx={{ color: value[one] === '' ? 'text.tertiary' : 'success.main' }}>
                {one.toUpperCase()}
              </Box>
            ))}
          </Box>
        </Box>
      }
    />
  )
}
