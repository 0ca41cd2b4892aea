import type { UserDetail, UserRowView } from '@e-events/shared/contract/people/users.ts'
import { userState } from '@e-events/shared/domain/users.ts'
import type { RoleRequestRow, UserRow } from '../../../db/tables/people.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { allowedActs, factsOf, type AdminFacts } from './policy.ts'
import type { ListedUserRow, AccountSummary } from './repository.ts'

export function toUserRow(row: Omit<ListedUserRow, 'sort_text'>, adminFacts: AdminFacts): UserRowView {
  return {
    id: row.id as UserRowView['id'],
    name: row.name,
    surname: row.surname,
    email: row.email,
    country: row.country,
    roles: row.roles,
    state: userState(factsOf(row)),
    activated: row.email_verified_at !== null,
    approved: row.approval_state === 'approved',
    blocked: row.blocked_at !== null,
    deleted: row.deleted_at !== null,
    external: row.is_external,
    newsletter: row.newsletter,
    language: row.locale,
    avatarUrl: fileUrl(row.avatar_file_id),
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    allowed: allowedActs(row, adminFacts),
  }
}

export interface FullUser {
  row: UserRow
  adminFacts: AdminFacts
  accountSummary: AccountSummary
  upgrade: RoleRequestRow | undefined
}

export function toUserDetail({ row, adminFacts, accountSummary, upgrade }: FullUser): UserDetail {
  return {
    ...toUserRow(row, adminFacts),
    ...toProfile(row),
    twoFactor: accountSummary.two_factor,
    devices: accountSummary.devices,
    channels: accountSummary.channels,
    tickets: accountSummary.tickets,
    upgrade: upgrade
      ? {
          id: upgrade.id,
          state: upgrade.state,
          message: upgrade.message ?? '',
          reason: upgrade.reason,
          requestedAt: upgrade.created_at.toISOString(),
        }
      : null,
    privacyVersion: accountSummary.privacy_version,
    deletionAt: row.deletion_at?.toISOString() ?? null,
  }
}

function toProfile(row: UserRow) {
  return {
    recommendedBy: row.recommended_by,
    company: row.company,
    job: row.job,
    timezone: row.time_zone,
    description: row.description ?? '',
    publicProfile: row.public_profile,
    journalist: row.is_journalist,
    youtube: row.youtube_url,
    twitter: row.twitter_url,
    facebook: row.facebook_url,
    instagram: row.instagram_url,
    linkedin: row.linkedin_url,
    web: row.web_url,
    billingCompany: row.billing_company,
    billingNif: row.billing_nif,
    billingAddress: row.billing_address,
    billingCity: row.billing_city,
    billingPostalCode: row.billing_postal_code,
    billingCountry: row.billing_country,
    billingPrefix: row.billing_prefix,
    billingPhone: row.billing_phone,
  }
}

/** Values that the audit log compares before and after an act; none is secret. */
export function toAuditable(row: UserRow): object {
  return {
    state: userState(factsOf(row)),
    name: row.name,
    surname: row.surname,
    email: row.email,
    country: row.country,
    language: row.locale,
    newsletter: row.newsletter,
    roles: row.roles,
    ...toProfile(row),
  }
}
