import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

interface ContactProps {
  email: string | undefined
  /** Subject of the mail. */
  about: string
}

/** The way to a person. */
export function Contact({ email, about }: ContactProps) {
  const { t } = useTranslation('help')
  return (
    <Box
      component="section"
      aria-labelledby="help-contact"
      sx={{
        p: { xs: 2.5, md: 4 },
        borderRadius: '20px',
        bgcolor: 'surface.sunken',
        border: 1,
        borderColor: 'border.subtle',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2.5,
        alignItems: 'center',
      }}
    >
      <Box sx={{ flex: '1 1 320px' }}>
        <Typography id="help-contact" variant="h3" component="h2">
          {t('contact.title')}
        </Typography>
        <Typography sx={{ mt: 0.75, color: 'text.secondary', maxWidth: 560 }}>
          {email ? t('contact.text') : t('contact.unknown')}
        </Typography>
        {email && (
          <Link href={`mailto:${email}`} sx={{ display: 'inline-block', mt: 1, overflowWrap: 'anywhere' }}>
            {email}
          </Link>
        )}
      </Box>
      {email && (
        <Button
          variant="contained"
          color="inherit"
          startIcon={<MailOutlineRounded />}
          href={`mailto:${email}?subject=${encodeURIComponent(t('contact.subject', { title: about }))}`}
        >
          {t('contact.action')}
        </Button>
      )}
    </Box>
  )
}
