import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useSession } from '../../../../lib/services.ts'

/** The next step towards a first event, for whoever is looking. */
export function StartButton() {
  const { t } = useTranslation('landing')
  const session = useSession()
  const roles = session.status === 'authenticated' ? session.user.roles : undefined
  const isOrganizer = roles?.some((role) => role === 'PRODUCER' || role === 'ADMIN') ?? false
  const [label, href] = isOrganizer
    ? [t('hero.studio'), paths.studio]
    : roles
      ? [t('hero.upgrade'), paths.myData]
      : [t('hero.start'), paths.signUpAsOrganizer]
  return (
    <Button size="large" variant="contained" color="primary" href={href}>
      {label}
    </Button>
  )
}
