import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import { proposalStates } from '@e-events/shared/contract/sales/money/refunds.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { proposalsQuery, type ProposalStatus, type RefundScope } from '../queries.ts'
import { ProposalCard } from './proposal-card.tsx'

/** Refunds that buyers asked for: those that wait, and those that were decided. */
export function ProposalList({ scope }: { scope: RefundScope }) {
  const { t } = useTranslation('refunds')
  const { api } = useServices()
  const [status, setStatus] = useState<ProposalStatus>('open')
  const list = useInfiniteQuery(proposalsQuery(api, scope, status))
  const rows = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={status}
        aria-label={t('filter')}
        onChange={(_, next: ProposalStatus | null) => next !== null && setStatus(next)}
        sx={{ mb: 2, flexShrink: 0 }}
      >
        {proposalStates.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`state.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {list.isPending && <Skeleton variant="rounded" sx={{ height: 240, borderRadius: '16px' }} />}
      {list.isError && !list.data && (
        <Card sx={{ borderRadius: '16px' }}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        </Card>
      )}
      {list.data && rows.length === 0 && (
        <Card sx={{ borderRadius: '16px' }}>
          <Notice icon={FactCheckOutlined} title={t(`empty.${status}`)}>
            {t('emptyText')}
          </Notice>
        </Card>
      )}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {rows.map((proposal) => (
          <ProposalCard key={proposal.id} proposal={proposal} />
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ mt: 2, display: 'grid', justifyItems: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
    </>
  )
}
