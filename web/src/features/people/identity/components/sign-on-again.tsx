import { socialLoginAddress } from '@e-events/shared/contract/addresses.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { registerSocialQuery } from '../queries.ts'

/**
 * An account without a password proves itself by its provider, in a tab of its own: what was typed here stays, and the
 * new session reaches this tab.
 */
export function SignOnAgain({ textId, onDone }: { textId: string; onDone: (confirmed: boolean) => void }) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { data } = useQuery(registerSocialQuery(api))
  const query = new URLSearchParams({ next: paths.home }).toString()
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.25 }}>
        <Box id={textId} sx={{ typography: 'body2', color: 'text.secondary', mb: 1 }}>
          {t('stepUp.signOnText')}
        </Box>
        {data?.social
          .filter(({ enabled }) => enabled)
          .map(({ provider, label }) => (
            <Button key={provider} component="a" href={socialLoginAddress(provider, query)} target="_blank" rel="noopener" fullWidth>
              {t('login.social', { name: label })}
            </Button>
          ))}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={() => onDone(false)}>
          {tc('action.cancel')}
        </Button>
        <Button variant="contained" color="inherit" onClick={() => onDone(true)}>
          {t('stepUp.signedOn')}
        </Button>
      </DialogActions>
    </>
  )
}
