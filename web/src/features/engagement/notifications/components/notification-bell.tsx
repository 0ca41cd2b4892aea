import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useWasEver } from '../../../../components/use-was-ever.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { unreadQuery, refreshInbox } from '../queries.ts'

const loadPanel = () => import('./notification-panel.tsx')
const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }))

/** For the bar of every frame. Shows nothing to visitors; whether the site has a bell at all is the bar's business. */
export function NotificationBell() {
  const session = useSession()
  if (session.status !== 'authenticated') return null
  // Its words may still be on their way: the place is kept meanwhile, so that nothing beside it moves.
  return (
    <Suspense fallback={<Box sx={{ width: 36 }} />}>
      <Bell />
    </Suspense>
  )
}

function Bell() {
  const { t } = useTranslation('notifications')
  const { api } = useServices()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasEver(anchor !== null)
  const unread = useQuery(unreadQuery(api)).data ?? 0
  useInboxUpdates()
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void loadPanel()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge
          badgeContent={unread}
          max={99}
          color="primary"
          slotProps={{ badge: { 'aria-hidden': true, className: 'tabular', sx: { height: 17, minWidth: 17, px: 0.5, fontSize: 10.5 } } }}
        >
          <NotificationsNoneRounded />
        </Badge>
        {/* Text, not a label: a label would have to repeat the number. */}
        <span className="visually-hidden">{t('bell.label', { count: unread })}</span>
      </IconButton>
      {/* A screen reader hears of new ones without losing its place. */}
      <Box role="status" className="visually-hidden">
        {unread > 0 ? t('bell.label', { count: unread }) : ''}
      </Box>
      {wasOpened && (
        <Suspense>
          <NotificationPanel anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The number at the bell follows what happens elsewhere; what was missed while the line was broken is asked for. */
function useInboxUpdates(): void {
  const { notices, queries } = useServices()
  useEffect(() => {
    const again = () => void refreshInbox(queries)
    const stops = [
      notices.onUser(({ type }) => {
        if (type.startsWith('notification.')) again()
      }),
      notices.onReconnect(again),
    ]
    return () => stops.forEach((stop) => stop())
  }, [notices, queries])
}
