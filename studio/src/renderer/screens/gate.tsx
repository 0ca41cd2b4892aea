import { scene } from '@e-events/shared/ui/art/scenes.ts'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../components/language-switch.tsx'

interface GateProps {
  title: string
  lead: string
  children: ReactNode
}

/** Frame of the screens before the desk: one form beside a picture. */
export function Gate({ title, lead, children }: GateProps) {
  const { t } = useTranslation()
  const stage = useMemo(() => scene({ seed: 'studio', shot: 'wide', palette: 'ember' }), [])
  return (
    <Box
      sx={{ minHeight: '100dvh', display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(440px,.8fr) minmax(0,1.2fr)' } }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh', px: { xs: 3, sm: 6 }, py: 3 }}>
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Brand size={30} />
          <LanguageSwitch />
        </Box>
        <Box component="main" data-density="comfortable" sx={{ m: 'auto', width: 'min(400px, 100%)', py: 4 }}>
          <Typography variant="label" component="p" sx={{ m: 0, mb: 1, color: 'text.secondary' }}>
            {t('shell.studio')}
          </Typography>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="body1" sx={{ mt: 1, mb: 3.5, color: 'text.secondary', textWrap: 'pretty' }}>
            {lead}
          </Typography>
          {children}
        </Box>
      </Box>
      <Box
        component="aside"
        aria-label={t('shell.promise')}
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'relative',
          m: 1.5,
          borderRadius: '20px',
          overflow: 'hidden',
          bgcolor: 'surface.sunken',
        }}
      >
        <Box component="img" src={stage} alt="" sx={{ position: 'absolute', inset: 0, width: 1, height: 1, objectFit: 'cover' }} />
        <Box sx={{ position: 'absolute', inset: 'auto 0 0', p: 5, pt: 12, background: (theme) => theme.vars.palette.onArt.foot }}>
          <Typography variant="h2" component="p">
            {t('shell.promise')}
          </Typography>
          <Typography variant="body1" sx={{ mt: 1, maxWidth: 520, color: 'text.secondary' }}>
            {t('shell.promiseDetail')}
          </Typography>
        </Box>
      </Box>
    </Box>
  )
}
