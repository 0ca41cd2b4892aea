import type { ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import { duration } from '@e-events/shared/ui/format.ts'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface PlanChoiceProps {
  usage: ShowUsage
  plan: ShowPlan
  onPlan(plan: ShowPlan): void
}

/** How the time of the show is paid for. Prepaid time is offered to those who have some. */
export function PlanChoice({ usage, plan, onPlan }: PlanChoiceProps) {
  const { t } = useTranslation()
  const plans: readonly ShowPlan[] = usage.balanceMinutes > 0 ? ['usage', 'prepaid', 'free'] : ['usage', 'free']
  const values = { minutes: usage.freeMinutes, included: usage.includedMinutes, left: duration(usage.balanceMinutes * 60) }
  return (
    <FormControl sx={{ mt: 1.5, width: 1 }}>
      <FormLabel sx={{ typography: 'subtitle2', color: 'text.primary' }}>{t('plan.title')}</FormLabel>
      <RadioGroup value={plan} onChange={(_event, next) => onPlan(next as ShowPlan)}>
        {plans.map((name) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', mr: 0, '& .MuiRadio-root': { mt: -0.75 } }}
            label={
              <>
                <Typography component="span" sx={{ display: 'block', typography: 'body2' }}>
                  {t(`plan.${name}`, values)}
                </Typography>
                <Typography component="span" className="tabular" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
                  {t(`plan.${name}Note`, values)}
                </Typography>
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
