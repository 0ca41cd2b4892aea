import type { OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import { count, date, localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../lib/services.ts'
import { ChannelAvatar } from './components/channel-avatar.tsx'
import { ChannelStatus } from './components/channel-status.tsx'

interface Options {
  /** Where a channel is edited. */
  hrefOf: (channel: OwnChannel) => string
  /** Whose it is, and how long staff may take. */
  forStaff?: boolean
}

export function useChannelColumns({ hrefOf, forStaff = false }: Options): TableColumn<OwnChannel>[] {
  const { t } = useTranslation('channels')
  const language = useLanguage()
  const zone = useViewerZone()
  const day = (at: string) =>
    new Date(at).toLocaleDateString(localeTags[language], { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const columns: (TableColumn<OwnChannel> | false)[] = [
    {
      id: 'title',
      label: t('column.title'),
      sort: 'title',
      fixed: true,
      minWidth: 180,
      render: (channel) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <ChannelAvatar channel={channel} size={26} />
          <Box sx={{ minWidth: 0, lineHeight: 1.3 }}>
            <Link href={hrefOf(channel)} color="inherit" noWrap sx={{ display: 'block', color: 'text.primary', fontWeight: 560 }}>
              {channel.title}
            </Link>
            {/* On a phone staff needs the room of a column for its buttons. */}
            {forStaff && (
              <Box sx={{ display: { sm: 'none' }, typography: 'caption' }}>
                <ChannelStatus status={channel.status} />
              </Box>
            )}
          </Box>
        </Box>
      ),
    },
    {
      id: 'status',
      label: t('column.status'),
      sort: 'status',
      width: 130,
      ...(forStaff ? { showFrom: 'sm' as const } : {}),
      render: (channel) => <ChannelStatus status={channel.status} />,
    },
    forStaff && {
      id: 'review',
      label: t('column.review'),
      sort: 'attention',
      width: 168,
      showFrom: 'sm',
      render: (channel) => <ReviewClock channel={channel} />,
    },
    forStaff && {
      id: 'owner',
      label: t('column.owner'),
      sort: 'owner',
      width: 150,
      showFrom: 'md',
      render: (channel) => channel.owner.name || channel.owner.email,
    },
    {
      id: 'classification',
      label: t('column.classification'),
      ...(forStaff ? { width: 130 } : { minWidth: 130 }),
      showFrom: forStaff ? 'lg' : 'md',
      render: (channel) => channel.classification?.title ?? '—',
    },
    {
      id: 'products',
      label: t('column.products'),
      sort: 'products',
      width: 110,
      align: 'right',
      showFrom: 'sm',
      render: (channel) => <span className="tabular">{count(channel.products, language)}</span>,
    },
    {
      id: 'businessName',
      label: t('column.businessName'),
      minWidth: 150,
      showFrom: 'never',
      render: (channel) => channel.businessName ?? '—',
    },
    { id: 'slug', label: t('column.slug'), minWidth: 150, showFrom: 'never', render: (channel) => channel.slug },
    {
      id: 'statusChangedAt',
      label: t('column.statusChangedAt'),
      width: 150,
      showFrom: 'never',
      render: (channel) => <span className="tabular">{date(channel.statusChangedAt, 'dayTime', language, zone)}</span>,
    },
    {
      id: 'createdAt',
      label: t('column.createdAt'),
      sort: 'createdAt',
      width: 116,
      showFrom: 'lg',
      render: (channel) => <span className="tabular">{day(channel.createdAt)}</span>,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** How long staff may still take, or by how much it is late. */
function ReviewClock({ channel: { review } }: { channel: OwnChannel }) {
  const { t } = useTranslation('channels')
  const language = useLanguage()
  const { clock } = useServices()
  if (!review) return <>—</>
  const minutes = Math.round((Date.parse(review.dueAt) - clock.nowMs()) / 60_000)
  const hours = Math.max(1, Math.round(Math.abs(minutes) / 60))
  return (
    <Box component="span" className="tabular" sx={review.overdue ? { color: 'error.main', fontWeight: 620 } : {}}>
      {t(review.overdue ? 'review.late' : 'review.left', { hours: count(hours, language) })}
    </Box>
  )
}
