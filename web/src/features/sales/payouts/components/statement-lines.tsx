import type { Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useLineName } from '../use-line-name.ts'

/** Lines of a month, what came over from earlier ones, and the sum. */
export function StatementLines({ statement }: { statement: Statement }) {
  const { t } = useTranslation('payouts')
  const language = useLanguage()
  const nameOf = useLineName()
  const { carried, lines, amount } = statement
  const rows = [
    ...(carried.minor === 0 ? [] : [{ key: 'carried', name: t('carried'), minor: carried.minor }]),
    ...lines.map((line) => ({ key: line.line, name: `${nameOf(line.line)} (${line.count})`, minor: line.amount.minor })),
  ]
  return (
    <Box component="dl" className="tabular" sx={{ m: 0, fontSize: 14 }}>
      {rows.map(({ key, name, minor }) => (
        <Row key={key} name={name} value={money(minor, amount.currency, language)} />
      ))}
      <Row name={t('sum')} value={money(amount.minor, amount.currency, language)} isSum />
    </Box>
  )
}

function Row({ name, value, isSum = false }: { name: string; value: string; isSum?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        columnGap: 2,
        py: 0.75,
        ...(isSum && { mt: 0.75, pt: 1.25, borderTop: 1, borderColor: 'border.subtle', fontWeight: 650 }),
      }}
    >
      <Box component="dt" sx={{ color: isSum ? 'text.primary' : 'text.secondary', overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
        {value}
      </Box>
    </Box>
  )
}
