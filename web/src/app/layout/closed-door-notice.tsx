import LockOutlined from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { paths } from '../../config/paths.ts'
import { closedDoor, type ClosedDoor } from '../../lib/closed-door.ts'
import { useSession } from '../../lib/services.ts'

/** To a visitor who asked for a page of accounts: what it was, and the way there. */
export function ClosedDoorNotice() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  const door = useSyncExternalStore(closedDoor.subscribe, closedDoor.get)
  const before = useRef(pathname)
  useEffect(() => {
    // Only on leaving its place: while the gate leads there, the page before is still shown.
    if (before.current !== pathname && closedDoor.get()?.at === before.current) closedDoor.forget()
    before.current = pathname
  }, [pathname])
  if (!door || door.at !== pathname || session.status === 'authenticated') return null
  return (
    <Alert
      role="status"
      severity="info"
      icon={<LockOutlined />}
      onClose={closedDoor.forget}
      slotProps={{ closeButton: { 'aria-label': t('action.close') } }}
      sx={{ borderRadius: 0, px: 'var(--ee-gutter)', alignItems: 'center', '& .MuiAlert-message': { flex: 1 } }}
    >
      {words(door)}{' '}
      {door.about !== null && (
        <Button size="small" variant="text" color="inherit" href={door.about}>
          {t('door.about')}
        </Button>
      )}
      {door.isUnknown && (
        <Button size="small" variant="text" color="inherit" href={paths.search()}>
          {t('search.label')}
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" href={paths.login(door.next)}>
        {t('nav.login')}
      </Button>
      <Button size="small" variant="text" color="inherit" href={paths.signUp(door.next)}>
        {t('nav.signUp')}
      </Button>
    </Alert>
  )

  function words({ wanted, isUnknown }: ClosedDoor): string {
    if (isUnknown) return t('door.unknown')
    if (wanted === null) return t('door.page')
    return t('door.wanted', { what: 'title' in wanted ? wanted.title : t(wanted.id) })
  }
}
