import type { PayoutAccount, Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import type { PayoutHold } from '@e-events/shared/domain/payouts.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'

interface HoldsProps {
  holds: readonly PayoutHold[]
  /** Part of the month that its buyers dispute. */
  disputed: Statement['disputed']
  account: PayoutAccount | undefined
}

/** Says plainly why something is not paid yet, and where that can be changed. */
export function Holds({ holds, disputed, account }: HoldsProps) {
  const { t } = useTranslation('payouts')
  const language = useLanguage()
  const at = account?.freeAt ?? null
  return holds.map((hold) => (
    <Alert key={hold} severity={hold === 'no_iban' ? 'warning' : 'info'} role="note" sx={{ mt: 1.5 }}>
      {hold === 'iban_changed' && at !== null
        ? t('hold.iban_changed_until', { hours: fees.payoutAccountHoldHours, date: date(at, 'dayTime', language) })
        : hold === 'disputed'
          ? t('hold.disputed', { amount: money(disputed.minor, disputed.currency, language) })
          : t(`hold.${hold}`)}{' '}
      {hold === 'no_iban' && account && <Link href={`${paths.ownChannel(account.channel.slug)}?tab=billing`}>{t('toBilling')}</Link>}
    </Alert>
  ))
}
