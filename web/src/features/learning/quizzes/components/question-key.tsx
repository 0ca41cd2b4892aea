import { limits } from '@e-events/shared/limits.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { withOption, type DraftOption, type DraftQuestion } from '../quiz-draft.ts'

interface QuestionKeyProps {
  question: DraftQuestion
  onChange: (question: DraftQuestion) => void
}

/** Asks what is right in a question, with the fields of its type. */
export function QuestionKey({ question, onChange }: QuestionKeyProps) {
  const { t } = useTranslation('quizzes')
  const id = useId()
  const put = (change: Partial<DraftQuestion>) => onChange({ ...question, ...change })
  if (question.type === 'single' || question.type === 'multiple') return <Options question={question} onChange={onChange} />
  if (question.type === 'boolean') {
    return (
      <Box role="group" aria-labelledby={id}>
        <Typography id={id} variant="label" component="span">
          {t('edit.rightIs')}
        </Typography>
        <RadioGroup row value={String(question.isTrue)} onChange={(_, value) => put({ isTrue: value === 'true' })}>
          <FormControlLabel value="true" control={<Radio />} label={t('truth.true')} />
          <FormControlLabel value="false" control={<Radio />} label={t('truth.false')} />
        </RadioGroup>
      </Box>
    )
  }
  if (question.type === 'text') {
    return (
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        label={t('edit.accepted')}
        helperText={t('edit.acceptedNote')}
        value={question.accepted}
        onChange={({ target }) => put({ accepted: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.quizAccepted * (limits.quizAnswerChars + 1) } }}
      />
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' } }}>
      <TextField
        size="small"
        label={t('edit.value')}
        value={question.value}
        onChange={({ target }) => put({ value: target.value })}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 30 } }}
      />
      <TextField
        size="small"
        label={t('edit.tolerance')}
        helperText={t('edit.toleranceNote')}
        value={question.tolerance}
        onChange={({ target }) => put({ tolerance: target.value })}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 30 } }}
      />
    </Box>
  )
}

function Options({ question, onChange }: QuestionKeyProps) {
  const { t } = useTranslation('quizzes')
  const id = useId()
  const { options, type } = question
  const isSingle = type === 'single'
  const set = (changed: DraftOption[]) => onChange({ ...question, options: changed })
  const choose = (option: DraftOption, isRight: boolean) =>
    set(options.map((one) => (one === option ? { ...one, isRight } : isSingle ? { ...one, isRight: false } : one)))
  const remove = (index: number) => {
    set(options.filter((_, at) => at !== index))
    // The pressed button is gone: the focus stays with the options.
    document.getElementById(id)?.focus()
  }
  return (
    <Box role="group" id={id} tabIndex={-1} aria-label={t('edit.options')} sx={{ display: 'grid', gap: 1, '&:focus': { outline: 'none' } }}>
      <Typography variant="label" component="span">
        {t(isSingle ? 'edit.optionsOne' : 'edit.optionsSome')}
      </Typography>
      {options.map((option, index) => {
        const Mark = isSingle ? Radio : Checkbox
        return (
          <Box key={option.id} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Mark
              checked={option.isRight}
              onChange={({ target }) => choose(option, target.checked)}
              slotProps={{ input: { 'aria-label': t('edit.right', { number: index + 1 }), ...(isSingle ? { name: `${id}-right` } : {}) } }}
            />
            <TextField
              fullWidth
              size="small"
              hiddenLabel
              value={option.text}
              placeholder={t('edit.option', { number: index + 1 })}
              onChange={({ target }) => set(options.map((one) => (one === option ? { ...one, text: target.value } : one)))}
              slotProps={{ htmlInput: { maxLength: limits.quizAnswerChars, 'aria-label': t('edit.option', { number: index + 1 }) } }}
            />
            <IconButton
              disabled={options.length <= 2}
              aria-label={t('edit.removeOption', { number: index + 1 })}
              onClick={() => remove(index)}
            >
              <CloseRounded fontSize="small" />
            </IconButton>
          </Box>
        )
      })}
      {options.length < limits.quizOptions && (
        <Button size="small" startIcon={<AddRounded />} onClick={() => onChange(withOption(question))} sx={{ justifySelf: 'start' }}>
          {t('edit.addOption')}
        </Button>
      )}
    </Box>
  )
}
