import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useServices } from '../lib/services.ts'
import { Gate } from './gate.tsx'

/** The platform does not speak with this installed studio any more; the one in its pages is always the newest. */
export function OldVersionScreen({ version, origin }: { version: string; origin: string }) {
  const { t } = useTranslation()
  const { platform } = useServices()
  const address = `${origin}/studio/`
  return (
    <Gate title={t('oldVersion.title')} lead={t('oldVersion.lead', { version, address })}>
      {origin.startsWith('https:') && (
        <Button variant="contained" color="primary" size="large" onClick={() => void platform.openLink(address)}>
          {t('oldVersion.open')}
        </Button>
      )}
    </Gate>
  )
}
