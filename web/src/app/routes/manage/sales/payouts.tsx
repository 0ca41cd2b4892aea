import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { LedgerChecks } from '../../../../features/sales/payouts/components/ledger-checks.tsx'
import { Proposal } from '../../../../features/sales/payouts/components/proposal.tsx'
import { RunDetail } from '../../../../features/sales/payouts/components/run-detail.tsx'
import { Runs } from '../../../../features/sales/payouts/components/runs.tsx'

export function Component() {
  const { t } = useTranslation('payouts')
  const [search] = useSearchParams()
  const runId = search.get('run')
  useDocumentMeta({ title: t('manageTitle'), noIndex: true })
  return (
    <>
      <PageHeader title={t('manageTitle')} lead={t('manageLead')} />
      {runId === null ? (
        <>
          <Proposal />
          <Runs />
          <LedgerChecks />
        </>
      ) : (
        <RunDetail key={runId} id={runId} />
      )}
    </>
  )
}
