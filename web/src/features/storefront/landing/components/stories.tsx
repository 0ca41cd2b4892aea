import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { picture } from '../pictures.ts'
import { useFacts } from '../use-facts.ts'

const keys = ['air', 'sell', 'keep'] as const
const tiles = [1, 2, 3, 4]

/** Uses of the platform, told with pictures of our own generator. */
export function Stories() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  return (
    <Box component="section" aria-labelledby="landing-stories" sx={{ px: 'var(--ee-gutter)', width: 1, maxWidth: 1440, mx: 'auto' }}>
      <Typography id="landing-stories" variant="h1" component="h2" sx={{ maxWidth: 720 }}>
        {t('stories.title')}
      </Typography>
      {keys.map((key, i) => (
        <Box
          key={key}
          sx={{
            mt: { xs: 5, md: 8 },
            display: 'grid',
            alignItems: 'center',
            gap: { xs: 2.5, md: 8 },
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.15fr)' },
          }}
        >
          <Box sx={{ order: { md: i % 2 ? 2 : 0 } }}>
            <Typography variant="h2" component="h3">
              {t(`stories.${key}.title`)}
            </Typography>
            <Typography variant="subtitle1" sx={{ mt: 1.5, color: 'text.secondary', maxWidth: 480 }}>
              {t(`stories.${key}.text`, facts)}
            </Typography>
          </Box>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', borderRadius: '20px', overflow: 'hidden' }}>
            {tiles.map((tile) => (
              <ArtImage key={tile} src={picture(`${key}-${tile}`)} alt="" />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
