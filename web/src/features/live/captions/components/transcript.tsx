import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Captions } from '../use-captions.ts'
import type { WordPlace } from '../word-place.ts'
import { TranscriptPanel } from './transcript-panel.tsx'

const key = 'e-events.transcript'

/** The words of a video as text beside it. Nothing is fetched before somebody opens it; this browser keeps it open. */
export function Transcript({ captions, place }: { captions: Captions; place: WordPlace }) {
  const { t } = useTranslation('captions')
  const [isOpen, setOpen] = useState(wasOpen)
  const id = useId()
  const toggle = () => {
    setOpen(!isOpen)
    keepOpen(!isOpen)
  }
  return (
    <Box component="section" aria-labelledby={`${id}-title`} sx={{ mb: 3 }}>
      <Box component="h2" sx={{ m: 0 }}>
        <Button
          id={`${id}-title`}
          variant="text"
          color="inherit"
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          endIcon={<ExpandMoreRounded sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          sx={{ ml: -1, px: 1, typography: 'h5' }}
        >
          {t('transcript.title')}
        </Button>
      </Box>
      <Box id={`${id}-panel`}>{isOpen && <TranscriptPanel captions={captions} place={place} />}</Box>
    </Box>
  )
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) === 'open'
  } catch {
    return false
  }
}

function keepOpen(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(key, 'open')
    else localStorage.removeItem(key)
  } catch {
    // Storage refused: the choice then lasts as long as the page.
  }
}
