import type { Channel, OwnChannel } from '@e-events/shared/contract/channels.ts'
import type { ChannelRow } from '../../db/tables/channels.ts'
import { fileUrl } from '../../read/file-url.ts'
import { channelActions } from './policy.ts'

export function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id as Channel['id'],
    slug: row.slug,
    title: row.title,
    shortDescription: row.short_description,
    classification: row.classification,
    tags: row.tags,
    logoUrl: fileUrl(row.logo_file_id ?? row.profile_file_id),
    coverUrl: fileUrl(row.cover_file_id),
    links: {
      website: row.website_url,
      youtube: row.youtube_url,
      instagram: row.instagram_url,
      facebook: row.facebook_url,
      twitter: row.twitter_url,
      spotify: row.spotify_url,
    },
  }
}

export function toOwnChannel(row: ChannelRow): OwnChannel {
  return { ...toChannel(row), status: row.status, businessName: row.business_name, allowed: channelActions(row.status) }
}
