import KeyRounded from '@mui/icons-material/KeyRounded'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../components/page-header.tsx'
import { useDocumentMeta } from '../../../components/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { ModuleList } from '../../../features/site-config/components/module-list.tsx'
import { ProducerTypes } from '../../../features/site-config/components/producer-types.tsx'

export function Component() {
  const { t } = useTranslation('site-config')
  useDocumentMeta({ title: t('modules.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader
        title={t('modules.title')}
        lead={t('modules.lead')}
        actions={
          <>
            <Button href={paths.mediaPay} startIcon={<PaymentsOutlined />}>
              {t('modules.mediaPay')}
            </Button>
            <Button href={paths.loginSettings} startIcon={<KeyRounded />}>
              {t('modules.login')}
            </Button>
          </>
        }
      />
      <ModuleList />
      <ProducerTypes />
    </Box>
  )
}
