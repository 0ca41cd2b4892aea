import CloseRounded from '@mui/icons-material/CloseRounded'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import { notifications, type Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { inboxQuery, patchInbox, refreshInbox } from '../queries.ts'
import { NotificationItem } from './notification-item.tsx'

interface NotificationPanelProps {
  anchor: HTMLElement | null
  onClose: () => void
}

export function NotificationPanel({ anchor, onClose }: NotificationPanelProps) {
  const { t } = useTranslation('notifications')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const titleId = useId()
  const inbox = useInfiniteQuery({ ...inboxQuery(api), enabled: anchor !== null })
  const { read, readAll, remove } = useInboxActions()
  const items = inbox.data?.pages.flatMap((page) => page.notifications) ?? []
  const unread = inbox.data?.pages.at(-1)?.unread ?? 0
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: {
            mt: 0.75,
            width: 'min(400px, calc(100vw - 24px))',
            maxHeight: 'min(600px, calc(100dvh - 96px))',
            display: 'flex',
            flexDirection: 'column',
            borderRadius: '14px',
            bgcolor: 'surface.raised',
            boxShadow: (theme) => theme.vars.palette.shadow.menu,
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, p: 1, pl: 2, borderBottom: 1, borderColor: 'border.subtle' }}>
        <Typography variant="h5" component="h2" id={titleId} sx={{ flex: 1 }}>
          {t('panel.title')}
        </Typography>
        {unread > 0 && (
          <Button size="small" variant="text" startIcon={<DoneAllRounded />} loading={readAll.isPending} onClick={() => readAll.mutate()}>
            {t('panel.readAll')}
          </Button>
        )}
        <IconButton size="small" aria-label={tc('action.close')} onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
        {inbox.isPending && <PanelSkeleton label={tc('page.loading')} />}
        {inbox.isError && !inbox.data && (
          <ErrorNotice error={inbox.error} onRetry={() => void inbox.refetch()} retrying={inbox.isFetching} title={t('panel.error')} />
        )}
        {inbox.data && items.length === 0 && (
          <Notice icon={NotificationsNoneRounded} title={t('panel.empty.title')} heading="h3">
            {t('panel.empty.text')}
          </Notice>
        )}
        {items.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
            {items.map((item) => (
              <NotificationItem key={item.id} item={item} onRead={() => read.mutate(item)} onRemove={() => remove.mutate(item)} />
            ))}
          </Box>
        )}
        {inbox.hasNextPage && (
          <Box sx={{ p: 1, display: 'grid' }}>
            <Button variant="text" size="small" loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
              {t(inbox.isFetchNextPageError ? 'panel.moreAgain' : 'panel.more')}
            </Button>
          </Box>
        )}
      </Box>
    </Popover>
  )
}

function useInboxActions() {
  const { api, queries, clock } = useServices()
  const showError = useErrorSnack()
  const nowIso = () => new Date(clock.nowMs()).toISOString()
  const settle = {
    onSettled: () => refreshInbox(queries),
    onError: (error: Error) => showError(error, { key: 'notifications' }),
  }
  const read = useMutation({
    mutationFn: ({ id }: Notification) => api.call(notifications.read, { params: { id } }),
    onMutate: ({ id }) => patchInbox(queries, (item) => (item.id === id ? { ...item, readOn: nowIso() } : item)),
    ...settle,
  })
  const readAll = useMutation({
    mutationFn: () => api.call(notifications.readAll),
    onMutate: () => patchInbox(queries, (item) => ({ ...item, readOn: item.readOn ?? nowIso() })),
    ...settle,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Notification) => api.call(notifications.remove, { params: { id } }),
    onMutate: ({ id }) => patchInbox(queries, (item) => (item.id === id ? undefined : item)),
    ...settle,
  })
  return { read, readAll, remove }
}

function PanelSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" sx={{ px: 2 }}>
      <span className="visually-hidden">{label}</span>
      {[0, 1, 2].map((i) => (
        <Box key={i} aria-hidden sx={{ py: 1.75 }}>
          <Skeleton sx={{ width: '56%', height: 14 }} />
          <Skeleton sx={{ mt: 1, width: '92%', height: 12 }} />
          <Skeleton sx={{ mt: 1, width: '30%', height: 11 }} />
        </Box>
      ))}
    </Box>
  )
}
