import { Brand } from '@e-events/shared/ui/brand.tsx'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../config/paths.ts'

export function BrandLink() {
  const { t } = useTranslation()
  return (
    <Box component={Link} to={paths.home} aria-label={t('nav.brand')} sx={{ display: 'inline-flex', borderRadius: '8px' }}>
      <Brand />
    </Box>
  )
}
