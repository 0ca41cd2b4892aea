import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import type { PayoutAccount, Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { platformZone } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { statementsQuery } from '../queries.ts'
import { NextPayouts } from './next-payouts.tsx'
import { StatementCard } from './statement-card.tsx'

/** Statements of an organizer: what is next, what is coming, and what was paid. */
export function OwnPayouts() {
  const { t } = useTranslation('payouts')
  const { t: tc } = useTranslation('common')
  const { api, clock } = useServices()
  const list = useQuery(statementsQuery(api))
  if (list.isPending)
    return (
      <>
        <Box role="status" className="visually-hidden">
          {tc('page.loading')}
        </Box>
        {[0, 1, 2].map((i) => (
          <Skeleton key={i} variant="rounded" sx={{ height: 72, mb: 1.5 }} />
        ))}
      </>
    )
  if (!list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
  const { items, accounts } = list.data
  if (items.length === 0)
    return (
      <Notice
        icon={AccountBalanceOutlined}
        title={t('empty')}
        actions={
          <Button variant="contained" color="inherit" href={paths.ownProducts}>
            {t('toProducts')}
          </Button>
        }
      >
        {t('emptyText')}
      </Notice>
    )
  const thisMonth = monthAt(clock.nowMs())
  const carried = Map.groupBy(
    items.filter(({ state }) => state === 'carried'),
    ({ month }) => (month < thisMonth ? 'past' : 'now'),
  )
  const groups = [
    {
      id: 'now',
      items: [...items.filter(({ state }) => state === 'due' || state === 'held' || state === 'processing'), ...(carried.get('now') ?? [])],
    },
    { id: 'coming', items: items.filter(({ state }) => state === 'coming').toReversed() },
    { id: 'past', items: items.filter((one) => one.state === 'paid' || carried.get('past')?.includes(one)) },
  ] as const
  return (
    <>
      <NextPayouts items={items} accounts={accounts} />
      {groups.map(({ id, items: own }) => (
        <Group key={id} title={t(`group.${id}`)} items={own} accounts={accounts} isOpenFirst={id === 'now'} />
      ))}
    </>
  )
}

/** Month of the platform's calendar, as statements name it. */
function monthAt(atMs: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: platformZone, year: 'numeric', month: '2-digit' }).format(atMs)
}

interface GroupProps {
  title: string
  items: readonly Statement[]
  accounts: readonly PayoutAccount[]
  isOpenFirst: boolean
}

function Group({ title, items, accounts, isOpenFirst }: GroupProps) {
  if (items.length === 0) return null
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="h4" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
        {items.map((statement, index) => (
          <StatementCard
            key={`${statement.channel.slug}-${statement.month}-${statement.amount.currency}`}
            statement={statement}
            account={accounts.find(({ channel }) => channel.slug === statement.channel.slug)}
            showsChannel={accounts.length > 1}
            isOpenFirst={isOpenFirst && index === 0}
          />
        ))}
      </Box>
    </Box>
  )
}
