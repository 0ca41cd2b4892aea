import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

export function ClaimsStrip() {
  const { t } = useTranslation('landing')
  const items = [
    { value: t('claims.more', { count: claims.currencies }), text: t('claims.currencies') },
    { value: String(claims.artistCountries), text: t('claims.artists') },
    { value: t('claims.more', { count: claims.salesCountries }), text: t('claims.countries') },
    { value: t('claims.unlimitedMark'), text: t('claims.unlimited') },
  ]
  return (
    <Box
      component="section"
      aria-label={t('claims.label')}
      sx={{ borderBottom: 1, borderColor: 'border.subtle', bgcolor: 'surface.sunken' }}
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          px: 'var(--ee-gutter)',
          py: { xs: 4, md: 5 },
          maxWidth: 1440,
          mx: 'auto',
          display: 'grid',
          gap: { xs: 3, md: 4 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {items.map(({ value, text }) => (
          <li key={text}>
            <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: { xs: '1.5rem', md: '2rem' } }}>
              {value}
            </Typography>
            <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary', maxWidth: 220 }}>
              {text}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** Claims of the brand about itself. 'Over' is said in words. */
const claims = { currencies: 130, artistCountries: 33, salesCountries: 50 } as const
