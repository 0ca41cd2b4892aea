import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

/** The boxes of the form that is on its way. */
export function EditorSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('page.loading')} sx={{ maxWidth: 1080 }}>
      <Skeleton width={280} height={32} />
      <Skeleton width={120} height={16} sx={{ mt: 1, mb: 3 }} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '208px minmax(0,1fr)' }, gap: 3 }}>
        <Box sx={{ display: { xs: 'none', md: 'grid' }, gap: 1, alignContent: 'start' }}>
          {Array.from({ length: 7 }, (_, step) => (
            <Skeleton key={step} height={32} />
          ))}
        </Box>
        <Skeleton height={460} sx={{ borderRadius: '14px' }} />
      </Box>
    </Box>
  )
}
