import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { useAccountAction } from '../use-my-data.ts'

/** The opposite of the newsletter: one flag, saved at once. */
export function Promotions({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const save = useAccountAction((newsletter: boolean) => api.call(account.update, { body: { newsletter } }), {
    key: 'promotions',
    done: t('saved'),
  })
  const newsletter = save.isPending ? save.variables : data.newsletter
  return (
    <FormSection title={t('promotions.title')} note={t('promotions.note')}>
      <SwitchRow
        label={t('promotions.optOut')}
        note={t('promotions.optOutNote')}
        checked={!newsletter}
        disabled={save.isPending}
        onChange={(optOut) => save.mutate(!optOut)}
      />
    </FormSection>
  )
}

/** Mails and notifications before events. */
export function ReminderSwitch({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const save = useAccountAction((eventReminders: boolean) => api.call(account.update, { body: { eventReminders } }), {
    key: 'event-reminders',
    done: t('saved'),
  })
  return (
    <FormSection title={t('reminders.title')} note={t('reminders.note')}>
      <SwitchRow
        label={t('reminders.switch')}
        note={t('reminders.switchNote')}
        checked={save.isPending ? save.variables : data.eventReminders}
        disabled={save.isPending}
        onChange={(areOn) => save.mutate(areOn)}
      />
    </FormSection>
  )
}

export function ProfileSwitch({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const save = useAccountAction((publicProfile: boolean) => api.call(account.update, { body: { publicProfile } }), {
    key: 'public-profile',
    done: t('saved'),
  })
  return (
    <FormSection title={t('publicProfile.title')} note={t('publicProfile.note')}>
      <SwitchRow
        label={t('publicProfile.switch')}
        note={t('publicProfile.switchNote')}
        checked={save.isPending ? save.variables : data.publicProfile}
        disabled={save.isPending}
        onChange={(shown) => save.mutate(shown)}
      >
        {data.publicProfile && (
          <Link href={paths.profile(data.id)} variant="body2">
            {t('publicProfile.view')}
          </Link>
        )}
      </SwitchRow>
    </FormSection>
  )
}
