import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { OpportunitiesTable } from '../../../../features/insight/opportunities/components/opportunities-table.tsx'

export function Component() {
  const { t } = useTranslation('opportunities')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <OpportunitiesTable />
    </FullHeightPage>
  )
}
