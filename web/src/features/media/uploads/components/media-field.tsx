import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { UploadAllowance } from '@e-events/shared/contract/media/uploads.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { sendingKey } from '../sending.ts'
import { useServices } from '../../../../lib/services.ts'
import { productMediaQuery } from '../queries.ts'
import { useProductMedia } from '../use-product-media.ts'
import { useSender, useSending } from '../use-sender.ts'
import { bytes } from '../../../../lib/bytes.ts'
import { wholeTime } from '../words.ts'
import { DropZone } from '../../../../components/forms/drop-zone.tsx'
import { MediaReady } from './media-ready.tsx'
import { MediaWork } from './media-work.tsx'

interface MediaFieldProps {
  productSlug: string | null
  purpose: MediaPurpose
  label?: string | undefined
  /**
   * Makes the product of a file that was chosen before there is one, and answers its slug; null where that failed,
   * which was said. Without it, the product is saved first.
   */
  onMake?: ((file: File) => Promise<string | null>) | undefined
}

const gigabytes = limits.videoBytes / 1024 ** 3
const accepts = { video: 'video/mp4', trailer: 'video/mp4', audio: '.mp3,.m4a,.wav,.mp4,audio/mpeg,audio/mp4,audio/wav,video/mp4' } as const
const names = { video: /\.mp4$/i, trailer: /\.mp4$/i, audio: /\.(mp3|m4a|wav|mp4)$/i } as const

/** A file of a product: sent in parts, turned into something that plays, and replaced or removed again. */
export function MediaField({ productSlug, purpose, label, onMake }: MediaFieldProps) {
  const { t } = useTranslation('uploads')
  const id = useId()
  const title = label ?? t(`file.${purpose}`)
  return (
    <Box role="group" aria-labelledby={id} sx={{ maxWidth: 640 }}>
      <Typography id={id} variant="label" component="span" sx={{ display: 'block', mb: 0.75 }}>
        {title}
      </Typography>
      {productSlug === null && onMake ? (
        <FirstFile purpose={purpose} title={title} onMake={onMake} />
      ) : productSlug === null ? (
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

/** A file whose product is made once it is chosen. */
function FirstFile({
  purpose,
  title,
  onMake,
}: Pick<Required<MediaFieldProps>, 'purpose'> & { title: string; onMake: (file: File) => Promise<string | null> }) {
  const { t } = useTranslation('uploads')
  const helpId = useId()
  const language = useLanguage()
  const { api, queries } = useServices()
  const sender = useSender()
  const [refused, setRefused] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const choose = async (file: File) => {
    const wrong = wrongIn(file, { purpose, left: undefined, t, language })
    setRefused(wrong)
    if (wrong !== null) return
    setMaking(true)
    const slug = await onMake(file)
    setMaking(false)
    if (slug === null) return
    const { queryKey } = productMediaQuery(api, slug)
    const refresh = () => void queries.invalidateQueries({ queryKey })
    void sender.start({ key: sendingKey(slug, purpose), file, productSlug: slug, purpose, onDone: refresh }).then(refresh)
  }
  return (
    <DropZone accept={accepts[purpose]} label={title} disabled={isMaking} onFile={(file) => void choose(file)}>
      {(open, isOver) => (
        <>
          <Frame isEmpty isRefused={refused !== null} isOver={isOver}>
            <Choice purpose={purpose} helpId={helpId} isBusy={isMaking} onChoose={open} />
          </Frame>
          <FormHelperText id={helpId} error={refused !== null} role={refused ? 'alert' : undefined}>
            {refused ?? t(purpose === 'audio' ? 'file.audioHelp' : 'file.videoHelp', { gb: gigabytes })}
          </FormHelperText>
        </>
      )}
    </DropZone>
  )
}

function Frame({ isEmpty, isRefused, isOver, children }: { isEmpty: boolean; isRefused: boolean; isOver: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        p: 2,
        borderRadius: '10px',
        border: 1,
        borderStyle: isEmpty ? 'dashed' : 'solid',
        borderColor: isRefused ? 'error.main' : isOver ? 'secondary.main' : 'border.default',
        bgcolor: isOver ? 'tint.blue' : 'surface.raised',
      }}
    >
      {children}
    </Box>
  )
}

function Choice({ purpose, helpId, isBusy, onChoose }: { purpose: MediaPurpose; helpId: string; isBusy: boolean; onChoose: () => void }) {
  const { t } = useTranslation('uploads')
  return (
    <Box sx={{ textAlign: 'center', py: 1.5, display: 'grid', justifyItems: 'center', gap: 1.5 }}>
      <Typography variant="body2" color="text.secondary">
        {t(purpose === 'audio' ? 'file.dropAudio' : 'file.dropVideo')}
      </Typography>
      <Button variant="contained" color="inherit" disabled={isBusy} aria-describedby={helpId} onClick={onChoose}>
        {t('file.choose')}
      </Button>
    </Box>
  )
}

interface Known {
  purpose: MediaPurpose
  /** Undefined where it is not known: the server says it. */
  left: UploadAllowance | undefined
  t: TFunction<'uploads'>
  language: Language
}

/** Refusals of the server in words, before anything is sent; null for a file that may be sent. */
function wrongIn(file: File, { purpose, left, t, language }: Known): string | null {
  if (!names[purpose].test(file.name)) return t(purpose === 'audio' ? 'file.formatAudio' : 'file.formatVideo')
  if (file.size > limits.videoBytes) return t('file.tooBig', { gb: gigabytes })
  const usedUp = left && usedUpBy(left, purpose, file.size)
  return usedUp ? errorText(usedUp, language) : null
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
    const wrong = wrongIn(file, { purpose, left, t, language })
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
          <Frame isEmpty={state.state === 'none' && !sending} isRefused={refused !== null} isOver={isOver}>
            {state.state === 'none' && !sending ? (
              <Choice purpose={purpose} helpId={helpId} isBusy={isActing} onChoose={open} />
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
          </Frame>
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
