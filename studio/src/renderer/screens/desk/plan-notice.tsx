import { usage as contract, type ShowUsage } from '@e-events/shared/contract/sales/money/usage.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { clock as clockWords } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../lib/errors.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useServices } from '../../lib/services.ts'
import { useNow } from '../../lib/use-store.ts'

/** The balance is worth a word before it is used up. */
const lowMinutes = 15
const urgentMs = 5 * 60_000

/**
 * Counts down the free option from its first second, with the way to go on; and says when prepaid time runs low. The
 * change of a plan interrupts nothing.
 */
export function PlanNotice({ productSlug, usage }: { productSlug: string; usage: ShowUsage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { api, clock } = useServices()
  const queries = useQueryClient()
  const { show, balanceMinutes } = usage
  const freeUntilMs = show?.freeUntil ? Date.parse(show.freeUntil) : null
  const nowMs = useNow(clock.nowMs, freeUntilMs !== null)
  const params = { productSlug }
  const choose = useMutation({
    mutationFn: (plan: 'usage' | 'prepaid') => api.call(contract.choosePlan, { params, body: { plan } }),
    onSuccess: (reply) => queries.setQueryData(queryKey(contract.show, { params }), reply),
  })
  if (!show || show.endedAt !== null) return null
  const button = (plan: 'usage' | 'prepaid') => (
    <Button
      size="small"
      color="inherit"
      variant="soft"
      loading={choose.isPending}
      onClick={() => choose.mutate(plan)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {t(`plan.switch.${plan}`)}
    </Button>
  )
  const failure = choose.isError && <> {wordsOf(choose.error, t, language)}</>
  if (show.plan === 'free') {
    const leftMs = freeUntilMs === null ? null : Math.max(0, freeUntilMs - nowMs)
    const time = clockWords((leftMs ?? usage.freeMinutes * 60_000) / 1_000)
    return (
      <Alert
        severity={leftMs !== null && leftMs <= urgentMs ? 'error' : 'warning'}
        // Read out when it turns urgent, not with each second.
        role={leftMs !== null && leftMs <= urgentMs ? 'alert' : 'note'}
        sx={{ borderRadius: 0, alignItems: 'center' }}
        action={
          <>
            {balanceMinutes > 0 && button('prepaid')}
            {button('usage')}
          </>
        }
      >
        <span className="tabular" role="timer" aria-label={t('plan.freeLeft')}>
          {t('plan.freeEnds', { time })}
        </span>{' '}
        {t('plan.freeGoOn')}
        {failure}
      </Alert>
    )
  }
  if (show.plan === 'prepaid' && balanceMinutes <= lowMinutes)
    return (
      <Alert severity="warning" role="note" sx={{ borderRadius: 0 }}>
        {t('plan.prepaidLow', { minutes: balanceMinutes })}
      </Alert>
    )
  return null
}
