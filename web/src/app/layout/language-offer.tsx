import LanguageRounded from '@mui/icons-material/LanguageRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOffers } from '../../config/language-offer.ts'
import { useSiteConfig } from '../../features/settings/config/use-site-config.ts'
import { browserLanguage, hasChosenLanguage, storeLanguage, useLanguage } from '../../lib/language.ts'
import { useSession } from '../../lib/services.ts'
import { chooseLanguage } from '../i18n.ts'

/**
 * On the first visit of a browser that speaks another of our languages. It lies over the page below the bar, so that
 * nothing moves when it comes or goes.
 */
export function LanguageOffer() {
  const { i18n } = useTranslation()
  const language = useLanguage()
  const session = useSession()
  const { languages: hasLanguages } = useSiteConfig()
  const [offered, setOffered] = useState(() => (hasChosenLanguage() ? undefined : browserLanguage()))
  if (!hasLanguages || session.status !== 'anonymous' || offered === undefined || offered === language || hasChosenLanguage()) return null
  const words = languageOffers[offered]
  return (
    <Box
      component="aside"
      aria-label={words.accept}
      lang={offered}
      sx={{
        position: 'absolute',
        top: { xs: 60, md: 72 },
        insetInline: 0,
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        px: 'var(--ee-gutter)',
        py: 0.5,
        bgcolor: 'surface.raised',
        borderBottom: 1,
        borderColor: 'border.subtle',
      }}
    >
      <LanguageRounded aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
      <Typography variant="body2" sx={{ flex: '1 1 14rem' }}>
        {words.text}
      </Typography>
      <Button size="small" variant="contained" color="inherit" onClick={() => void chooseLanguage(i18n, offered)}>
        {words.accept}
      </Button>
      <Button
        size="small"
        variant="text"
        onClick={() => {
          storeLanguage(language)
          setOffered(undefined)
        }}
      >
        {words.decline}
      </Button>
    </Box>
  )
}
