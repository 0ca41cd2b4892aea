import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface EmbeddedFrameProps {
  embedUrl: string
  /** Players of sound are low. */
  isAudio: boolean
  /** As wide as what it stands in, instead of the window. */
  isFilling?: boolean
}

/** Somebody else's player in a frame that may play, and do nothing to the page around it. */
export function EmbeddedFrame({ embedUrl, isAudio, isFilling = false }: EmbeddedFrameProps) {
  const { t } = useTranslation('player')
  const host = new URL(embedUrl).hostname.replace(/^(www|player|open|w)\./, '').replace('-nocookie', '')
  return (
    <>
      <Box
        component="iframe"
        src={embedUrl}
        title={t('embedded.frame', { host })}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        sx={{
          border: 0,
          display: 'block',
          bgcolor: 'common.black',
          borderRadius: { md: '12px' },
          ...(isAudio
            ? { width: isFilling ? 1 : 'min(100vw, 720px)', height: 352 }
            : { width: isFilling ? 1 : 'min(100vw, 1280px, calc((100dvh - 140px) * 16 / 9))', aspectRatio: '16 / 9' }),
        }}
      />
      <Typography variant="caption" component="p" sx={{ m: 0, mt: 1.5, px: { xs: 2, md: 0 }, color: 'text.secondary' }}>
        {t('embedded.note', { host })}
      </Typography>
    </>
  )
}
