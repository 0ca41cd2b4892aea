import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Veil } from './veil.tsx'

const from = 3

/** 3-2-1: the last moment to think again. */
export function Countdown({ onCancel, onDone }: { onCancel(): void; onDone(): void }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onDone()), 1_000)
    return () => clearTimeout(timer)
  }, [left, onDone])
  return (
    <Veil onClose={onCancel}>
      <Box role="dialog" aria-modal aria-label={t('countdown.title')} sx={{ textAlign: 'center', outline: 'none' }} tabIndex={-1}>
        <Box
          role="timer"
          aria-live="assertive"
          sx={{ position: 'relative', width: 240, height: 240, display: 'grid', placeItems: 'center', mx: 'auto' }}
        >
          <CircularProgress
            aria-hidden
            variant="determinate"
            value={(left / from) * 100}
            size={240}
            thickness={1.6}
            sx={{ position: 'absolute', color: 'live.main' }}
          />
          <Box className="tabular" sx={{ fontSize: 148, fontWeight: 680, lineHeight: 1, letterSpacing: '-.06em' }}>
            {left}
          </Box>
        </Box>
        <Typography variant="h4" component="p" sx={{ mt: 3 }}>
          {t('countdown.title')}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, mb: 2, color: 'text.secondary' }}>
          {t('countdown.hint')}
        </Typography>
        <Button variant="outlined" onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
      </Box>
    </Veil>
  )
}
