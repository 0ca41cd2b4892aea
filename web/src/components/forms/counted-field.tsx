import Box from '@mui/material/Box'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

interface CountedFieldProps extends Omit<TextFieldProps, 'value'> {
  value: string
  /** More is not accepted. */
  max?: number
  /** A length that reads well: advice, never an error. */
  recommended?: number
}

/** A text whose length matters: how long it is stands below, beside whatever else there is to say. */
export function CountedField({ value, max, recommended, helperText, ...field }: CountedFieldProps) {
  const { t } = useTranslation()
  const count = value.trim().length
  return (
    <TextField
      {...field}
      value={value}
      slotProps={{ ...field.slotProps, formHelperText: { component: 'div' } as object }}
      helperText={
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <span>{helperText}</span>
          <Box
            component="span"
            className="tabular"
            sx={{ whiteSpace: 'nowrap', color: max !== undefined && count > max ? 'error.main' : 'text.tertiary' }}
          >
            {max === undefined ? t('length.recommended', { count, recommended: recommended ?? 0 }) : t('length.max', { count, max })}
          </Box>
        </Box>
      }
    />
  )
}
