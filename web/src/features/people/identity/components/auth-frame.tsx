import { poster, type PosterOptions } from '@e-events/shared/ui/art/poster.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandLink } from '../../../../components/navigation/brand-link.tsx'

interface AuthFrameProps {
  title: string
  lead: ReactNode
  /** Language and theme: this page has no bar. */
  tools: ReactNode
  children: ReactNode
}

/** The form at the left, a wall of posters at the right where there is room for it. */
export function AuthFrame({ title, lead, tools, children }: AuthFrameProps) {
  const { t } = useTranslation('identity')
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(420px, 1fr) 1fr', lg: 'minmax(520px, 1fr) 1.25fr' },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', px: { xs: 2.5, md: 6 }, py: 3 }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <BrandLink />
          <Box sx={{ display: 'flex', gap: 0.5 }}>{tools}</Box>
        </Box>
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ my: 'auto', width: 1, maxWidth: 440, mx: 'auto', py: 5, '&:focus': { outline: 'none' } }}
        >
          <Typography variant="h1">{title}</Typography>
          <Typography sx={{ mt: 1, mb: 4, color: 'text.secondary' }}>{lead}</Typography>
          {children}
        </Box>
      </Box>
      <Box
        aria-hidden
        data-mode="dark"
        sx={{ display: { xs: 'none', md: 'block' }, position: 'relative', overflow: 'hidden', bgcolor: 'surface.canvas' }}
      >
        <PosterWall />
        <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars.palette.onArt.wall }} />
        <Box sx={{ position: 'absolute', left: 40, right: 40, bottom: 40, maxWidth: 460 }}>
          <Typography variant="h2" component="p" sx={{ m: 0 }}>
            {t('wall.title')}
          </Typography>
          <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t('wall.text')}</Typography>
        </Box>
      </Box>
    </Box>
  )
}

/** Decoration, not a catalogue: drawn here, so that the page needs no answer from anybody. */
const wall: PosterOptions[] = [
  { title: 'Pulso', kicker: 'Festival Órbita', motif: 'orbs', palette: 'violet', face: 'wide' },
  { title: 'Cuerdas de invierno', kicker: 'Cuarteto Alma', motif: 'strings', palette: 'midnight', face: 'italic' },
  { title: 'El taller de Remedios', kicker: 'Archivo vivo', motif: 'bauhaus', palette: 'bone', face: 'grotesk' },
  { title: 'Nadie me entiende', kicker: 'Quique Barral', motif: 'beams', palette: 'citron', face: 'condensed' },
  { title: 'Duende', kicker: 'Marea Alta', motif: 'ribbons', palette: 'cobalt', face: 'serif' },
  { title: 'Guitarra flamenca', kicker: 'Rafael Montes', motif: 'strings', palette: 'ember', face: 'serif' },
  { title: 'Telón', kicker: 'Teatro Aurora', motif: 'curtain', palette: 'saffron', face: 'italic' },
  { title: 'Ciudad eléctrica', kicker: 'Neón Sur', motif: 'skyline', palette: 'rose', face: 'wide' },
  { title: 'Mesa para doce', kicker: 'Ainhoa Goñi', motif: 'plates', palette: 'sky', face: 'serif' },
  { title: 'Relámpagos', kicker: 'Sala Faro', motif: 'stage', palette: 'ember', face: 'condensed' },
  { title: 'Sierra adentro', kicker: 'Cine Cumbre', motif: 'landscape', palette: 'forest', face: 'serif' },
  { title: 'Respirar mejor', kicker: 'Elena Prado', motif: 'contours', palette: 'clay', face: 'serif' },
]

function PosterWall() {
  const pictures = useMemo(() => wall.map((options) => ({ key: options.title, src: poster(options) })), [])
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: '-30% -20%',
        transform: 'rotate(-11deg)',
        display: 'grid',
        gridTemplateColumns: 'repeat(3, 1fr)',
        gap: 2,
        alignContent: 'center',
      }}
    >
      {[0, 1].flatMap((round) =>
        pictures.map(({ key, src }, i) => (
          <ArtImage
            key={`${round}${key}`}
            src={src}
            alt=""
            sx={{ borderRadius: '14px', transform: `translateY(${(i % 3) * 46 - 40}px)` }}
          />
        )),
      )}
    </Box>
  )
}
