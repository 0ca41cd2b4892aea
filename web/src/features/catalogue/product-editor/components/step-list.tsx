import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import type { SxProps } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

export interface ShownStep {
  id: string
  label: string
  /**
   * done: nothing is missing and something is there. wrong: something is missing or not as it may be saved. open:
   * nothing to say.
   */
  state: 'done' | 'wrong' | 'open'
}

export interface StepListProps {
  steps: readonly ShownStep[]
  current: string
  onGo: (step: string) => void
}

/** Where in the form one is, and what the other steps lack. A list at the left, or one line where there is no room. */
export function StepList({ steps, current, onGo }: StepListProps) {
  const { t } = useTranslation('product-editor')
  return (
    <Box component="nav" aria-label={t('step.list')}>
      <Box
        component="ol"
        data-tour="product-steps"
        sx={{ display: { xs: 'none', md: 'grid' }, gap: 0.25, listStyle: 'none', m: 0, p: 0, position: 'sticky', top: 16 }}
      >
        {steps.map((step, i) => (
          <li key={step.id}>
            <Box
              component="button"
              type="button"
              aria-current={step.id === current ? 'step' : undefined}
              onClick={() => onGo(step.id)}
              sx={entry}
            >
              <StepMark number={i + 1} state={step.state} isCurrent={step.id === current} />
              <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                {step.label}
              </Box>
              {step.state !== 'open' && <span className="visually-hidden">{t(`step.${step.state}`)}</span>}
            </Box>
          </li>
        ))}
      </Box>
      <StepSelect steps={steps} current={current} onGo={onGo} sx={{ display: { xs: 'block', md: 'none' } }} />
    </Box>
  )
}

/** The steps in one line, where there is no room for a list. */
export function StepSelect({ steps, current, onGo, sx }: StepListProps & { sx: SxProps }) {
  const { t } = useTranslation('product-editor')
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  )
  return (
    <Box data-tour="product-steps" sx={sx}>
      <TextField
        select
        size="small"
        label={t('step.of', { number: index + 1, total: steps.length })}
        value={current}
        onChange={({ target }) => onGo(target.value)}
        slotProps={{ select: { native: true } }}
      >
        {steps.map(({ id, label, state }, i) => (
          <option key={id} value={id}>
            {`${i + 1}. ${label}${state === 'wrong' ? ` (${t('step.wrong')})` : ''}`}
          </option>
        ))}
      </TextField>
      <LinearProgress
        variant="determinate"
        color="secondary"
        aria-hidden
        value={((index + 1) / Math.max(1, steps.length)) * 100}
        sx={{ mt: 1 }}
      />
    </Box>
  )
}

/** Number and state of a step. */
export function StepMark({ number, state, isCurrent }: { number: number; state: ShownStep['state']; isCurrent: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      className="tabular"
      sx={{
        position: 'relative',
        width: 24,
        height: 24,
        flexShrink: 0,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: 12,
        fontWeight: 620,
        bgcolor: state === 'done' ? 'tint.green' : isCurrent ? 'surface.ink' : 'tint.neutral',
        color: state === 'done' ? 'success.main' : isCurrent ? 'surface.onInk' : 'text.secondary',
      }}
    >
      {state === 'done' ? <CheckRounded sx={{ fontSize: 15 }} /> : number}
      {state === 'wrong' && (
        <Box
          component="span"
          sx={{ position: 'absolute', top: -1, right: -1, width: 8, height: 8, borderRadius: '50%', bgcolor: 'warning.light' }}
        />
      )}
    </Box>
  )
}

const entry = {
  all: 'unset',
  boxSizing: 'border-box',
  width: '100%',
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 40,
  px: 1,
  borderRadius: '10px',
  cursor: 'pointer',
  fontSize: 14,
  fontWeight: 500,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary', bgcolor: 'surface.hover' },
  '&[aria-current="step"]': { color: 'text.primary', fontWeight: 620, bgcolor: 'tint.neutral' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
} as const
