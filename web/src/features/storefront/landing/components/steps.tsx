import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { TutorialLink } from '../../../../components/navigation/tutorial-link.tsx'
import { useFacts } from '../use-facts.ts'

const keys = ['account', 'channel', 'product', 'air'] as const

export function Steps() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  return (
    <Box component="section" aria-labelledby="landing-steps" sx={{ px: 'var(--ee-gutter)', width: 1, maxWidth: 1440, mx: 'auto' }}>
      <Typography id="landing-steps" variant="h1" component="h2">
        {t('steps.title')}
      </Typography>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 3,
          p: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {keys.map((key, i) => (
          <Box component="li" key={key} sx={{ pt: 2, borderTop: 2, borderColor: 'text.primary' }}>
            <Typography variant="label" component="p" aria-hidden sx={{ m: 0, mb: 1, color: 'text.secondary' }}>
              {i + 1}
            </Typography>
            <Typography variant="h3">{t(`steps.${key}.title`)}</Typography>
            <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>{t(`steps.${key}.text`, facts)}</Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 4 }}>
        <TutorialLink id="live" />
      </Box>
    </Box>
  )
}
