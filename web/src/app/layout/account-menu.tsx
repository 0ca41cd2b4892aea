import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName, UserAvatar } from './user-avatar.tsx'
import { useLazyMenu } from './use-lazy-menu.ts'

const loadList = () => import('./account-list.tsx')
const AccountList = lazy(async () => ({ default: (await loadList()).AccountList }))

export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const menuId = useId()
  const { anchor, wasOpened, open, close } = useLazyMenu()
  return (
    <>
      <IconButton
        data-tour="account"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onPointerEnter={() => void loadList()}
        onClick={open}
        sx={{ p: 0.5, ml: 0.5 }}
      >
        <UserAvatar user={user} />
        <span className="visually-hidden">{t('account.menu', { name: fullName(user) })}</span>
      </IconButton>
      <Suspense>{wasOpened && <AccountList id={menuId} user={user} anchor={anchor} onClose={close} />}</Suspense>
    </>
  )
}
