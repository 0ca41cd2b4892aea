import type { MediaState } from '@e-events/shared/contract/media/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { OverArt } from '@e-events/shared/ui/badges.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { bytes } from '../../../../lib/bytes.ts'

interface MediaReadyProps {
  state: Extract<MediaState, { state: 'ready' }>
  purpose: MediaPurpose
  isActing: boolean
  onReplace: () => void
  onRemove: () => void
}

/** Playing medium, with a still of it. */
export function MediaReady({ state, purpose, isActing, onReplace, onRemove }: MediaReadyProps) {
  const { t } = useTranslation('uploads')
  const language = useLanguage()
  const [asks, setAsks] = useState(false)
  const facts = [
    state.sizeBytes > 0 ? bytes(state.sizeBytes, language) : undefined,
    state.rungs[0],
    purpose === 'audio' ? clock(state.durationMs / 1000) : undefined,
  ]
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 2 }}>
      {purpose !== 'audio' && (
        <Box sx={{ position: 'relative', width: { xs: 1, sm: 200 }, flexShrink: 0, borderRadius: '8px', overflow: 'hidden' }}>
          <ArtImage src={state.posterUrl} alt="" />
          <Box sx={{ position: 'absolute', right: 8, bottom: 8 }}>
            <OverArt>{clock(state.durationMs / 1000)}</OverArt>
          </Box>
        </Box>
      )}
      <Box sx={{ minWidth: 0, flex: 1, display: 'grid', gap: 0.75, alignContent: 'center' }}>
        <Typography variant="h5" component="p" role="status" sx={{ color: 'success.main' }}>
          {t(purpose === 'audio' ? 'file.soundReady' : 'file.readyTitle')}
        </Typography>
        <Typography variant="body2" noWrap title={state.fileName}>
          {state.fileName || t('file.noOriginal')}
        </Typography>
        <Typography variant="body2" color="text.secondary" className="tabular">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          <Button size="small" disabled={isActing} onClick={onReplace}>
            {t('file.replace')}
          </Button>
          {state.sourceUrl && (
            <Button size="small" variant="text" component="a" href={state.sourceUrl} download={state.fileName}>
              {t('file.original')}
            </Button>
          )}
          <Button size="small" variant="text" disabled={isActing} onClick={() => setAsks(true)}>
            {t('file.remove')}
          </Button>
        </Box>
      </Box>
      <ConfirmDialog
        open={asks}
        title={t('file.removeTitle')}
        confirmLabel={t('file.remove')}
        cancelLabel={t('file.keep')}
        destructive
        onConfirm={() => {
          setAsks(false)
          onRemove()
        }}
        onClose={() => setAsks(false)}
      >
        {t('file.removeText')}
      </ConfirmDialog>
    </Box>
  )
}
