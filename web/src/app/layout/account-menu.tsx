import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWasEver } from '../../components/use-was-ever.ts'
import { fullName, UserAvatar } from './user-avatar.tsx'

const loadList = () => import('./account-list.tsx')
const AccountList = lazy(async () => ({ default: (await loadList()).AccountList }))

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const menuId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasEver(anchor !== null)
  return (
    <>
      <IconButton
        data-tour="account"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onPointerEnter={() => void loadList()}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.5, ml: 0.5 }}
      >
        <UserAvatar user={user} />
        <span className="visually-hidden">{t('account.menu', { name: fullName(user) })}</span>
      </IconButton>
      {wasOpened && (
        <Suspense>
          <AccountList id={menuId} user={user} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
