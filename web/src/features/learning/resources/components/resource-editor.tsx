import { ApiError } from '@e-events/shared/contract/client.ts'
import { resources as endpoints, type LessonResource } from '@e-events/shared/contract/learning/resources.ts'
import { documentExtensions, isDocumentName } from '@e-events/shared/domain/document-files.ts'
import { limits } from '@e-events/shared/limits.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { DropZone } from '../../../../components/forms/drop-zone.tsx'
import { bytes } from '../../../../lib/bytes.ts'
import { ownResourcesQuery } from '../queries.ts'

const megabytes = limits.resourceBytes / 1024 / 1024
const accept = documentExtensions.map((extension) => `.${extension}`).join(',')
/** Refusals that are about what was just given stand beside it. */
const ownWords = new Set(['FILE_FORMAT', 'RESOURCES_FULL', 'QUOTA_BYTES', 'STORAGE_FULL', 'VALIDATION_FAILED'])

/** Links and files of a saved lesson; each change is kept at once, apart from the form around it. */
export function ResourceEditor({ productSlug, lessonId }: { productSlug: string; lessonId: string }) {
  const { t } = useTranslation('resources')
  const { api, queries } = useServices()
  const explain = useErrorSnack()
  const id = useId()
  const [link, setLink] = useState({ title: '', url: '' })
  const [refused, setRefused] = useState<string | null>(null)
  const params = { slug: productSlug, id: lessonId }
  const list = ownResourcesQuery(api, productSlug, lessonId)
  const { data } = useQuery(list)
  const held = data?.resources ?? []
  const change = useMutation({
    mutationFn: (work: () => Promise<{ resources: LessonResource[] }>) => work(),
    onMutate: () => setRefused(null),
    onSuccess: (latest) => queries.setQueryData(list.queryKey, latest),
    onError: (error) => {
      if (!(error instanceof ApiError)) return explain(error, { key: 'resource', failure: 'dataUpdate' })
      if (error.code === 'PAYLOAD_TOO_LARGE') setRefused(t('tooBig', { mb: megabytes }))
      else if (ownWords.has(error.code)) setRefused(error.code === 'VALIDATION_FAILED' ? t('urlWrong') : error.message)
      else explain(error, { key: 'resource', failure: 'dataUpdate' })
    },
  })
  const addLink = () => {
    const body = { title: link.title.trim() || link.url.trim(), url: link.url.trim() }
    if (body.url === '') return
    if (!/^https?:\/\/\S+$/i.test(body.url)) return setRefused(t('urlWrong'))
    change.mutate(() => api.call(endpoints.addLink, { params, body: { ...body, title: body.title.slice(0, 200) } }), {
      onSuccess: () => setLink({ title: '', url: '' }),
    })
  }
  const addFile = (file: File) => {
    if (file.size > limits.resourceBytes) return setRefused(t('tooBig', { mb: megabytes }))
    if (!isDocumentName(file.name)) return setRefused(t('format'))
    change.mutate(async () =>
      api.call(endpoints.addFile, {
        params,
        query: { filename: file.name.slice(-255) },
        upload: { contentType: 'application/octet-stream', bytes: new Uint8Array(await file.arrayBuffer()) },
      }),
    )
  }
  const move = (from: number, to: number) => {
    const ids = held.map((resource) => resource.id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    change.mutate(() => api.call(endpoints.arrange, { params, body: { ids } }))
  }
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} variant="label" component="span">
        {t('title')}
      </Typography>
      {held.length > 0 && (
        <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {held.map((resource, index) => (
            <ResourceRow
              key={resource.id}
              resource={resource}
              onRename={(title) =>
                change.mutate(() => api.call(endpoints.update, { params: { slug: productSlug, id: resource.id }, body: { title } }))
              }
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < held.length - 1 ? () => move(index, index + 1) : undefined}
              onRemove={() => change.mutate(() => api.call(endpoints.remove, { params: { slug: productSlug, id: resource.id } }))}
            />
          ))}
        </Box>
      )}
      {refused !== null && <Alert severity="error">{refused}</Alert>}
      {held.length < limits.lessonResources && (
        <Box
          // Enter in these fields adds the link; the form around them is saved by its own button.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            addLink()
          }}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}
        >
          <TextField
            size="small"
            type="url"
            label={t('url')}
            value={link.url}
            onChange={({ target }) => setLink({ ...link, url: target.value })}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            sx={{ flex: '2 1 200px' }}
          />
          <TextField
            size="small"
            label={t('linkTitle')}
            value={link.title}
            onChange={({ target }) => setLink({ ...link, title: target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
            sx={{ flex: '1 1 160px' }}
          />
          <Button variant="soft" disabled={link.url.trim() === ''} loading={change.isPending} onClick={addLink}>
            {t('addLink')}
          </Button>
          <DropZone accept={accept} label={t('addFile')} disabled={change.isPending} onFile={addFile}>
            {(choose) => (
              <Button variant="soft" startIcon={<AttachFileRounded />} disabled={change.isPending} onClick={choose}>
                {t('addFile')}
              </Button>
            )}
          </DropZone>
        </Box>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('note', { mb: megabytes, most: limits.lessonResources })}
      </Typography>
    </Box>
  )
}

interface ResourceRowProps {
  resource: LessonResource
  onRename: (title: string) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

function ResourceRow({ resource, onRename, onUp, onDown, onRemove }: ResourceRowProps) {
  const { t } = useTranslation('resources')
  const language = useLanguage()
  const [title, setTitle] = useState(resource.title)
  const keep = () => {
    if (title.trim() === '') setTitle(resource.title)
    else if (title.trim() !== resource.title) onRename(title.trim())
  }
  const about = resource.file ? `${resource.file.name} · ${bytes(resource.file.sizeBytes, language)}` : (resource.url ?? '')
  const named = { title: resource.title }
  return (
    <Box component="li" sx={{ display: 'flex', gap: 0.5, alignItems: 'start' }}>
      <TextField
        size="small"
        fullWidth
        label={t('rowTitle')}
        helperText={about}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          keep()
        }}
        slotProps={{ htmlInput: { maxLength: 200 }, formHelperText: { sx: { overflowWrap: 'anywhere' } } }}
      />
      <IconButton aria-label={t('up', named)} disabled={!onUp} onClick={onUp}>
        <ArrowUpwardRounded fontSize="small" />
      </IconButton>
      <IconButton aria-label={t('down', named)} disabled={!onDown} onClick={onDown}>
        <ArrowDownwardRounded fontSize="small" />
      </IconButton>
      <IconButton aria-label={t('remove', named)} onClick={onRemove}>
        <DeleteOutlineRounded fontSize="small" />
      </IconButton>
    </Box>
  )
}
