import type { MyData } from '@e-events/shared/contract/people/account.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { RoleRequestRow, UserRow } from '../../../db/tables/people.ts'
import { fileUrl } from '../../media/read/file-url.ts'

export function toSessionUser(row: UserRow & { lacks_two_factor: boolean }): SessionUser {
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
    journalist: row.is_journalist,
    lacksTwoFactor: row.lacks_two_factor,
  }
}

type MyDataRow = UserRow & {
  two_factor_on: boolean
  two_factor_required: boolean
  recovery_codes_left: number
  new_email: string | null
  upgrade: (Pick<RoleRequestRow, 'id' | 'state' | 'message' | 'reason'> & { requested_at: string }) | null
}

/** The whole account, as its owner sees it. @throws DomainError UNAUTHENTICATED when it is gone */
export async function getMyData(knex: Knex, userId: string, now: Date): Promise<MyData> {
  const { rows } = await knex.raw<{ rows: MyDataRow[] }>(
    `select u.*,
       exists (select 1 from user_totps t where t.user_id = u.id and t.confirmed_at is not null) as two_factor_on,
       coalesce((select c.two_factor_roles && u.roles from site_config c), false) as two_factor_required,
       (select count(*)::int from user_recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
       (select e.new_email from email_tokens e where e.user_id = u.id and e.purpose = 'change_email' and e.expires_at > ? limit 1) as new_email,
       (select jsonb_build_object('id', q.id, 'state', q.state, 'message', q.message, 'reason', q.reason, 'requested_at', q.created_at)
          from role_requests q where q.user_id = u.id and q.role = 'PRODUCER' order by q.created_at desc limit 1) as upgrade
     from users u where u.id = ? and u.deleted_at is null`,
    [now, userId],
  )
  const [row] = rows
  if (!row) throw new DomainError('UNAUTHENTICATED')
  return toMyData(row)
}

function toMyData(row: MyDataRow): MyData {
  return {
    ...toSessionUser({ ...row, lacks_two_factor: row.two_factor_required && !row.two_factor_on }),
    eventReminders: row.event_reminders,
    youtube: row.youtube_url,
    twitter: row.twitter_url,
    facebook: row.facebook_url,
    instagram: row.instagram_url,
    linkedin: row.linkedin_url,
    web: row.web_url,
    publicProfile: row.public_profile,
    currency: row.currency,
    billingCompany: row.billing_company,
    billingNif: row.billing_nif,
    billingAddress: row.billing_address,
    billingCity: row.billing_city,
    billingPostalCode: row.billing_postal_code,
    billingCountry: row.billing_country,
    billingPrefix: row.billing_prefix,
    billingPhone: row.billing_phone,
    twoFactor: { on: row.two_factor_on, required: row.two_factor_required, recoveryCodesLeft: row.recovery_codes_left },
    newEmail: row.new_email,
    upgrade: row.upgrade && {
      id: row.upgrade.id,
      state: row.upgrade.state,
      message: row.upgrade.message ?? '',
      reason: row.upgrade.reason,
      requestedAt: new Date(row.upgrade.requested_at).toISOString(),
    },
    deletionAt: row.deletion_at?.toISOString() ?? null,
    hasPassword: row.password_hash !== null,
  }
}
