import LinearProgress from '@mui/material/LinearProgress'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface ProgressLineProps {
  title: string
  percent: number
  /** Words for the whole of it; 'course finished' by default. */
  done?: string
}

/** How much of a course, a lesson or a master was watched, as a bar and in words. */
export function ProgressLine({ title, percent, done }: ProgressLineProps) {
  const { t } = useTranslation('courses')
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label={t('progressOf', { title })}
        sx={{ height: 8, borderRadius: 4 }}
        color={percent === 100 ? 'success' : 'primary'}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {percent === 100 ? (done ?? t('done')) : t('percent', { percent: percent / 100 })}
      </Typography>
    </Box>
  )
}
