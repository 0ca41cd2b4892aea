import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { TaxReport } from '../../../../features/sales/taxes/components/tax-report.tsx'
import { TaxRules } from '../../../../features/sales/taxes/components/tax-rules.tsx'

const tabs = ['report', 'rules'] as const

export function Component() {
  const { t } = useTranslation('taxes')
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((id) => id === params.get('tab')) ?? 'report'
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <>
      <PageHeader title={t('title')} lead={t(`lead.${tab}`)} />
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_, next: (typeof tabs)[number]) => setParams(next === 'report' ? {} : { tab: next })}
        sx={{ mb: 2 }}
      >
        {tabs.map((id) => (
          <Tab key={id} value={id} label={t(`tab.${id}`)} id={`taxes-tab-${id}`} aria-controls="taxes-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="taxes-panel" aria-labelledby={`taxes-tab-${tab}`}>
        {tab === 'report' ? <TaxReport /> : <TaxRules />}
      </Box>
    </>
  )
}
