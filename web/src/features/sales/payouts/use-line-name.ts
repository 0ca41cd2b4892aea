import { fees } from '@e-events/shared/domain/fees.ts'
import type { StatementLine } from '@e-events/shared/domain/payouts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/language.ts'

/** Name of a line with the fee that the platform takes now. */
export function useLineName(): (line: StatementLine) => string {
  const { t } = useTranslation('payouts')
  const language = useLanguage()
  return (line) =>
    line === 'percent_fee'
      ? t('line.percent_fee', { percent: fees.percent })
      : line === 'ticket_fee'
        ? t('line.ticket_fee', { amount: money(fees.perTicketMinor, fees.currency, language) })
        : t(`line.${line}`)
}
