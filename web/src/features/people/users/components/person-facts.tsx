import type { UserDetail } from '@e-events/shared/contract/people/users.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { FactList } from '../../../../components/layout/fact-list.tsx'

/** Facts that only the platform writes. */
export function PersonFacts({ person }: { person: UserDetail }) {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const zone = useViewerZone()
  const when = (at: string | null) => (at === null ? t('never') : date(at, 'dayTime', language, zone))
  return (
    <Box component="section" aria-labelledby="person-facts" sx={{ mt: 2.5 }}>
      <Typography variant="h6" component="h3" id="person-facts">
        {t('detail.account')}
      </Typography>
      <FactList
        facts={[
          [t('column.createdAt'), date(person.createdAt, 'day', language, zone)],
          [t('column.lastLoginAt'), when(person.lastLoginAt)],
          [t('column.external'), t(person.external ? 'yes' : 'no')],
          [t('fact.activated'), t(person.activated ? 'yes' : 'no')],
          [t('fact.twoFactor'), t(person.twoFactor ? 'fact.on' : 'fact.off')],
          [t('fact.devices'), t('fact.devicesCount', { count: person.devices })],
          [t('fact.tickets'), t('fact.ticketsCount', { count: person.tickets })],
          [t('fact.privacy'), person.privacyVersion],
        ]}
      />
      {person.channels.length > 0 && (
        <>
          <Typography variant="h6" component="h3" sx={{ mt: 2.5 }}>
            {t('fact.channels')}
          </Typography>
          <FactList facts={person.channels.map(({ title, status }) => [title, channelStatus(status)])} />
        </>
      )}
    </Box>
  )

  function channelStatus(status: string): string {
    return t(`channel.${status as 'draft'}`, { defaultValue: status })
  }
}
