import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { SendForm } from '../../../../features/engagement/notifications/components/send-form.tsx'
import { SentList } from '../../../../features/engagement/notifications/components/sent-list.tsx'

export function Component() {
  const { t } = useTranslation('notifications')
  useDocumentMeta({ title: t('send.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader title={t('send.title')} lead={t('send.lead')} />
      <SendForm />
      <Box sx={{ mt: 5 }}>
        <SentList />
      </Box>
    </Box>
  )
}
