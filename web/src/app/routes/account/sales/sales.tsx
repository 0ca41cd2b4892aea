import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { OwnRefunds } from '../../../../features/sales/refunds/components/own-refunds.tsx'
import { SalesTable } from '../../../../features/sales/sales-table/components/sales-table.tsx'

export function Component() {
  const { t } = useTranslation('sales-table')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader title={t('title')} lead={t('lead')} actions={<OwnRefunds />} />
      <SalesTable scope="own" />
    </FullHeightPage>
  )
}
