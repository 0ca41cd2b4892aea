import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { ConnectionChecks } from '../../../../features/settings/site-config/components/connection-checks.tsx'
import { ExchangeRatesForm } from '../../../../features/settings/site-config/components/exchange-rates-form.tsx'
import { MediaPayEditor } from '../../../../features/settings/site-config/components/media-pay-editor.tsx'

export function Component() {
  const { t } = useTranslation('site-config')
  useDocumentMeta({ title: t('pay.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader title={t('pay.title')} lead={t('pay.lead')} />
      <Alert severity="info" role="note" sx={{ mb: 3 }}>
        {t('pay.offNote')}
      </Alert>
      <MediaPayEditor />
      <ConnectionChecks />
      <ExchangeRatesForm />
    </Box>
  )
}
