import type { Notification } from '@e-events/shared/contract/engagement/notifications.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { MediaFailure } from '@e-events/shared/domain/media-uploads.ts'
import { mediaFailedTitle, mediaFailureText } from '@e-events/shared/locales/media-failures.ts'
import type { Knex } from 'knex'
import { toJson } from '../../../db/row.ts'
import { toNotification } from './presenter.ts'

interface Owner {
  user_id: string
  locale: Language
  title: string
  slug: string
  channel_slug: string
}

/** A notification to the organizer whose file failed, in their language. */
export async function insertFailedNotice(trx: Knex, assetId: string, failure: MediaFailure): Promise<Notification | undefined> {
  const owner = await trx('media_assets as a')
    .join('products as p', 'p.id', 'a.product_id')
    .join('channels as c', 'c.id', 'p.channel_id')
    .join('users as u', 'u.id', 'c.owner_id')
    .where('a.id', assetId)
    .first<Owner | undefined>('u.id as user_id', 'u.locale', 'p.title', 'p.slug', 'c.slug as channel_slug')
  if (!owner) return undefined
  const [row] = await trx('notifications')
    .insert({
      user_id: owner.user_id,
      type: 'media.failed',
      subject: mediaFailedTitle(owner.title, owner.locale),
      content: mediaFailureText(failure, owner.locale),
      payload: toJson({ productSlug: owner.slug, channelSlug: owner.channel_slug, reason: failure }),
    })
    .returning('*')
  return row && toNotification(row)
}
