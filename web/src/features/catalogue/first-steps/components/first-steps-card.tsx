import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import type { FirstStepId, FirstSteps } from '@e-events/shared/contract/catalogue/first-steps.ts'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { firstStepsQuery } from '../queries.ts'

/** Steps of an organizer until something can be sold. Hidden once all are done, and where they cannot be loaded. */
export function FirstStepsCard() {
  const { t } = useTranslation('first-steps')
  const { api } = useServices()
  const { data } = useQuery(firstStepsQuery(api))
  if (!data || data.steps.every(({ done }) => done)) return null
  const count = data.steps.filter(({ done }) => done).length
  const next = data.steps.find(({ done }) => !done)?.id
  return (
    <Paper component="section" variant="outlined" aria-labelledby="first-steps" sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography id="first-steps" variant="h3" component="h2">
        {t('title')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
        {t('progress', { count, total: data.steps.length })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={(count / data.steps.length) * 100}
        aria-labelledby="first-steps"
        sx={{ mt: 1.5, borderRadius: 1 }}
      />
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 1.5,
          p: 0,
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 4,
        }}
      >
        {data.steps.map(({ id, done }) => (
          <Box component="li" key={id} aria-current={id === next ? 'step' : undefined} sx={{ display: 'flex', gap: 1.5, py: 1 }}>
            {done ? (
              <CheckCircleRounded color="success" titleAccess={t('done')} />
            ) : (
              <RadioButtonUncheckedRounded sx={{ color: 'text.tertiary' }} titleAccess={t('open')} />
            )}
            <Box sx={{ minWidth: 0 }}>
              {done ? (
                <Typography sx={{ color: 'text.secondary' }}>{t(`step.${id}.title`)}</Typography>
              ) : (
                <>
                  <Link href={wayTo(id, data)} underline="hover" sx={{ display: 'inline-flex', alignItems: 'center', fontWeight: 600 }}>
                    {t(`step.${id}.title`)}
                    <ChevronRightRounded fontSize="small" aria-hidden />
                  </Link>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t(`step.${id}.text`)}
                  </Typography>
                </>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

function wayTo(id: FirstStepId, { channelSlug, draft }: FirstSteps): string {
  const channel = channelSlug === null ? `${paths.ownChannels}?new` : paths.ownChannel(channelSlug)
  const ways: Record<FirstStepId, string> = {
    channel: `${paths.ownChannels}?new`,
    approval: channel,
    payout: channel,
    product: draft ? paths.ownProduct(draft.channelSlug, draft.slug) : paths.newProduct,
    broadcast: paths.studio,
  }
  return ways[id]
}
