import NotificationsActiveRounded from '@mui/icons-material/NotificationsActiveRounded'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { remindMutation, reminderQuery } from '../queries.ts'

/** Asks to be reminded of the dates of a product; a ticket reminds by itself. */
export function RemindMe({ slug }: { slug: string }) {
  const { t } = useTranslation('reminders')
  const isLoggedIn = useSession().status === 'authenticated'
  if (isLoggedIn) return <OwnReminder slug={slug} />
  return (
    <Button size="small" variant="text" startIcon={<NotificationsNoneRounded />} href={paths.login(paths.product(slug))}>
      {t('remind')}
    </Button>
  )
}

function OwnReminder({ slug }: { slug: string }) {
  const { t } = useTranslation('reminders')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const { data } = useQuery(reminderQuery(api, slug))
  const act = useMutation({
    ...remindMutation(api, queries, slug),
    onError: (error, isWanted) => showError(error, { key: 'reminder', retry: () => act.mutate(isWanted) }),
  })
  if (!data) return null
  if (!data.areOn && (data.hasTicket || data.isWanted))
    return (
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', px: 1 }}>
        {t('off')} <Link href={paths.myData}>{t('turnOn')}</Link>
      </Box>
    )
  if (data.hasTicket)
    return (
      <Box
        component="span"
        sx={{ typography: 'body2', color: 'text.secondary', px: 1, display: 'inline-flex', alignItems: 'center', gap: 0.75 }}
      >
        <NotificationsActiveRounded sx={{ fontSize: 18 }} aria-hidden />
        {t('ticket')}
      </Box>
    )
  const toggle = () =>
    act.mutate(!data.isWanted, {
      onSuccess: ({ isWanted, areOn }) => {
        if (isWanted && areOn) snacks.success(t('asked'), { key: 'reminder' })
      },
    })
  return (
    <Button
      size="small"
      variant="text"
      startIcon={data.isWanted ? <NotificationsActiveRounded /> : <NotificationsNoneRounded />}
      aria-pressed={data.isWanted}
      loading={act.isPending}
      loadingPosition="start"
      onClick={toggle}
    >
      {t('remind')}
    </Button>
  )
}
