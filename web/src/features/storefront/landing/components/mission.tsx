import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { picture } from '../pictures.ts'
import { useFacts } from '../use-facts.ts'

export function Mission() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  return (
    <Box
      component="section"
      data-mode="dark"
      aria-labelledby="landing-mission"
      sx={{ position: 'relative', overflow: 'hidden', bgcolor: 'surface.canvas' }}
    >
      <ArtImage src={picture('mission')} alt="" ratio="auto" sx={{ position: 'absolute', inset: 0 }} />
      <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars.palette.onArt.room }} />
      <Box sx={{ position: 'relative', px: 'var(--ee-gutter)', py: { xs: 8, md: 14 }, maxWidth: 940, mx: 'auto', textAlign: 'center' }}>
        <Typography id="landing-mission" variant="label" component="h2" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
          {t('mission.title')}
        </Typography>
        <Typography variant="h1" component="p" sx={{ m: 0, fontWeight: 600 }}>
          {t('mission.text', facts)}
        </Typography>
      </Box>
    </Box>
  )
}
