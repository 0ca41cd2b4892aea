import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'

export function People({ people }: { people: readonly ProductDetail['speakers'][number][] }) {
  const { t } = useTranslation('products')
  return (
    <Box component="section" aria-labelledby="people" sx={{ mt: { xs: 5, md: 7 } }}>
      <Typography variant="h2" id="people">
        {t('people.title')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 2.5,
          p: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' },
          gap: 2.5,
        }}
      >
        {people.map((person) => (
          <Box component="li" key={person.slug} sx={{ minWidth: 0 }}>
            <Box component={Link} to={paths.speaker(person.slug)} sx={{ display: 'block', color: 'text.primary' }}>
              <Picture
                src={person.imageUrl}
                alt=""
                ratio="1:1"
                sizes="(min-width:1280px) 160px, (min-width:600px) 28vw, 46vw"
                fallback={{ portrait: person.name }}
                sx={{ borderRadius: '14px' }}
              />
              <Typography variant="h5" component="h3" sx={{ mt: 1.25 }} noWrap title={person.name}>
                {person.name}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }} noWrap title={person.title}>
                {person.title}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
