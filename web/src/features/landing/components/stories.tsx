import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { poster } from '@e-events/shared/ui/art/poster.ts'
import { scene } from '@e-events/shared/ui/art/scenes.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFacts } from '../use-facts.ts'

const keys = ['air', 'sell', 'keep'] as const

/** What one does here, told with pictures that our own generator draws. */
export function Stories() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  const pictures = useMemo(
    () => ({
      air: [
        scene({ seed: 'producers', shot: 'wide', palette: 'violet' }),
        scene({ seed: 'producers', shot: 'singer', palette: 'violet' }),
        scene({ seed: 'producers', shot: 'keys', palette: 'violet' }),
        scene({ seed: 'producers', shot: 'crowd', palette: 'violet' }),
      ],
      sell: [
        poster({ title: 'Pulso', kicker: 'Festival Órbita', motif: 'orbs', palette: 'cobalt', face: 'wide' }),
        poster({ title: 'Mesa para doce', kicker: 'Ainhoa Goñi', motif: 'plates', palette: 'sky', face: 'serif' }),
        poster({ title: 'Nadie me entiende', kicker: 'Quique Barral', motif: 'beams', palette: 'citron', face: 'condensed' }),
        poster({ title: 'Duende', kicker: 'Marea Alta', motif: 'ribbons', palette: 'plum', face: 'serif' }),
      ],
      keep: [
        poster({ title: 'Sierra adentro', kicker: 'Cine Cumbre', motif: 'landscape', palette: 'forest', face: 'serif' }),
        poster({ title: 'Guitarra flamenca', kicker: 'Rafael Montes', motif: 'strings', palette: 'ember', face: 'serif' }),
        poster({ title: 'Respirar mejor', kicker: 'Elena Prado', motif: 'contours', palette: 'clay', face: 'serif' }),
        poster({ title: 'El taller de Remedios', kicker: 'Archivo vivo', motif: 'bauhaus', palette: 'bone', face: 'grotesk' }),
      ],
    }),
    [],
  )
  return (
    <Box component="section" aria-labelledby="landing-stories" sx={{ px: 'var(--ee-gutter)', maxWidth: 1440, mx: 'auto' }}>
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
            {pictures[key].map((src) => (
              <ArtImage key={src} src={src} alt="" />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
