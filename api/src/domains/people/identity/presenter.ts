import type { Device, LinkedIdentity } from '@e-events/shared/contract/people/account.ts'
import type { Session } from '@e-events/shared/contract/people/auth.ts'
import type { UserSessionRow } from '../../../db/tables/people.ts'
import { toSessionUser } from '../read/my-data.ts'
import type { IdentityView } from './identities.ts'
import type { OpenSession } from './service.ts'
import { deviceLabel } from '../../../http/user-agent.ts'

/** The web's refresh token travels in its cookie alone, where no script can read it. */
export function toSession(opened: OpenSession): Session {
  return {
    authToken: opened.accessToken,
    authTokenExpiresAt: new Date(opened.accessExpiresAtMs).toISOString(),
    refreshToken: opened.client === 'studio' ? opened.refreshToken : null,
    user: toSessionUser(opened.account),
  }
}

export function toLinkedIdentity({ id, label, email, created_at: linkedAt }: IdentityView): LinkedIdentity {
  return { id, label, email, linkedAt: linkedAt.toISOString() }
}

export function toDevice(row: UserSessionRow, currentSessionId: string): Device {
  return {
    id: row.id,
    label: row.device_label || deviceLabel(row.user_agent),
    client: row.client,
    address: row.ip,
    lastUsedAt: row.last_used_at.toISOString(),
    signedInAt: row.created_at.toISOString(),
    isThisOne: row.id === currentSessionId,
  }
}
