import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { RedeemedCodesTable } from '../../../../features/sales/redeemed-codes/components/redeemed-codes-table.tsx'

export function Component() {
  const { t } = useTranslation('redeemed-codes')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <RedeemedCodesTable />
    </FullHeightPage>
  )
}
