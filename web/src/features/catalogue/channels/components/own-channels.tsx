import AddRounded from '@mui/icons-material/AddRounded'
import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined'
import { channels, type OwnChannel } from '@e-events/shared/contract/catalogue/channels.ts'
import { channelStatuses } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { TutorialLink } from '../../../../components/navigation/tutorial-link.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { channelTableQuery, ownListQuery } from '../queries.ts'
import { useChannelColumns } from '../use-channel-columns.tsx'
import { CreateChannelDialog } from './create-channel-dialog.tsx'

interface OwnChannelsProps {
  /** The guided tour of the form. */
  Tour: ComponentType<{ isFirst: boolean }>
}

/** An organizer's channels. `?new` opens the form, so that other pages can lead to it. */
export function OwnChannels({ Tour }: OwnChannelsProps) {
  const { t } = useTranslation('channels')
  const { api } = useServices()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(params.has('new'))
  const search = useTableSearch(channelTableQuery)
  const list = useQuery(ownListQuery(api, search.query))
  const columns = useChannelColumns({ hrefOf: ({ slug }) => paths.ownChannel(slug) })
  useDocumentMeta({ title: t('own.title'), noIndex: true })
  const create = (
    <Button variant="contained" color="inherit" startIcon={<AddRounded />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  const close = () => {
    setCreating(false)
    if (params.has('new')) setParams((before) => without(before, 'new'), { replace: true })
  }
  return (
    <>
      <PageHeader title={t('own.title')} lead={t('own.lead')} actions={create} />
      <DataTable<OwnChannel>
        id="own-channels"
        label={t('own.title')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('own.error')}
        empty={{
          icon: VideoLibraryOutlined,
          title: t('own.empty.title'),
          text: t('own.empty.text'),
          action: (
            <>
              {create}
              <TutorialLink id="channel" />
            </>
          ),
        }}
        searchField={{ label: t('own.search'), placeholder: t('own.searchPlaceholder') }}
        filters={[
          { name: 'status', label: t('column.status'), options: channelStatuses.map((value) => ({ value, label: t(`status.${value}`) })) },
        ]}
        onExport={(format) => api.call(channels.exportOwn, { query: { ...search.fileQuery, format } })}
        onOpen={({ slug }) => void navigate(paths.ownChannel(slug))}
      />
      {isCreating && (
        <CreateChannelDialog
          tour={<Tour isFirst={list.data?.total === 0 && search.query.search === undefined} />}
          onClose={close}
          onCreated={({ slug }) => void navigate(paths.ownChannel(slug))}
        />
      )}
    </>
  )
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return rest
}
