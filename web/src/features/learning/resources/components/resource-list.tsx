import { resources as endpoints, type LessonResource } from '@e-events/shared/contract/learning/resources.ts'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices } from '../../../../lib/services.ts'
import { bytes } from '../../../../lib/bytes.ts'

/** Links and files of a lesson. */
export function ResourceList({ resources, label }: { resources: readonly LessonResource[]; label: string }) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5, justifyItems: 'start', ml: -1 }}>
      {resources.map((resource) => (
        <Box component="li" key={resource.id} sx={{ maxWidth: 1 }}>
          {resource.url === null ? <FileButton resource={resource} /> : <LinkButton url={resource.url} title={resource.title} />}
        </Box>
      ))}
    </Box>
  )
}

function LinkButton({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation('resources')
  const { host } = new URL(url)
  return (
    <Button
      variant="text"
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<OpenInNewRounded />}
      aria-label={t('opens', { title, host })}
      sx={look}
    >
      {title}
      <Note text={host} />
    </Button>
  )
}

function FileButton({ resource: { id, title, file } }: { resource: LessonResource }) {
  const { t } = useTranslation('resources')
  const { api } = useServices()
  const language = useLanguage()
  const explain = useErrorSnack()
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    try {
      saveFile(await api.call(endpoints.download, { params: { id } }))
    } catch (error) {
      explain(error, { key: 'resource', retry: () => void load() })
    }
    setLoading(false)
  }
  const size = bytes(file?.sizeBytes ?? 0, language)
  return (
    <Button
      variant="text"
      startIcon={<DownloadRounded />}
      loading={isLoading}
      loadingPosition="start"
      aria-label={t('download', { title, size })}
      onClick={() => void load()}
      sx={look}
    >
      {title}
      <Note text={size} />
    </Button>
  )
}

const look = { textAlign: 'start', overflowWrap: 'anywhere', maxWidth: 1 } as const

function Note({ text }: { text: string }) {
  return (
    <Typography component="span" variant="caption" sx={{ ml: 1, color: 'text.secondary' }}>
      {text}
    </Typography>
  )
}
