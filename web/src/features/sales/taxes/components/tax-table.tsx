import type { TaxRow } from '@e-events/shared/contract/sales/money/taxes.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../../lib/country-name.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { quarterName, rateText, reasonText } from '../tax-words.ts'

/** One row per country, reason and rate. It scrolls sideways inside its card on a phone. */
export function TaxTable({ rows }: { rows: readonly TaxRow[] }) {
  const { t } = useTranslation('taxes')
  const language = useLanguage()
  const amount = ({ minor, currency }: TaxRow['net']) => money(minor, currency, language)
  return (
    <Card variant="outlined">
      <TableContainer tabIndex={0} role="region" aria-label={t('rows')}>
        <Table aria-label={t('rows')} sx={{ minWidth: 720 }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('column.place')}</TableCell>
              <TableCell>{t('column.rate')}</TableCell>
              <TableCell align="right">{t('column.net')}</TableCell>
              <TableCell align="right">{t('column.tax')}</TableCell>
              <TableCell align="right">{t('column.lines')}</TableCell>
              <TableCell sx={{ width: '40%' }}>{t('column.reason')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody className="tabular">
            {rows.map((row) => (
              <TableRow key={[row.place, row.reason, row.basisPoints, row.sellerCountry, row.net.currency, row.corrects].join(' ')}>
                <TableCell component="th" scope="row">
                  {row.place === null ? t('unknownPlace') : countryName(row.place, language)}
                </TableCell>
                <TableCell>
                  {rateText(row.basisPoints, language)}
                  <Muted>{t(`rateType.${row.rateType}`)}</Muted>
                </TableCell>
                <TableCell align="right">{amount(row.net)}</TableCell>
                <TableCell align="right">{amount(row.tax)}</TableCell>
                <TableCell align="right">{row.lines}</TableCell>
                <TableCell sx={{ whiteSpace: 'normal' }}>
                  {reasonText(row.reason, row.place, language)}
                  <Muted>
                    {[
                      row.sellerCountry === null ? null : t('seller', { country: countryName(row.sellerCountry, language) }),
                      row.corrects === null ? null : t('corrects', { quarter: quarterName(row.corrects, t('quarterShort')) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Muted>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  )
}

function Muted({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
      {children}
    </Box>
  )
}
