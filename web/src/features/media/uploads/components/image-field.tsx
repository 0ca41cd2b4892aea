import { images, type Image } from '@e-events/shared/contract/media/images.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { limits } from '@e-events/shared/limits.ts'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { DropZone } from '../../../../components/forms/drop-zone.tsx'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })))

export interface ImageFieldProps {
  label: string
  required?: boolean
  value: { id: string; url: string } | null
  onChange: (value: { id: string; url: string } | null) => void
  ratio: '16:9' | '1:1' | '3:1'
  error?: string | undefined
  hint?: string | undefined
  /** Text for a picture that could not be saved. */
  failure?: 'productImage' | 'channelImage'
}

const megabytes = limits.imageBytes / 1024 / 1024
/** In the shape in which the picture is shown. */
const recommended = {
  '16:9': { width: limits.imageWidthPx, height: limits.imageHeightPx },
  '1:1': { width: limits.imageHeightPx, height: limits.imageHeightPx },
  '3:1': { width: limits.imageHeightPx * 3, height: limits.imageHeightPx },
} as const
const boxes = {
  '16:9': { ratio: '16 / 9', width: 420 },
  '1:1': { ratio: '1 / 1', width: 200 },
  '3:1': { ratio: '3 / 1', width: 560 },
} as const
/** Refusals that are about this very picture stand below it. */
const ownWords = new Set(['IMAGE_FORMAT', 'IMAGE_DIMENSIONS', 'PAYLOAD_TOO_LARGE', 'STORAGE_FULL'])

/**
 * A picture is looked at and cut before it is sent; what cannot be one is refused here and again by the server, which
 * looks inside.
 */
export function ImageField({ label, required = false, value, onChange, ratio, error, hint, failure = 'productImage' }: ImageFieldProps) {
  const { t } = useTranslation('uploads')
  const { api } = useServices()
  const showError = useErrorSnack()
  const [labelId, helpId] = [useId(), useId()]
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen])
  const send = useMutation({
    mutationFn: async ({ file, crop }: { file: File; crop: string | undefined }) =>
      api.call(images.upload, {
        query: crop === undefined ? {} : { crop },
        upload: { contentType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) },
      }),
    onSuccess: ({ id, url }: Image) => onChange({ id, url }),
    onError: (problem, input) => {
      if (problem instanceof ApiError && problem.code === 'PAYLOAD_TOO_LARGE') setRefused(t('image.tooBig', { mb: megabytes }))
      else if (problem instanceof ApiError && ownWords.has(problem.code)) setRefused(problem.message)
      else showError(problem, { key: `image-${label}`, failure, retry: () => send.mutate(input) })
    },
  })
  const choose = (file: File) => {
    const wrong = !/^image\/(jpeg|png)$/.test(file.type)
      ? t('image.format')
      : file.size > limits.imageBytes
        ? t('image.tooBig', { mb: megabytes })
        : null
    setRefused(wrong)
    if (!wrong) setChosen({ file, url: URL.createObjectURL(file) })
  }
  const use = (crop: string | undefined) => {
    if (!chosen) return
    send.mutate({ file: chosen.file, crop })
    setChosen(null)
  }
  const box = boxes[ratio]
  const problem = refused ?? error
  const isBusy = send.isPending
  // The dialog gives the focus back to a button that cannot take it while the picture is sent.
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return (
    <Box role="group" aria-labelledby={labelId} aria-describedby={helpId}>
      <Typography id={labelId} variant="label" component="span" sx={{ display: 'block', mb: 0.75 }}>
        {label}
        {required && (
          <Box component="span" aria-hidden sx={{ color: 'error.main' }}>
            {' '}
            *
          </Box>
        )}
      </Typography>
      <DropZone accept="image/jpeg,image/png" label={label} disabled={isBusy} onFile={choose} sx={{ maxWidth: Math.max(box.width, 320) }}>
        {(open, isOver) => (
          <>
            <Box
              sx={{
                position: 'relative',
                maxWidth: box.width,
                aspectRatio: box.ratio,
                borderRadius: '10px',
                overflow: 'hidden',
                border: value ? 0 : 1,
                borderStyle: 'dashed',
                borderColor: problem ? 'error.main' : isOver ? 'secondary.main' : 'border.strong',
                bgcolor: isOver ? 'tint.blue' : 'surface.sunken',
                display: 'grid',
                placeItems: 'center',
              }}
            >
              {value ? (
                <Picture src={value.url} alt="" ratio={ratio} sizes={`${box.width}px`} />
              ) : (
                <Box sx={{ p: 2, textAlign: 'center', color: 'text.secondary', display: 'grid', justifyItems: 'center', gap: 0.5 }}>
                  <ImageOutlined aria-hidden />
                  <Typography variant="body2">{t('image.drop')}</Typography>
                </Box>
              )}
              {isBusy && (
                <Box sx={{ position: 'absolute', inset: 'auto 0 0 0' }}>
                  <LinearProgress aria-label={t('image.sending')} />
                </Box>
              )}
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
              <Button ref={button} size="small" disabled={isBusy} aria-describedby={helpId} onClick={open}>
                {t(value ? 'image.change' : 'image.choose')}
              </Button>
              {value && (
                <Button
                  size="small"
                  variant="text"
                  disabled={isBusy}
                  onClick={() => {
                    onChange(null)
                    button.current?.focus()
                  }}
                >
                  {t('image.remove')}
                </Button>
              )}
            </Box>
          </>
        )}
      </DropZone>
      <FormHelperText id={helpId} error={problem !== undefined} role={problem ? 'alert' : undefined}>
        {problem ?? hint ?? t('image.recommended', { mb: megabytes, ...recommended[ratio] })}
      </FormHelperText>
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog url={chosen.url} ratio={ratio} onUse={use} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </Box>
  )
}
