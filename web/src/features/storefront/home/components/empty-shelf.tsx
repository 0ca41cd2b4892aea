import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { anchors, type AnchoredSource } from '../anchors.ts'

/** The bar leads to three shelves of this page: who follows it where there is nothing now is told so. */
export function EmptyShelf({ source }: { source: AnchoredSource }) {
  const { t } = useTranslation('home')
  const title = t(`rail.${source}`)
  return (
    <Box
      component="section"
      id={anchors[source]}
      aria-label={title}
      sx={{ mt: { xs: 5, md: 7 }, px: 'var(--ee-gutter)', scrollMarginTop: 96 }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 2, minHeight: 36, display: 'flex', alignItems: 'center' }}>
        {title}
      </Typography>
      <Box
        sx={{
          p: 3,
          borderRadius: '14px',
          border: '1px dashed',
          borderColor: 'border.strong',
          color: 'text.secondary',
          typography: 'body2',
        }}
      >
        {t(`empty.${source}`)}
      </Box>
    </Box>
  )
}
