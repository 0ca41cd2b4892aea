import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { OwnPayouts } from '../../../../features/sales/payouts/components/own-payouts.tsx'

export function Component() {
  const { t } = useTranslation('payouts')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <OwnPayouts />
    </>
  )
}
