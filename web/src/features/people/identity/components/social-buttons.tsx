import { socialLoginAddress } from '@e-events/shared/contract/addresses.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { registerSocialQuery } from '../queries.ts'

interface SocialButtonsProps {
  /** Where to go afterwards. */
  next: string
  /**
   * A new account may be made on the way; whoever goes on has accepted the privacy policy that stands beside the
   * buttons.
   */
  mayCreate?: boolean
}

/** Other ways in; a site without any has none of this. */
export function SocialButtons({ next, mayCreate = false }: SocialButtonsProps) {
  const { t } = useTranslation('identity')
  const { api } = useServices()
  const { data } = useQuery(registerSocialQuery(api))
  const enabled = data?.social.filter((one) => one.enabled) ?? []
  if (enabled.length === 0) return null
  const query = new URLSearchParams({ next, ...(mayCreate ? { privacy: privacyVersion } : {}) }).toString()
  return (
    <Box sx={{ display: 'grid', gap: 1.25, mb: 3 }}>
      {enabled.map(({ provider, label }) => (
        // A door of the server, which leads on to the provider: a page load, no route.
        <Button key={provider} component="a" href={socialLoginAddress(provider, query)} size="large" fullWidth>
          {t('login.social', { name: label })}
        </Button>
      ))}
      {mayCreate && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <Trans
            t={t}
            i18nKey="social.consent"
            values={{ version: privacyVersion }}
            components={{ policy: <Link href={paths.privacy} target="_blank" rel="noopener" /> }}
          />
        </Typography>
      )}
      <Divider sx={{ mt: 1, typography: 'caption', color: 'text.secondary' }}>{t('login.or')}</Divider>
    </Box>
  )
}
