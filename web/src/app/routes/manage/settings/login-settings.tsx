import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { ProviderList } from '../../../../features/settings/site-config/components/provider-list.tsx'
import { TwoFactorForm } from '../../../../features/settings/site-config/components/two-factor-form.tsx'

/** How people get in: who needs a second factor, and the other places where one can log in. */
export function Component() {
  const { t } = useTranslation('site-config')
  useDocumentMeta({ title: t('login.title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920, display: 'grid', gap: 3 }}>
      <PageHeader title={t('login.title')} lead={t('login.lead')} />
      <ProviderList />
      <Box>
        <TwoFactorForm />
      </Box>
    </Box>
  )
}
