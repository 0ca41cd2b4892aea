import { account, type Device } from '@e-events/shared/contract/people/account.ts'
import { date } from '@e-events/shared/ui/format.ts'
import ComputerRounded from '@mui/icons-material/ComputerRounded'
import PodcastsRounded from '@mui/icons-material/PodcastsRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { devicesQuery } from '../queries.ts'
import { useAccountAction } from '../use-my-data.ts'

export function Devices() {
  const { t } = useTranslation('account')
  const { api, queries } = useServices()
  const devices = useQuery(devicesQuery(api))
  const reload = () => queries.invalidateQueries({ queryKey: devicesQuery(api).queryKey })
  const signOut = useAccountAction(
    async (id: string) => {
      await (id === 'others' ? api.call(account.signOutOthers) : api.call(account.signOutDevice, { params: { id } }))
      await reload()
    },
    { key: 'devices', done: t('devices.signedOut') },
  )
  const items = devices.data?.items ?? []
  const busy = (id: string) => signOut.isPending && signOut.variables === id
  return (
    <FormSection title={t('devices.title')} note={t('devices.note')}>
      {devices.isPending && (
        <Box sx={{ p: 2 }}>
          <Skeleton height={44} />
        </Box>
      )}
      {devices.isError && !devices.data && (
        <ErrorNotice
          error={devices.error}
          title={t('devices.error')}
          onRetry={() => void devices.refetch()}
          retrying={devices.isFetching}
        />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
        {items.map((device) => (
          <DeviceRow key={device.id} device={device} busy={busy(device.id)} onSignOut={() => signOut.mutate(device.id)} />
        ))}
      </Box>
      {items.some((device) => !device.isThisOne) && (
        <Box sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'border.subtle', display: 'flex', justifyContent: 'flex-end' }}>
          <Button loading={busy('others')} onClick={() => signOut.mutate('others')}>
            {t('devices.others')}
          </Button>
        </Box>
      )}
    </FormSection>
  )
}

function DeviceRow({ device, busy, onSignOut }: { device: Device; busy: boolean; onSignOut: () => void }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const zone = useViewerZone()
  const Icon = device.client === 'studio' ? PodcastsRounded : ComputerRounded
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.25 }}>
      <Icon aria-hidden sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle2" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {device.label}
          </Typography>
          {device.isThisOne && <Chip size="small" color="success" label={t('devices.thisOne')} />}
        </Box>
        <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, color: 'text.secondary' }}>
          {[t('devices.lastUsed', { when: date(device.lastUsedAt, 'dayTime', language, zone) }), device.address]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      {!device.isThisOne && (
        <Button size="small" variant="text" loading={busy} aria-label={t('devices.signOutOf', { name: device.label })} onClick={onSignOut}>
          {t('devices.signOut')}
        </Button>
      )}
    </Box>
  )
}
