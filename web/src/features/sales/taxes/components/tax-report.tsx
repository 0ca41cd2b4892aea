import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ExportMenu } from '../../../../components/data-table/export-menu.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { taxReportQuery } from '../queries.ts'
import { quarterName } from '../tax-words.ts'
import { TaxSums } from './tax-sums.tsx'
import { TaxTable } from './tax-table.tsx'

/** Taxes of one quarter, as sums, as rows and as a file. */
export function TaxReport() {
  const { t } = useTranslation('taxes')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const [isOss, setOss] = useState(false)
  const report = useQuery(taxReportQuery(api, params.get('quarter') ?? undefined))
  if (report.isError && !report.data)
    return <ErrorNotice error={report.error} onRetry={() => void report.refetch()} retrying={report.isFetching} title={t('error')} />
  if (!report.data)
    return (
      <Box aria-busy="true">
        <Skeleton variant="rounded" sx={{ height: 104, mb: 2 }} />
        <Skeleton variant="rounded" sx={{ height: 280 }} />
      </Box>
    )
  const { quarter, quarters, rows, sums } = report.data
  const shown = rows.filter(({ scheme }) => !isOss || scheme === 'oss')
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <TextField
          select
          size="small"
          label={t('quarter')}
          value={quarter}
          onChange={({ target }) => setParams({ quarter: target.value })}
          fullWidth={false}
          sx={{ minWidth: 148 }}
        >
          {(quarters.includes(quarter) ? quarters : [quarter, ...quarters]).map((one) => (
            <MenuItem key={one} value={one}>
              {quarterName(one, t('quarterShort'))}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={<Switch checked={isOss} onChange={(_, on) => setOss(on)} />}
          label={t('onlyOss')}
          sx={{ ml: 0, mr: 'auto', gap: 1 }}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <ExportMenu load={(format) => api.call(taxes.export, { query: { quarter, scheme: isOss ? 'oss' : 'all', format } })} />
      </Box>
      <TaxSums sums={sums} />
      <Box sx={{ height: 2 }}>{report.isPlaceholderData && <LinearProgress aria-label={tc('page.loading')} sx={{ height: 2 }} />}</Box>
      {shown.length === 0 ? (
        <Notice icon={ReceiptLongOutlined} title={t('empty')}>
          {t('emptyText')}
        </Notice>
      ) : (
        <TaxTable rows={shown} />
      )}
    </>
  )
}
