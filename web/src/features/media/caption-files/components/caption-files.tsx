import { captions, type CaptionFile } from '@e-events/shared/contract/media/captions.ts'
import { captionLanguages, type CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import { readWebVtt, type CaptionFault } from '@e-events/shared/domain/webvtt.ts'
import { limits } from '@e-events/shared/limits.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { DropZone } from '../../../../components/forms/drop-zone.tsx'
import { captionFilesQuery } from '../queries.ts'

type Fault = { fault: CaptionFault; line: number } | { fault: 'size' }

/** Subtitles of a video: a file for each language, stored as soon as it is chosen. */
export function CaptionFiles({ productSlug: slug }: { productSlug: string }) {
  const { t } = useTranslation('caption-files')
  const { api } = useServices()
  const client = useQueryClient()
  const snacks = useSnacks()
  const say = useErrorSnack()
  const names = new Intl.DisplayNames(localeTags[useLanguage()], { type: 'language' })
  const nameOf = (language: CaptionLanguage) => names.of(language) ?? language
  const query = useQuery(captionFilesQuery(api, slug))
  const items = query.data?.items ?? []
  const free = captionLanguages.filter((one) => items.every(({ language }) => language !== one))
  const [wanted, setWanted] = useState<CaptionLanguage>()
  const [fault, setFault] = useState<Fault | null>(null)
  const [leaving, setLeaving] = useState<CaptionLanguage | null>(null)
  const show = (answer: { items: CaptionFile[] }) => client.setQueryData(captionFilesQuery(api, slug).queryKey, answer)
  const put = useMutation({
    mutationFn: ({ language, webvtt }: { language: CaptionLanguage; webvtt: string }) =>
      api.call(captions.put, { params: { slug, language }, body: { webvtt } }),
    onSuccess: (answer, { language }) => {
      show(answer)
      setWanted(undefined)
      snacks.success(t('added', { language: nameOf(language) }))
    },
    onError: (error) => say(error, { key: 'caption-file' }),
  })
  const remove = useMutation({
    mutationFn: (language: CaptionLanguage) => api.call(captions.remove, { params: { slug, language } }),
    onSuccess: (answer, language) => {
      show(answer)
      snacks.success(t('removed', { language: nameOf(language) }))
    },
    onError: (error) => say(error, { key: 'caption-file' }),
    onSettled: () => setLeaving(null),
  })
  const send = async (language: CaptionLanguage, file: File) => {
    setFault(null)
    // No character takes more than four bytes.
    if (file.size > limits.captionFileChars * 4) return setFault({ fault: 'size' })
    const webvtt = await file.text()
    if (webvtt.length > limits.captionFileChars) return setFault({ fault: 'size' })
    const read = readWebVtt(webvtt)
    if (!read.ok) return setFault({ fault: read.fault, line: read.line ?? 1 })
    put.mutate({ language, webvtt })
  }
  if (query.isPending) return <Skeleton variant="rounded" height={96} sx={{ maxWidth: 640 }} />
  if (query.isError) return <ErrorNotice error={query.error} title={t('error')} heading="h2" onRetry={() => void query.refetch()} />
  const language = wanted && free.includes(wanted) ? wanted : free[0]
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 640 }}>
      {items.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('empty')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {items.map((item) => (
            <Box
              key={item.language}
              component="li"
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1,
                p: 1.5,
                borderRadius: '10px',
                bgcolor: 'surface.sunken',
              }}
            >
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{capital(nameOf(item.language))}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('cues', { count: item.cues })}
                </Typography>
              </Box>
              <Box sx={{ display: 'flex', gap: 1 }}>
                <DropZone
                  accept={accept}
                  label={`${t('replace')}: ${nameOf(item.language)}`}
                  onFile={(file) => void send(item.language, file)}
                >
                  {(choose) => (
                    <Button size="small" onClick={choose} disabled={put.isPending} aria-label={`${t('replace')}: ${nameOf(item.language)}`}>
                      {t('replace')}
                    </Button>
                  )}
                </DropZone>
                <Button
                  size="small"
                  color="error"
                  onClick={() => setLeaving(item.language)}
                  aria-label={`${t('remove')}: ${nameOf(item.language)}`}
                >
                  {t('remove')}
                </Button>
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {language && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <TextField
            select
            size="small"
            label={t('language')}
            value={language}
            onChange={(event) => setWanted(event.target.value as CaptionLanguage)}
            sx={{ minWidth: 180 }}
          >
            {free.map((one) => (
              <MenuItem key={one} value={one}>
                {capital(nameOf(one))}
              </MenuItem>
            ))}
          </TextField>
          <DropZone accept={accept} label={t('choose')} onFile={(file) => void send(language, file)}>
            {(choose) => (
              <Button variant="outlined" onClick={choose} loading={put.isPending}>
                {t('choose')}
              </Button>
            )}
          </DropZone>
        </Box>
      )}
      {fault && (
        <Alert severity="error" onClose={() => setFault(null)}>
          <AlertTitle>{t('error')}</AlertTitle>
          {fault.fault === 'size'
            ? t('tooBig', { kb: Math.round(limits.captionFileChars / 1000) })
            : t(`fault.${fault.fault}`, { line: fault.line })}
        </Alert>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('removeTitle', { language: leaving === null ? '' : nameOf(leaving) })}
        confirmLabel={t('remove')}
        destructive
        busy={remove.isPending}
        onConfirm={() => leaving !== null && remove.mutate(leaving)}
        onClose={() => setLeaving(null)}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Box>
  )
}

const accept = '.vtt,text/vtt'
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
