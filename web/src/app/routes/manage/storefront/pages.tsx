import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { EntitiesTab } from '../../../../features/storefront/pages/components/entities-tab.tsx'
import { PagesTab } from '../../../../features/storefront/pages/components/pages-tab.tsx'

const tabs = ['pages', 'entities'] as const

export function Component() {
  const { t } = useTranslation('pages')
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((id) => id === params.get('tab')) ?? 'pages'
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <FullHeightPage minHeight={560}>
      <PageHeader title={t('title')} lead={t(`lead.${tab}`)} />
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_, next: (typeof tabs)[number]) => setParams(next === 'pages' ? {} : { tab: next })}
        sx={{ mb: 2, flexShrink: 0 }}
      >
        {tabs.map((id) => (
          <Tab key={id} value={id} label={t(`tab.${id}`)} id={`places-tab-${id}`} aria-controls="places-panel" />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="places-panel"
        aria-labelledby={`places-tab-${tab}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        {tab === 'pages' ? <PagesTab /> : <EntitiesTab />}
      </Box>
    </FullHeightPage>
  )
}
