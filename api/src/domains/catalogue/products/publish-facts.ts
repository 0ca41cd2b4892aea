import { embedUrlOf } from '@e-events/shared/domain/embed.ts'
import { embeddableTypes, type PublishFacts } from '@e-events/shared/domain/product-rules.ts'
import type { ProductRow, ChannelRow } from '../../../db/tables/catalogue.ts'

/** Facts for publishing beside the product's own columns. */
export interface PublishCounts {
  scheduled_sessions: number
  linked_speakers: number
  has_ready_asset: boolean
  post_words: number
  lesson_count: number
  course_count: number
  has_sheet: boolean
}

/** Columns of `products p`, for the checklist and for the button alike. */
export const publishCountColumns = `
  (select count(*)::int from product_sessions due where due.product_id = p.id and due.state = 'scheduled') as scheduled_sessions,
  (select count(*)::int from product_speakers who where who.product_id = p.id) as linked_speakers,
  exists (select 1 from media_assets made where made.id = p.media_asset_id and made.state = 'ready') as has_ready_asset,
  coalesce((select max(post.words) from product_posts post where post.product_id = p.id), 0) as post_words,
  (select count(*)::int from lessons l join course_modules m on m.id = l.module_id where m.product_id = p.id) as lesson_count,
  (select count(*)::int from master_courses mc join products course on course.id = mc.course_id
   where mc.master_id = p.id and course.status <> 'draft') as course_count,
  exists (select 1 from datasheets d where d.product_id = p.id
          and (btrim(d.abstract) <> '' or btrim(d.resources) <> '' or cardinality(d.related_links) > 0)) as has_sheet`

type OwnColumns = Pick<ProductRow, 'type' | 'plan' | 'net_price_minor' | 'image_file_id' | 'url'>

export function toPublishFacts(row: OwnColumns & PublishCounts, channelStatus: ChannelRow['status']): PublishFacts {
  return {
    type: row.type,
    plan: row.plan,
    channelStatus,
    netPriceMinor: row.net_price_minor,
    hasImage: row.image_file_id !== null,
    speakers: row.linked_speakers,
    sessions: row.scheduled_sessions,
    hasMedia: row.has_ready_asset || (row.url !== null && embeddableTypes.has(row.type) && embedUrlOf(row.url) !== undefined),
    words: row.post_words,
    lessons: row.lesson_count,
    courses: row.course_count,
    hasSheet: row.has_sheet,
  }
}
