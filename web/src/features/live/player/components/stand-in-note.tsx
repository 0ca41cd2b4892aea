import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { notePlace } from './stage-note.tsx'

interface StandInNoteProps {
  away: string
  shown: string
  /** It could not be played, though its organizer sends it. */
  hasFailed: boolean
  onStay: () => void
}

/** Another feed stands in for the chosen one: said on the picture, so that it is read in full screen, too. */
export function StandInNote({ away, shown, hasFailed, onStay }: StandInNoteProps) {
  const { t } = useTranslation('player')
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        ...notePlace,
        maxWidth: 'min(420px, calc(100% - 24px))',
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.5,
        py: 1,
        borderRadius: '10px',
        bgcolor: 'onArt.shade',
        backdropFilter: 'blur(10px)',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.primary' }}>
          {t(hasFailed ? 'feeds.gaveUp' : 'feeds.standIn', { away, shown })}
        </Typography>
        <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {t(hasFailed ? 'feeds.gaveUpWait' : 'feeds.standInWait')}
        </Typography>
      </Box>
      <Button variant="soft" size="small" onClick={onStay} sx={{ flexShrink: 0 }}>
        {t('feeds.stay')}
      </Button>
    </Box>
  )
}
