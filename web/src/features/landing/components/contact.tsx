import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { useSiteInfo } from '../../../lib/site.ts'

/** White label (text only) and the way to a person. */
export function Contact() {
  const { t } = useTranslation('landing')
  const email = useSiteInfo()?.supportEmail
  const mailTo = (subject: string) => `mailto:${email}?subject=${encodeURIComponent(subject)}`
  return (
    <Box
      sx={{
        px: 'var(--ee-gutter)',
        width: 1,
        maxWidth: 1440,
        mx: 'auto',
        display: 'grid',
        gap: { xs: 5, md: 8 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <section aria-labelledby="landing-contact">
        <Typography id="landing-contact" variant="h2">
          {t('contact.title')}
        </Typography>
        <Typography sx={{ mt: 1, mb: 2.5, color: 'text.secondary', maxWidth: 520 }}>{t('contact.text')}</Typography>
        {email ? (
          <Button href={mailTo(t('contact.subject'))} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', py: 1 }}>
            {t('contact.action', { email })}
          </Button>
        ) : (
          <Typography variant="body2">{t('contact.unknown')}</Typography>
        )}
        <Typography sx={{ mt: 2 }}>
          <Link href={paths.helpCategory('organizers')}>{t('contact.help')}</Link>
        </Typography>
      </section>
      <section aria-labelledby="landing-white-label">
        <Typography id="landing-white-label" variant="h2">
          {t('whiteLabel.title')}
        </Typography>
        <Typography sx={{ mt: 1, mb: 2.5, color: 'text.secondary', maxWidth: 520 }}>{t('whiteLabel.text')}</Typography>
        {email && <Link href={mailTo(t('whiteLabel.subject'))}>{t('whiteLabel.action')}</Link>}
      </section>
    </Box>
  )
}
