import { count } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { AuditTab } from '../../../../features/people/users/components/audit-tab.tsx'
import { ClientsTab } from '../../../../features/people/users/components/clients-tab.tsx'
import { PeopleTab } from '../../../../features/people/users/components/people-tab.tsx'
import { countQuery } from '../../../../features/people/users/queries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

const tabs = ['users', 'clients', 'log'] as const
type TabId = (typeof tabs)[number]

export function Component() {
  const { t } = useTranslation('users')
  const [params, setParams] = useSearchParams()
  const tab: TabId = tabs.find((id) => id === params.get('tab')) ?? 'users'
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={620} isOn={tab === 'users'}>
      <PageHeader title={t('title')} lead={<Lead />} />
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_, next: TabId) => setParams(next === 'users' ? {} : { tab: next })}
        sx={{ mb: 2, flexShrink: 0 }}
      >
        {tabs.map((id) => (
          <Tab key={id} value={id} label={t(`tab.${id}`)} id={`people-tab-${id}`} aria-controls="people-panel" />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="people-panel"
        aria-labelledby={`people-tab-${tab}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        {tab === 'users' && <PeopleTab />}
        {tab === 'clients' && <ClientsTab />}
        {tab === 'log' && <AuditTab />}
      </Box>
    </FullHeightPage>
  )
}

/** How many there are, and how many wait for somebody. */
function Lead() {
  const { t } = useTranslation('users')
  const { api } = useServices()
  const language = useLanguage()
  const all = useQuery(countQuery(api, {}))
  const waiting = useQuery(countQuery(api, { state: 'pending' }))
  if (all.isPending || waiting.isPending) return <Skeleton sx={{ width: 220, height: 14, mt: '3px' }} />
  if (!all.data || !waiting.data) return null
  return t('lead', { total: count(all.data.total, language), accounts: all.data.total, waiting: waiting.data.total })
}
