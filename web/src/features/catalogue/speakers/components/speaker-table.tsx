import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined'
import { ownSpeakersQuery, speakers, type OwnSpeakerRow } from '@e-events/shared/contract/catalogue/speakers.ts'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownListQuery } from '../queries.ts'
import { useSpeakerColumns } from '../use-speaker-columns.tsx'
import { CreateSpeakerDialog } from './create-speaker-dialog.tsx'
import { DeleteSpeaker } from './delete-speaker.tsx'
import type { ImageFieldComponent } from './speaker-fields.tsx'

interface SpeakerTableProps {
  /** Everybody's, with whose they are. */
  forStaff?: boolean
  hrefOf: (speaker: { id: string }) => string
  /** The form is open from the start: an address of its own leads to it. */
  isNew?: boolean
  /** That form was closed without a speaker. */
  onNewClosed?: () => void
  ImageField: ImageFieldComponent
}

export function SpeakerTable({ forStaff = false, hrefOf, isNew = false, onNewClosed, ImageField }: SpeakerTableProps) {
  const { t } = useTranslation('speakers')
  const { api } = useServices()
  const navigate = useNavigate()
  const search = useTableSearch(ownSpeakersQuery)
  const list = useQuery(ownListQuery(api, search.query))
  const columns = useSpeakerColumns({ hrefOf, withOwner: forStaff })
  const [isCreating, setCreating] = useState(isNew)
  const [deleting, setDeleting] = useState<OwnSpeakerRow | null>(null)
  useDocumentMeta({ title: t('list.title'), noIndex: true })
  const create = (
    <Button variant="contained" color="inherit" startIcon={<AddRounded />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} lead={t(forStaff ? 'list.leadAll' : 'list.lead')} actions={create} />
      <DataTable<OwnSpeakerRow>
        id={forStaff ? 'manage-speakers' : 'own-speakers'}
        label={t('list.title')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('list.error')}
        empty={{ icon: RecordVoiceOverOutlined, title: t('list.empty.title'), text: t('list.empty.text'), action: create }}
        searchField={{ label: t('list.search'), placeholder: t(forStaff ? 'list.searchAll' : 'list.searchOwn') }}
        filters={[
          {
            name: 'used',
            label: t('list.used'),
            options: [
              { value: 'true', label: t('list.usedYes') },
              { value: 'false', label: t('list.usedNo') },
            ],
          },
        ]}
        onExport={(format) => api.call(speakers.exportOwn, { query: { ...search.fileQuery, format } })}
        onOpen={(speaker) => void navigate(hrefOf(speaker))}
        rowActionsWidth={92}
        renderRowActions={(speaker) => (
          <>
            <IconButton size="small" aria-label={t('list.edit', { name: speaker.name })} onClick={() => void navigate(hrefOf(speaker))}>
              <EditOutlined />
            </IconButton>
            <IconButton size="small" aria-label={t('delete.title', { name: speaker.name })} onClick={() => setDeleting(speaker)}>
              <DeleteOutlineRounded />
            </IconButton>
          </>
        )}
      />
      {isCreating && (
        <CreateSpeakerDialog
          ImageField={ImageField}
          onClose={() => {
            setCreating(false)
            onNewClosed?.()
          }}
          onCreated={(speaker) => void navigate(hrefOf(speaker))}
        />
      )}
      {deleting && <DeleteSpeaker speaker={deleting} onClose={() => setDeleting(null)} onDeleted={() => setDeleting(null)} />}
    </>
  )
}
