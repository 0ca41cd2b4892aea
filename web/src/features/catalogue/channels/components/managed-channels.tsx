import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import { channels, type OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import type { ChannelAct } from '@e-events/shared/domain/channels.ts'
import { channelStatuses } from '@e-events/shared/domain/states.ts'
import { count } from '@e-events/shared/ui/format.ts'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Tooltip from '@mui/material/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { channelTableQuery, ownListQuery, waitingQuery } from '../queries.ts'
import { useChannelColumns } from '../use-channel-columns.tsx'
import { ActDialog } from './act-dialog.tsx'

/** Everybody's channels; what waits for staff comes first and has a tab of its own. */
export function ManagedChannels() {
  const { t } = useTranslation('channels')
  const { api } = useServices()
  const navigate = useNavigate()
  const language = useLanguage()
  const search = useTableSearch(channelTableQuery)
  const list = useQuery(ownListQuery(api, search.query))
  const waiting = useQuery(waitingQuery(api, { status: 'revision' }))
  const overdue = useQuery(waitingQuery(api, { overdue: 'true' }))
  const columns = useChannelColumns({ hrefOf: ({ slug }) => paths.manageChannel(slug), forStaff: true })
  const [asked, setAsked] = useState<{ act: ChannelAct; channel: OwnChannel } | null>(null)
  const isQueue = search.filters['status'] === 'revision'
  useDocumentMeta({ title: t('manage.title'), noIndex: true })
  const lead =
    waiting.data === undefined
      ? t('manage.lead')
      : t('manage.waiting', { waiting: waiting.data, overdue: overdue.data ?? 0, total: count(waiting.data, language) })
  return (
    <FullHeightPage minHeight={620}>
      <PageHeader title={t('manage.title')} lead={lead} />
      <Tabs
        value={isQueue ? 'queue' : 'all'}
        aria-label={t('manage.title')}
        onChange={(_, tab) => search.change({ status: tab === 'queue' ? 'revision' : null, overdue: null })}
        sx={{ mb: 2, flexShrink: 0 }}
      >
        <Tab value="all" label={t('manage.all')} />
        <Tab value="queue" label={waiting.data === undefined ? t('manage.queueOpen') : t('manage.queue', { count: waiting.data })} />
      </Tabs>
      <DataTable<OwnChannel>
        id="manage-channels"
        label={t('manage.title')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('own.error')}
        empty={{ icon: VideoLibraryOutlined, title: t('manage.empty.title'), text: t('manage.empty.text') }}
        searchField={{ label: t('manage.search'), placeholder: t('manage.searchPlaceholder') }}
        filters={[
          { name: 'status', label: t('column.status'), options: channelStatuses.map((value) => ({ value, label: t(`status.${value}`) })) },
          {
            name: 'overdue',
            label: t('column.review'),
            options: [
              { value: 'true', label: t('review.overdue') },
              { value: 'false', label: t('review.inTime') },
            ],
          },
        ]}
        onExport={(format) => api.call(channels.exportOwn, { query: { ...search.fileQuery, format } })}
        onOpen={({ slug }) => void navigate(paths.manageChannel(slug))}
        rowActionsWidth={92}
        renderRowActions={(channel) =>
          channel.allowed.approve && (
            <>
              <Tooltip title={t('act.approve.button')}>
                <IconButton
                  size="small"
                  color="success"
                  aria-label={t('manage.approve', { title: channel.title })}
                  onClick={() => setAsked({ act: 'approve', channel })}
                >
                  <CheckRounded />
                </IconButton>
              </Tooltip>
              <Tooltip title={t('act.reject.button')}>
                <IconButton
                  size="small"
                  color="error"
                  aria-label={t('manage.reject', { title: channel.title })}
                  onClick={() => setAsked({ act: 'reject', channel })}
                >
                  <CloseRounded />
                </IconButton>
              </Tooltip>
            </>
          )
        }
      />
      {asked && <ActDialog act={asked.act} channel={asked.channel} onClose={() => setAsked(null)} />}
    </FullHeightPage>
  )
}
