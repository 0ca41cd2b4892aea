import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { categoriesQuery } from '../queries.ts'

interface ClassificationFieldProps extends Omit<TextFieldProps, 'error' | 'value' | 'select'> {
  value: string
  /** A category that is hidden from the choice and stays chosen. */
  current?: { slug: string; title: string } | null
  error?: string | undefined
}

/** The channel's main category. */
export function ClassificationField({ value, current = null, error, ...field }: ClassificationFieldProps) {
  const { t } = useTranslation('channels')
  const { api } = useServices()
  const { data } = useQuery(categoriesQuery(api, useLanguage()))
  const known = data?.items ?? []
  const options = current && !known.some(({ slug }) => slug === current.slug) ? [current, ...known] : known
  return (
    <TextField
      {...field}
      select
      label={t('field.classification')}
      value={options.some(({ slug }) => slug === value) ? value : ''}
      error={error !== undefined}
      helperText={error ?? t('field.classificationHelp')}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{t('field.classificationNone')}</option>
      {options.map(({ slug, title }) => (
        <option key={slug} value={slug}>
          {title}
        </option>
      ))}
    </TextField>
  )
}
