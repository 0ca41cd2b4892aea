import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'

const lines = ['92%', '98%', '84%', '60%', '95%', '72%']

/** A page of words on its way. */
export function HelpSkeleton() {
  const { t } = useTranslation('common')
  return (
    <Box role="status" sx={{ maxWidth: 720 }}>
      <span className="visually-hidden">{t('page.loading')}</span>
      <Skeleton height={44} width="60%" sx={{ mb: 3 }} />
      {lines.map((width) => (
        <Skeleton key={width} height={18} width={width} sx={{ my: 1.25 }} />
      ))}
    </Box>
  )
}
