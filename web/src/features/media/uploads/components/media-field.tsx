import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { UploadAllowance } from '@e-events/shared/contract/media/uploads.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { sendingKey } from '../sending.ts'
import { useProductMedia } from '../use-product-media.ts'
import { useSending } from '../use-sender.ts'
import { bytes } from '../../../../lib/bytes.ts'
import { wholeTime } from '../words.ts'
import { DropZone } from '../../../../components/forms/drop-zone.tsx'
import { MediaReady } from './media-ready.tsx'
import { MediaWork } from './media-work.tsx'

interface MediaFieldProps {
  productSlug: string | null
  purpose: MediaPurpose
  label?: string | undefined
}

const gigabytes = limits.videoBytes / 1024 ** 3
const accepts = { video: 'video/mp4', trailer: 'video/mp4', audio: '.mp3,.m4a,.wav,.mp4,audio/mpeg,audio/mp4,audio/wav,video/mp4' } as const
const names = { video: /\.mp4$/i, trailer: /\.mp4$/i, audio: /\.(mp3|m4a|wav|mp4)$/i } as const

/** A file of a product: sent in parts, turned into something that plays, and replaced or removed again. */
export function MediaField({ productSlug, purpose, label }: MediaFieldProps) {
  const { t } = useTranslation('uploads')
  const id = useId()
  const title = label ?? t(`file.${purpose}`)
  return (
    <Box role="group" aria-labelledby={id} sx={{ maxWidth: 640 }}>
      <Typography id={id} variant="label" component="span" sx={{ display: 'block', mb: 0.75 }}>
        {title}
      </Typography>
      {productSlug === null ? (
        <Box sx={{ p: 2, borderRadius: '10px', bgcolor: 'surface.sunken', color: 'text.secondary' }}>
          <Typography variant="body2">{t('file.saveFirst')}</Typography>
        </Box>
      ) : (
        <SavedField productSlug={productSlug} purpose={purpose} title={title} />
      )}
    </Box>
  )
}

/** Refusals of the server, checked before anything is sent. */
function usedUpBy(left: UploadAllowance, purpose: MediaPurpose, sizeBytes: number): ErrorCode | undefined {
  if (left.files === 0) return 'QUOTA_FILES'
  if (sizeBytes > left.bytes) return 'QUOTA_BYTES'
  return purpose !== 'audio' && left.pictureMs === 0 ? 'QUOTA_MINUTES' : undefined
}

function SavedField({ productSlug, purpose, title }: { productSlug: string; purpose: MediaPurpose; title: string }) {
  const { t } = useTranslation('uploads')
  const helpId = useId()
  const language = useLanguage()
  const { media, state, act, isActing, send } = useProductMedia(productSlug, purpose)
  const sending = useSending(sendingKey(productSlug, purpose))
  const [refused, setRefused] = useState<string | null>(null)
  const left = media.data?.left
  const choose = (file: File) => {
    const usedUp = left && usedUpBy(left, purpose, file.size)
    const wrong = !names[purpose].test(file.name)
      ? t(purpose === 'audio' ? 'file.formatAudio' : 'file.formatVideo')
      : file.size > limits.videoBytes
        ? t('file.tooBig', { gb: gigabytes })
        : usedUp
          ? errorText(usedUp, language)
          : null
    setRefused(wrong)
    if (!wrong) send(file)
  }
  const leftWords = (allowance: UploadAllowance) => {
    const words = { bytes: bytes(allowance.bytes, language), time: wholeTime(allowance.pictureMs, language) }
    if (allowance.files !== null) return t('file.leftNewcomer', { ...words, files: allowance.files, max: limits.newcomerFiles })
    return purpose === 'audio' ? t('file.leftAudio', words) : t('file.leftVideo', words)
  }
  if (media.isError && !state) return <ErrorNotice error={media.error} onRetry={() => void media.refetch()} />
  if (!state) return <Skeleton aria-hidden sx={{ height: 132, borderRadius: '10px' }} />
  const isOnItsWay = sending !== undefined || state.state === 'processing'
  return (
    <DropZone accept={accepts[purpose]} label={title} disabled={isOnItsWay || isActing} onFile={choose}>
      {(open, isOver) => (
        <>
          <Box
            sx={{
              p: 2,
              borderRadius: '10px',
              border: 1,
              borderStyle: state.state === 'none' && !sending ? 'dashed' : 'solid',
              borderColor: refused ? 'error.main' : isOver ? 'secondary.main' : 'border.default',
              bgcolor: isOver ? 'tint.blue' : 'surface.raised',
            }}
          >
            {state.state === 'none' && !sending ? (
              <Box sx={{ textAlign: 'center', py: 1.5, display: 'grid', justifyItems: 'center', gap: 1.5 }}>
                <Typography variant="body2" color="text.secondary">
                  {t(purpose === 'audio' ? 'file.dropAudio' : 'file.dropVideo')}
                </Typography>
                <Button variant="contained" color="inherit" disabled={isActing} aria-describedby={helpId} onClick={open}>
                  {t('file.choose')}
                </Button>
              </Box>
            ) : state.state === 'ready' && !sending ? (
              <MediaReady state={state} purpose={purpose} isActing={isActing} onReplace={open} onRemove={() => act('remove')} />
            ) : (
              <MediaWork
                state={state}
                sending={sending}
                sendingKey={sendingKey(productSlug, purpose)}
                isActing={isActing}
                act={act}
                onChoose={open}
              />
            )}
          </Box>
          {(refused || state.state === 'none' || sending) && (
            <FormHelperText id={helpId} error={refused !== null} role={refused ? 'alert' : undefined}>
              {refused ?? t(purpose === 'audio' ? 'file.audioHelp' : 'file.videoHelp', { gb: gigabytes })}
              {!refused && left && ` ${leftWords(left)}`}
            </FormHelperText>
          )}
        </>
      )}
    </DropZone>
  )
}
