import type { OwnSpeakerRow } from '@e-events/shared/contract/catalogue/speakers.ts'
import { count, localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'
import { SpeakerAvatar } from './components/speaker-avatar.tsx'

interface Options {
  /** Where a speaker is edited. */
  hrefOf: (speaker: OwnSpeakerRow) => string
  withOwner?: boolean
}

export function useSpeakerColumns({ hrefOf, withOwner = false }: Options): TableColumn<OwnSpeakerRow>[] {
  const { t } = useTranslation('speakers')
  const language = useLanguage()
  const zone = useViewerZone()
  const columns: (TableColumn<OwnSpeakerRow> | false)[] = [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      fixed: true,
      minWidth: 148,
      render: (speaker) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <SpeakerAvatar speaker={speaker} size={26} />
          <Link href={hrefOf(speaker)} color="inherit" noWrap sx={{ minWidth: 0, color: 'text.primary', fontWeight: 560 }}>
            {speaker.name}
          </Link>
        </Box>
      ),
    },
    { id: 'title', label: t('column.title'), sort: 'title', minWidth: 150, showFrom: 'sm', render: (speaker) => speaker.title || '—' },
    withOwner && {
      id: 'owner',
      label: t('column.owner'),
      minWidth: 150,
      showFrom: 'md',
      render: (speaker) => speaker.owner.name || speaker.owner.email,
    },
    {
      id: 'products',
      label: t('column.products'),
      sort: 'products',
      width: 110,
      align: 'right',
      showFrom: 'sm',
      render: (speaker) => <span className="tabular">{count(speaker.products, language)}</span>,
    },
    { id: 'slug', label: t('column.slug'), minWidth: 150, showFrom: 'never', render: (speaker) => speaker.slug },
    {
      id: 'createdAt',
      label: t('column.createdAt'),
      sort: 'createdAt',
      width: 116,
      showFrom: 'lg',
      render: (speaker) => (
        <span className="tabular">
          {new Date(speaker.createdAt).toLocaleDateString(localeTags[language], {
            timeZone: zone,
            day: '2-digit',
            month: '2-digit',
            year: 'numeric',
          })}
        </span>
      ),
    },
  ]
  return columns.filter((column) => column !== false)
}
