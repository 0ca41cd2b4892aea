import { questionTypes, type QuestionType } from '@e-events/shared/domain/quizzes.ts'
import { limits } from '@e-events/shared/limits.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { withType, type DraftQuestion, type QuestionFault } from '../quiz-draft.ts'
import { QuestionKey } from './question-key.tsx'

interface QuestionEditorProps {
  /** Id of its element, which takes the focus when it is moved or has a fault. */
  id: string
  question: DraftQuestion
  place: { number: number; total: number }
  fault: QuestionFault | undefined
  onChange: (question: DraftQuestion) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** A question with its key, its place and its explanation. */
export function QuestionEditor({ id, question, place, fault, onChange, onMove, onRemove }: QuestionEditorProps) {
  const { t } = useTranslation('quizzes')
  const { number, total } = place
  const put = (change: Partial<DraftQuestion>) => onChange({ ...question, ...change })
  return (
    <Box
      component="section"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={fault ? `${id}-fault` : undefined}
      sx={{
        border: 1,
        borderColor: fault ? 'error.main' : 'border.default',
        borderRadius: '12px',
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gap: 2,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography id={`${id}-title`} variant="h5" component="h3" sx={{ flex: 1, m: 0 }}>
          {t('place', place)}
        </Typography>
        <IconButton size="small" disabled={number === 1} aria-label={t('edit.up', { number })} onClick={() => onMove(-1)}>
          <ArrowUpwardRounded fontSize="small" />
        </IconButton>
        <IconButton size="small" disabled={number === total} aria-label={t('edit.down', { number })} onClick={() => onMove(1)}>
          <ArrowDownwardRounded fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t('edit.remove', { number })} onClick={onRemove}>
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Box>
      <TextField
        select
        size="small"
        label={t('edit.type')}
        value={question.type}
        onChange={({ target }) => onChange(withType(question, target.value as QuestionType))}
      >
        {questionTypes.map((type) => (
          <MenuItem key={type} value={type}>
            {t(`type.${type}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        multiline
        maxRows={8}
        size="small"
        label={t('edit.text')}
        value={question.text}
        error={fault === 'text'}
        onChange={({ target }) => put({ text: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.quizTextChars } }}
      />
      <QuestionKey question={question} onChange={onChange} />
      <TextField
        multiline
        maxRows={8}
        size="small"
        label={t('edit.explanation')}
        helperText={t('edit.explanationNote')}
        value={question.explanation}
        onChange={({ target }) => put({ explanation: target.value })}
        slotProps={{ htmlInput: { maxLength: limits.quizExplanationChars } }}
      />
      {fault && (
        <FormHelperText error id={`${id}-fault`} sx={{ mx: 0 }}>
          {t(`fault.${fault}`)}
        </FormHelperText>
      )}
    </Box>
  )
}
