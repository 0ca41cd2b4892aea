import type { Question } from '@e-events/shared/contract/live/questions.ts'
import { count, date } from '@e-events/shared/ui/format.ts'
import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface QuestionRowProps {
  question: Question
  isVoted: boolean
  isOwn: boolean
  moderates: boolean
  onVote: (wants: boolean) => void
  onSettle: (state: 'open' | 'answered' | 'dismissed') => void
  onMoment?: ((momentMs: number) => void) | undefined
}

export function QuestionRow({ question, isVoted, isOwn, moderates, onVote, onSettle, onMoment }: QuestionRowProps) {
  const { t } = useTranslation('questions')
  const language = useLanguage()
  const zone = useViewerZone()
  const { state, answeredMoment, votes, text } = question
  const at = answeredMoment ?? question.moment
  const time = date(at, 'time', language, zone)
  const moment = t(state === 'answered' ? 'answeredAt' : 'askedAt', { time })
  const isOpen = state === 'open'
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
      <Button
        variant={isVoted ? 'contained' : 'soft'}
        color={isVoted ? 'secondary' : 'inherit'}
        aria-pressed={isVoted}
        aria-label={t('vote', { count: votes, text })}
        disabled={!isOpen}
        onClick={() => onVote(!isVoted)}
        sx={{ flexDirection: 'column', minWidth: 44, width: 44, minHeight: 44, p: 0, lineHeight: 1.1 }}
      >
        <KeyboardArrowUpRounded fontSize="small" />
        <span className="tabular">{count(votes, language)}</span>
      </Button>
      <Box sx={{ minWidth: 0, flex: 1, typography: 'body2', overflowWrap: 'anywhere' }}>
        {text}
        <Box sx={{ typography: 'caption', color: 'text.secondary', mt: 0.25 }}>
          {question.name} ·{' '}
          {onMoment ? (
            <Button
              size="small"
              variant="text"
              aria-label={t('show', { moment })}
              onClick={() => onMoment(Date.parse(at))}
              sx={{ minWidth: 0, p: 0.25, my: -0.5, typography: 'caption' }}
            >
              {moment}
            </Button>
          ) : (
            moment
          )}
        </Box>
        {state === 'pending' && <Box sx={{ typography: 'caption', color: 'warning.main' }}>{moderates ? t('waits') : t('pending')}</Box>}
        {(moderates || isOwn) && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5, ml: -0.75 }}>
            {moderates && state !== 'answered' && state !== 'pending' && (
              <Button size="small" variant="text" onClick={() => onSettle('answered')}>
                {t('act.answered')}
              </Button>
            )}
            {moderates && state === 'pending' && (
              <Button size="small" variant="text" onClick={() => onSettle('open')}>
                {t('act.approve')}
              </Button>
            )}
            {moderates && state === 'answered' && (
              <Button size="small" variant="text" onClick={() => onSettle('open')}>
                {t('act.reopen')}
              </Button>
            )}
            <Button size="small" variant="text" color="inherit" onClick={() => onSettle('dismissed')}>
              {t(isOwn ? 'act.withdraw' : 'act.dismiss')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  )
}
