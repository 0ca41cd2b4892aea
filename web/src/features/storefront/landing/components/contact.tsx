import { type contactTopics } from '@e-events/shared/contract/settings/site.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useSiteInfo } from '../../../../lib/site.ts'
import { ContactForm } from './contact-form.tsx'

/** White label (text only) and the way to a person. */
export function Contact() {
  const { t } = useTranslation('landing')
  const email = useSiteInfo()?.supportEmail
  const [topic, setTopic] = useState<(typeof contactTopics)[number]>('organizing')
  return (
    <Box
      sx={{
        px: 'var(--ee-gutter)',
        width: 1,
        maxWidth: 1440,
        mx: 'auto',
        display: 'grid',
        gap: { xs: 5, md: 8 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <section id="contact" aria-labelledby="landing-contact">
        <Typography id="landing-contact" variant="h2">
          {t('contact.title')}
        </Typography>
        <Typography sx={{ mt: 1, mb: 2.5, color: 'text.secondary', maxWidth: 560 }}>{t('contact.text')}</Typography>
        <ContactForm topic={topic} />
      </section>
      <Box sx={{ display: 'grid', gap: 5 }}>
        <section aria-labelledby="landing-white-label">
          <Typography id="landing-white-label" variant="h2">
            {t('whiteLabel.title')}
          </Typography>
          <Typography sx={{ mt: 1, mb: 2.5, color: 'text.secondary', maxWidth: 520 }}>{t('whiteLabel.text')}</Typography>
          <Button color="inherit" variant="outlined" href="#contact" onClick={() => setTopic('white_label')}>
            {t('whiteLabel.action')}
          </Button>
        </section>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {email && (
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              <Trans t={t} i18nKey="contact.direct" values={{ email }} components={{ mail: <Link href={`mailto:${email}`} /> }} />
            </Typography>
          )}
          <Typography>
            <Link href={paths.helpCategory('organizers')}>{t('contact.help')}</Link>
          </Typography>
        </Box>
      </Box>
    </Box>
  )
}
