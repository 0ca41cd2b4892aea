import type { Session, SessionUser } from '@e-events/shared/contract/auth.ts'
import type { UserRow } from '../../db/tables/identity.ts'
import { fileUrl } from '../../read/file-url.ts'
import type { OpenSession } from './service.ts'

export function toSessionUser(row: UserRow): SessionUser {
  return {
    id: row.id as SessionUser['id'],
    user: row.email,
    roles: [...row.roles],
    name: row.name,
    surname: row.surname,
    newsletter: row.newsletter,
    country: row.country,
    language: row.locale,
    timezone: row.time_zone,
    avatarUrl: fileUrl(row.avatar_file_id),
    description: row.description ?? '',
  }
}

/** The web's refresh token travels in its cookie alone, where no script can read it. */
export function toSession(opened: OpenSession): Session {
  return {
    authToken: opened.accessToken,
    authTokenExpiresAt: new Date(opened.accessExpiresAtMs).toISOString(),
    refreshToken: opened.client === 'studio' ? opened.refreshToken : null,
    user: toSessionUser(opened.account),
  }
}
