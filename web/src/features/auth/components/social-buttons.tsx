import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../lib/services.ts'
import { registerSocialQuery } from '../queries.ts'

/** Other ways in; a site without any has none of this. */
export function SocialButtons() {
  const { t } = useTranslation('auth')
  const { api } = useServices()
  const { data } = useQuery(registerSocialQuery(api))
  const enabled = data?.social.filter((one) => one.enabled) ?? []
  if (enabled.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.25, mb: 3 }}>
      {enabled.map(({ provider, label }) => (
        // A door of the server, which leads on to the provider: a page load, no route.
        <Button key={provider} component="a" href={`/api/auth/social/${encodeURIComponent(provider)}`} size="large" fullWidth>
          {t('login.social', { name: label })}
        </Button>
      ))}
      <Divider sx={{ mt: 1, typography: 'caption', color: 'text.secondary' }}>{t('login.or')}</Divider>
    </Box>
  )
}
