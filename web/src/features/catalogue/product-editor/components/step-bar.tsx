import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useTranslation } from 'react-i18next'
import { StepMark, StepSelect, type StepListProps } from './step-list.tsx'

/** Steps that are gone through in their order, beside each other; one line where there is no room. */
export function StepBar({ steps, current, onGo }: StepListProps) {
  const { t } = useTranslation('product-editor')
  return (
    <Box component="nav" aria-label={t('step.list')}>
      <Stepper
        nonLinear
        alternativeLabel
        activeStep={steps.findIndex(({ id }) => id === current)}
        data-tour="product-steps"
        sx={{ display: { xs: 'none', sm: 'flex' }, m: 0, p: 0 }}
      >
        {steps.map(({ id, label, state }, index) => (
          <Step key={id} completed={state === 'done'}>
            <ButtonBase
              aria-current={id === current ? 'step' : undefined}
              onClick={() => onGo(id)}
              sx={{ width: '100%', py: 1, borderRadius: '10px', '&:hover': { bgcolor: 'surface.hover' } }}
            >
              <StepLabel icon={<StepMark number={index + 1} state={state} isCurrent={id === current} />}>
                {label}
                {state !== 'open' && <span className="visually-hidden">{` ${t(`step.${state}`)}`}</span>}
              </StepLabel>
            </ButtonBase>
          </Step>
        ))}
      </Stepper>
      <StepSelect steps={steps} current={current} onGo={onGo} sx={{ display: { xs: 'block', sm: 'none' } }} />
    </Box>
  )
}
