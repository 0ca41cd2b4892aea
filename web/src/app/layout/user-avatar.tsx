import { hasRole } from '@e-events/shared/domain/roles.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import Avatar from '@mui/material/Avatar'

export const isOrganizer = (user: SessionUser) => hasRole(user.roles, 'PRODUCER')
export const fullName = (user: SessionUser) => `${user.name} ${user.surname}`.trim() || user.user

export function UserAvatar({ user, size = 32 }: { user: SessionUser; size?: number }) {
  const initials = `${user.name.charAt(0)}${user.surname.charAt(0)}`.toUpperCase() || user.user.charAt(0).toUpperCase()
  return (
    <Avatar
      aria-hidden
      {...(user.avatarUrl ? { src: user.avatarUrl } : {})}
      alt=""
      sx={{ width: size, height: size, fontSize: size * 0.4, bgcolor: 'tint.blue', color: 'secondary.main' }}
    >
      {initials}
    </Avatar>
  )
}
