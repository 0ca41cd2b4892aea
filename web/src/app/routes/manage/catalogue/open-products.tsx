import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { OnAirList } from '../../../../features/live/on-air/components/on-air-list.tsx'
import { ManagedProducts } from '../../../../features/catalogue/product-list/components/managed-products.tsx'

export function Component() {
  const { t } = useTranslation('product-list')
  useDocumentMeta({ title: t('open.title'), noIndex: true })
  return (
    <FullHeightPage minHeight={520} isOn={false}>
      <PageHeader title={t('open.title')} lead={t('open.lead')} actions={<Button href={paths.manageProducts}>{t('title')}</Button>} />
      <OnAirList />
      <ManagedProducts kind="open" />
    </FullHeightPage>
  )
}
