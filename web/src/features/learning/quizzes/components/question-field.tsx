import type { QuizQuestion } from '@e-events/shared/contract/learning/quizzes.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface QuestionFieldProps {
  /** Id of its element, which takes the focus where an answer is missing. */
  id: string
  question: QuizQuestion
  place: { number: number; total: number }
  values: readonly string[]
  error: string | null
  onChange: (values: readonly string[]) => void
}

/** A question with the field of its type. */
export function QuestionField({ id, question, place, values, error, onChange }: QuestionFieldProps) {
  const { t } = useTranslation('quizzes')
  const { type, text } = question
  const options =
    type === 'boolean' ? ['true', 'false'].map((one) => ({ id: one, text: t(`truth.${one as 'true' | 'false'}`) })) : question.options
  const [first = ''] = values
  const errorId = `${id}-error`
  return (
    <Box
      component="fieldset"
      id={id}
      tabIndex={-1}
      aria-describedby={error === null ? undefined : errorId}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 0.5, '&:focus': { outline: 'none' } }}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.5, overflowWrap: 'anywhere' }}>
        <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {t('place', place)}
        </Typography>
        <Typography component="span" sx={{ fontWeight: 600, whiteSpace: 'pre-line' }}>
          {text}
        </Typography>
        {type === 'multiple' && (
          <Typography variant="body2" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {t('several')}
          </Typography>
        )}
      </Box>
      {type === 'multiple' &&
        options.map((option) => (
          <FormControlLabel
            key={option.id}
            sx={choice}
            label={option.text}
            control={
              <Checkbox
                checked={values.includes(option.id)}
                onChange={(_, checked) => onChange(checked ? [...values, option.id] : values.filter((other) => other !== option.id))}
              />
            }
          />
        ))}
      {(type === 'single' || type === 'boolean') && (
        <RadioGroup name={id} value={first} onChange={(_, chosen) => onChange([chosen])}>
          {options.map((option) => (
            <FormControlLabel key={option.id} value={option.id} control={<Radio />} label={option.text} sx={choice} />
          ))}
        </RadioGroup>
      )}
      {(type === 'text' || type === 'number') && (
        <TextField
          size="small"
          label={t('answer')}
          value={first}
          error={error !== null}
          onChange={({ target }) => onChange([target.value])}
          slotProps={{
            htmlInput: {
              maxLength: limits.quizAnswerChars,
              'aria-describedby': error === null ? undefined : errorId,
              ...(type === 'number' ? { inputMode: 'decimal' } : {}),
            },
          }}
          sx={{ maxWidth: type === 'number' ? 240 : 480 }}
        />
      )}
      {error !== null && (
        <FormHelperText error id={errorId} sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}

const choice = {
  m: 0,
  minHeight: 44,
  alignItems: 'center',
  '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', minWidth: 0 },
} as const
