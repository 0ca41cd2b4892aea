import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useWasEver } from '../../../../components/use-was-ever.ts'
import { RegisterDomainsForm } from '../../../../features/settings/site-config/components/register-domains-form.tsx'
import { RegisterFieldsForm } from '../../../../features/settings/site-config/components/register-fields-form.tsx'
import { PlaybackForm } from '../../../../features/settings/site-config/components/site/playback-form.tsx'
import { SwitchesForm } from '../../../../features/settings/site-config/components/site/switches-form.tsx'

export function Component() {
  const { t } = useTranslation('site-config')
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'register' ? 'register' : 'site'
  const wasRegister = useWasEver(tab === 'register')
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <Box sx={{ maxWidth: 920 }}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_, next: string) => setSearch(next === 'site' ? {} : { tab: next })}
        sx={{ mb: 3 }}
      >
        <Tab value="site" label={t('tab.site')} id="config-tab-site" aria-controls="config-panel" />
        <Tab value="register" label={t('tab.register')} id="config-tab-register" aria-controls="config-panel" />
      </Tabs>
      <div role="tabpanel" id="config-panel" aria-labelledby={`config-tab-${tab}`}>
        {/* Both stay: what was typed in one is still there after a look at the other. */}
        <Box hidden={tab !== 'site'} sx={{ '& > div + div': { mt: 3 } }}>
          <div>
            <SwitchesForm />
          </div>
          <div>
            <PlaybackForm />
          </div>
        </Box>
        {wasRegister && (
          <Box hidden={tab !== 'register'} sx={{ '& > div + div': { mt: 5 } }}>
            <div>
              <RegisterFieldsForm />
            </div>
            <div>
              <RegisterDomainsForm />
            </div>
          </Box>
        )}
      </div>
    </Box>
  )
}
