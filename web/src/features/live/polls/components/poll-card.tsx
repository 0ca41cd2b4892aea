import type { Poll } from '@e-events/shared/contract/live/polls.ts'
import { date, percent } from '@e-events/shared/ui/format.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

interface PollCardProps {
  poll: Poll
  /** Index of the answer of this account; null before it chose. */
  chosen: number | null
  moderates: boolean
  onVote: (answer: number) => void
  onClose: () => void
  onMoment?: ((momentMs: number) => void) | undefined
}

/** One poll: its answers with their share of the votes, to choose from while it is open. */
export function PollCard({ poll, chosen, moderates, onVote, onClose, onMoment }: PollCardProps) {
  const { t } = useTranslation('polls')
  const language = useLanguage()
  const zone = useViewerZone()
  const titleId = useId()
  const isOpen = poll.closedAt === null
  const total = poll.answers.reduce((sum, { votes }) => sum + votes, 0)
  const time = date(poll.moment, 'time', language, zone)
  return (
    <Box component="article" aria-labelledby={titleId} sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'tint.neutral' }}>
      <Typography id={titleId} component="h2" variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
        {poll.question}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexDirection: 'column', gap: 0.75 }}>
        {poll.answers.map(({ text, votes }, index) => {
          const share = total === 0 ? 0 : votes / total
          const isChosen = chosen === index
          const inside = (
            <>
              <Box
                aria-hidden
                sx={{
                  position: 'absolute',
                  inset: 0,
                  transformOrigin: 'left',
                  transform: `scaleX(${share})`,
                  transition: 'transform 300ms',
                  bgcolor: isChosen ? 'tint.amber' : 'tint.neutral',
                }}
              />
              <Box component="span" sx={{ position: 'relative', flex: 1, minWidth: 0, overflowWrap: 'anywhere', textAlign: 'left' }}>
                {text}
              </Box>
              {isChosen && <CheckRounded titleAccess={t('yours')} sx={{ position: 'relative', fontSize: 18 }} />}
              <Box component="span" className="tabular" sx={{ position: 'relative', whiteSpace: 'nowrap' }}>
                {percent(share, language)}{' '}
                <Box component="span" sx={visuallyHidden}>
                  {t('votes', { count: votes })}
                </Box>
              </Box>
            </>
          )
          return (
            <li key={text}>
              {isOpen ? (
                <ButtonBase
                  aria-pressed={isChosen}
                  onClick={() => onVote(index)}
                  sx={{ ...line, '&:hover': { borderColor: 'border.strong' } }}
                >
                  {inside}
                </ButtonBase>
              ) : (
                <Box sx={line}>{inside}</Box>
              )}
            </li>
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1, typography: 'caption', color: 'text.secondary' }}>
        <span>
          {t('votes', { count: total })} · {isOpen ? t('isOpen') : t('isClosed')}
        </span>
        {onMoment ? (
          <Button
            size="small"
            variant="text"
            aria-label={t('show', { moment: t('openedAt', { time }) })}
            onClick={() => onMoment(Date.parse(poll.moment))}
            sx={{ minWidth: 0, p: 0.25, typography: 'caption' }}
          >
            {t('openedAt', { time })}
          </Button>
        ) : (
          <span>{t('openedAt', { time })}</span>
        )}
        {isOpen && moderates && (
          <Button size="small" variant="soft" onClick={onClose} sx={{ ml: 'auto' }}>
            {t('close')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

const line = {
  position: 'relative',
  overflow: 'hidden',
  display: 'flex',
  gap: 1,
  width: 1,
  minHeight: 40,
  alignItems: 'center',
  px: 1.25,
  py: 0.5,
  border: 1,
  borderColor: 'border.subtle',
  borderRadius: '8px',
  typography: 'body2',
  '&.Mui-focusVisible': { outline: 2, outlineColor: 'secondary.main', outlineOffset: 1 },
} as const

const visuallyHidden = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const
