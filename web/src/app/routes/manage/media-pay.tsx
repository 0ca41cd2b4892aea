import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../components/page-header.tsx'
import { useDocumentMeta } from '../../../components/use-document-meta.ts'
import { MediaPayEditor } from '../../../features/site-config/components/media-pay-editor.tsx'

export function Component() {
  const { t } = useTranslation('site-config')
  useDocumentMeta({ title: t('pay.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader title={t('pay.title')} lead={t('pay.lead')} />
      <MediaPayEditor />
    </Box>
  )
}
