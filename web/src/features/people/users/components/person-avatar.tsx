import type { UserRowView } from '@e-events/shared/contract/people/users.ts'
import Avatar from '@mui/material/Avatar'

const tints = ['tint.blue', 'tint.green', 'tint.amber', 'tint.neutral'] as const

/** A face, or two letters on a colour that stays the same for a person. */
export function PersonAvatar({
  person,
  size,
}: {
  person: Pick<UserRowView, 'id' | 'name' | 'surname' | 'email' | 'avatarUrl'>
  size: number
}) {
  const initials = `${person.name.charAt(0)}${person.surname.charAt(0)}`.toUpperCase() || person.email.charAt(0).toUpperCase()
  return (
    <Avatar
      aria-hidden
      alt=""
      {...(person.avatarUrl ? { src: person.avatarUrl } : {})}
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        fontSize: size * 0.4,
        bgcolor: tints[Number.parseInt(person.id.slice(-2), 16) % tints.length] ?? 'tint.neutral',
        color: 'text.primary',
      }}
    >
      {initials}
    </Avatar>
  )
}
