import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { ProblemList } from '../../../../features/live/problems/components/problem-list.tsx'
import { OwnRefunds } from '../../../../features/sales/refunds/components/own-refunds.tsx'
import { SalesTable } from '../../../../features/sales/sales-table/components/sales-table.tsx'

export function Component() {
  const { t } = useTranslation('sales-table')
  const { t: tp } = useTranslation('problems')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <OwnRefunds>
            <Box component="section">
              <Typography variant="h5" component="h2" sx={{ mb: 1.5 }}>
                {tp('list.title')}
              </Typography>
              <ProblemList />
            </Box>
          </OwnRefunds>
        }
      />
      <SalesTable scope="own" />
    </FullHeightPage>
  )
}
