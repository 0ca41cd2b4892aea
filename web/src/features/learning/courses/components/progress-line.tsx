import LinearProgress from '@mui/material/LinearProgress'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** How much of a course or master was watched, as a bar and in words. */
export function ProgressLine({ title, percent }: { title: string; percent: number }) {
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
        {percent === 100 ? t('done') : t('percent', { percent: percent / 100 })}
      </Typography>
    </Box>
  )
}
