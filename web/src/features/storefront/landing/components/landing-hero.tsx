import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { picture } from '../pictures.ts'
import { useFacts } from '../use-facts.ts'
import { StartButton } from './start-button.tsx'

export function LandingHero() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  return (
    <Box
      component="section"
      data-mode="dark"
      aria-labelledby="landing-title"
      sx={{
        position: 'relative',
        overflow: 'hidden',
        bgcolor: 'surface.canvas',
        minHeight: { xs: 620, md: 600 },
        display: 'flex',
        alignItems: 'flex-end',
      }}
    >
      <Box sx={{ position: 'absolute', inset: 0 }}>
        <ArtImage
          src={picture('hero')}
          alt=""
          eager
          ratio="auto"
          sx={{
            objectPosition: { xs: '56% 0', md: '50% 24%' },
            height: { xs: '68%', md: '100%' },
            width: { md: '86%' },
            ml: { md: '14%' },
          }}
        />
        <Box
          sx={(theme) => ({
            position: 'absolute',
            inset: 0,
            backgroundImage: theme.vars.palette.onArt.heroPhone,
            [theme.breakpoints.up('md')]: { backgroundImage: theme.vars.palette.onArt.heroDesk },
          })}
        />
      </Box>
      <Box sx={{ position: 'relative', px: 'var(--ee-gutter)', pt: 14, pb: { xs: 5, md: 8 }, width: 1, maxWidth: { md: 640, lg: 760 } }}>
        <Typography id="landing-title" variant="display" component="h1">
          {t('hero.title')}
        </Typography>
        <Typography variant="subtitle1" sx={{ mt: 2, mb: 4, maxWidth: 520, color: 'text.secondary' }}>
          {t('hero.lead', facts)}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > a': { flex: { xs: '1 1 100%', sm: 'none' } } }}>
          <StartButton />
          <Button size="large" variant="soft" href="#calculator">
            {t('hero.fees')}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
