import type { OwnSpeaker, OwnSpeakerRow as OwnSpeakerView, Speaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import type { SpeakerRow } from '../../../db/tables/catalogue.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import type { OwnSpeakerRow, UseRow } from './repository.ts'

export function toSpeakerRef(row: SpeakerRow): SpeakerRef {
  return { id: row.id, slug: row.slug, name: row.name, title: row.title, imageUrl: fileUrl(row.image_file_id) }
}

export function toSpeaker(row: SpeakerRow): Speaker {
  return {
    ...toSpeakerRef(row),
    bio: row.bio,
    links: {
      instagram: row.instagram_url,
      facebook: row.facebook_url,
      twitter: row.twitter_url,
      youtube: row.youtube_url,
      linkedin: row.linkedin_url,
    },
  }
}

export function toOwnSpeakerRow(row: OwnSpeakerRow): OwnSpeakerView {
  return {
    ...toSpeakerRef(row),
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    products: row.products,
    createdAt: row.created_at.toISOString(),
    // The caller owns it or is staff.
    allowed: { edit: true, delete: row.products === 0 },
  }
}

export function toOwnSpeaker(row: OwnSpeakerRow, uses: readonly UseRow[]): OwnSpeaker {
  const { bio, links } = toSpeaker(row)
  const translations = row.translations as OwnSpeaker['translations']
  return { ...toOwnSpeakerRow(row), bio, language: row.language, translations, links, imageId: row.image_file_id, usedBy: uses.map(toUse) }
}

function toUse(row: UseRow): OwnSpeaker['usedBy'][number] {
  return { slug: row.slug, title: row.title, channelSlug: row.channel_slug }
}

/** Values that the audit log compares. */
export function toAuditable(row: SpeakerRow): object {
  const { id: _id, imageUrl: _url, ...fields } = toSpeaker(row)
  return { ...fields, language: row.language, translations: row.translations, image: row.image_file_id }
}
