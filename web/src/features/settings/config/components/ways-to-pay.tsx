import CreditCardRounded from '@mui/icons-material/CreditCardRounded'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { paymentsQuery } from '../queries.ts'

/** How one can pay here. Nothing where nobody can, or while nobody knows: a price does not need it. */
export function WaysToPay() {
  const { t } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const ways = useQuery(paymentsQuery(api)).data?.payments.ways ?? []
  if (ways.length === 0) return null
  const list = new Intl.ListFormat(localeTags[language], { type: 'disjunction' }).format(ways.map((way) => t(`pay.way.${way}`)))
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'center', typography: 'body2', color: 'text.secondary' }}>
      <CreditCardRounded sx={{ fontSize: 18 }} aria-hidden />
      {t('pay.with', { ways: list })}
    </Box>
  )
}
