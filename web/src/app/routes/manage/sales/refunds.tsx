import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useShownTab } from '../../../../components/navigation/use-shown-tab.ts'
import { ProblemList } from '../../../../features/live/problems/components/problem-list.tsx'
import { DisputesList } from '../../../../features/sales/refunds/components/disputes-list.tsx'
import { OverdueRefunds } from '../../../../features/sales/refunds/components/overdue-refunds.tsx'
import { ProposalList } from '../../../../features/sales/refunds/components/proposal-list.tsx'
import { RefundRuns } from '../../../../features/sales/refunds/components/refund-runs.tsx'
import { overdueQuery } from '../../../../features/sales/refunds/queries.ts'
import { useServices } from '../../../../lib/services.ts'

const tabs = ['proposals', 'runs', 'overdue', 'disputes', 'problems'] as const
type TabId = (typeof tabs)[number]

export function Component() {
  const { t } = useTranslation('refunds')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const tab: TabId = tabs.find((id) => id === params.get('tab')) ?? 'proposals'
  useShownTab(`refunds-tab-${tab}`)
  const { data } = useQuery(overdueQuery(api))
  useDocumentMeta({ title: t('title'), noIndex: true })
  const label = (id: TabId): string => {
    const count = id === 'runs' || id === 'problems' ? 0 : (data?.counts[id] ?? 0)
    return count === 0 ? t(`tab.${id}`) : t('tabCount', { label: t(`tab.${id}`), count })
  }
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Tabs
        value={tab}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('title')}
        onChange={(_, next: TabId) => setParams(next === 'proposals' ? {} : { tab: next })}
        sx={{ mb: 2 }}
      >
        {tabs.map((id) => (
          <Tab key={id} value={id} label={label(id)} id={`refunds-tab-${id}`} aria-controls="refunds-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="refunds-panel" aria-labelledby={`refunds-tab-${tab}`}>
        {tab === 'proposals' && <ProposalList scope="all" />}
        {tab === 'runs' && <RefundRuns scope="all" />}
        {tab === 'overdue' && <OverdueRefunds />}
        {tab === 'disputes' && <DisputesList />}
        {tab === 'problems' && <ProblemList />}
      </Box>
    </>
  )
}
