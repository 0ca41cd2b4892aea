import type { PublicProfile } from '@e-events/shared/contract/people/account.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { fileUrl } from '../../media/read/file-url.ts'

/** Never the e-mail, the roles or anything of billing (ID-038). */
export function toPublicProfile(row: UserRow): PublicProfile {
  return {
    id: row.id as PublicProfile['id'],
    name: row.name,
    surname: row.surname,
    avatarUrl: fileUrl(row.avatar_file_id),
    description: row.description ?? '',
    youtube: row.youtube_url,
    twitter: row.twitter_url,
    facebook: row.facebook_url,
    instagram: row.instagram_url,
    linkedin: row.linkedin_url,
    web: row.web_url,
  }
}
