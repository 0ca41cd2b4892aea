import { paths } from '@e-events/shared/domain/addresses.ts'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { SalesTable } from '../../../../features/sales/sales-table/components/sales-table.tsx'

export function Component() {
  const { t } = useTranslation('sales-table')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader
        title={t('title')}
        lead={t('leadAll')}
        actions={
          <Button href={paths.managePayouts} variant="outlined" color="inherit" startIcon={<PaymentsOutlined />}>
            {t('toPayouts')}
          </Button>
        }
      />
      <SalesTable scope="all" />
    </FullHeightPage>
  )
}
