import { channelLinkKinds, type Channel, type OwnChannel, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { allowedChannelActs, canEditChannel, canRenameChannel, type ChannelCaller } from '@e-events/shared/domain/channels.ts'
import { grossOf } from '@e-events/shared/domain/money.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { ChannelRevisionRow, ChannelRow } from '../../../db/tables/catalogue.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { reviewDeadline } from './list-query.ts'
import type { OwnChannelRow, ShownChannelRow } from './repository.ts'

export function toChannel(row: ShownChannelRow): Channel {
  return {
    id: row.id as Channel['id'],
    slug: row.slug,
    title: row.title,
    shortDescription: row.description,
    businessName: row.business_name,
    classification: row.category_slug === null ? null : { slug: row.category_slug, title: row.category_title ?? row.category_slug },
    tags: row.tags,
    status: row.status,
    logoUrl: fileUrl(row.logo_file_id ?? row.profile_file_id),
    profileUrl: fileUrl(row.profile_file_id ?? row.logo_file_id),
    coverUrl: fileUrl(row.cover_file_id),
    links: Object.fromEntries(channelLinkKinds.map((kind) => [kind, row[`${kind}_url`]])) as Channel['links'],
    marketplaceUrl: row.marketplace_url,
  }
}

export function toOwnChannel(row: OwnChannelRow, caller: ChannelCaller, now: Date): OwnChannel {
  return {
    ...toChannel(row),
    owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email },
    products: row.products,
    createdAt: row.created_at.toISOString(),
    statusChangedAt: row.status_changed_at.toISOString(),
    review: toReview(row, now),
    allowed: {
      edit: canEditChannel(row.status, caller),
      rename: canEditChannel(row.status, caller) && canRenameChannel(row.approved_at !== null),
      ...allowedChannelActs(row.status, caller),
    },
  }
}

export interface FullChannel {
  row: OwnChannelRow
  revisions: readonly ChannelRevisionRow[]
  caller: ChannelCaller
}

export function toOwnChannelDetail({ row, revisions, caller }: FullChannel, now: Date): OwnChannelDetail {
  const net = { minor: row.subscription_net_minor, currency: row.subscription_currency }
  return {
    ...toOwnChannel(row, caller, now),
    shortDescription: row.short_description,
    language: row.language,
    translations: row.translations as OwnChannelDetail['translations'],
    statusReason: row.status_reason,
    subscription: {
      active: row.subscription_active,
      netMinor: net.minor,
      taxBasisPoints: row.subscription_tax_basis_points,
      currency: net.currency,
      totalMinor: grossOf(net, row.subscription_tax_basis_points).gross.minor,
    },
    inPlatformSubscription: row.in_platform_subscription,
    billing: {
      nif: row.billing_nif,
      prefix: row.billing_prefix,
      phone: row.billing_phone,
      address: row.billing_address,
      city: row.billing_city,
      postalCode: row.billing_postal_code,
      country: row.billing_country,
      iban: row.iban,
    },
    images: {
      logo: toPicture(row.logo_file_id),
      profile: toPicture(row.profile_file_id),
      cover: toPicture(row.cover_file_id),
    },
    revisions: revisions.map(toRevision),
  }
}

/** Values that the audit log compares. An account number shows its last digits only. */
export function toAuditable(row: ChannelRow): object {
  return {
    title: row.title,
    slug: row.slug,
    language: row.language,
    shortDescription: row.short_description,
    translations: row.translations,
    businessName: row.business_name,
    category: row.category_id,
    tags: row.tags,
    links: Object.fromEntries(channelLinkKinds.map((kind) => [kind, row[`${kind}_url`]])),
    marketplaceUrl: row.marketplace_url,
    subscription: { active: row.subscription_active, net: row.subscription_net_minor, tax: row.subscription_tax_basis_points },
    inPlatformSubscription: row.in_platform_subscription,
    nif: row.billing_nif,
    billingCountry: row.billing_country,
    iban: row.iban === null ? null : `…${row.iban.slice(-4)}`,
    logo: row.logo_file_id,
    profile: row.profile_file_id,
    cover: row.cover_file_id,
  }
}

function toReview(row: ChannelRow, now: Date): OwnChannel['review'] {
  if (row.status !== 'revision') return null
  const requestedAt = row.status_changed_at
  return {
    requestedAt: requestedAt.toISOString(),
    dueAt: new Date(requestedAt.getTime() + limits.channelReviewMs).toISOString(),
    overdue: requestedAt <= reviewDeadline(now),
  }
}

function toRevision(row: ChannelRevisionRow): OwnChannelDetail['revisions'][number] {
  return {
    id: row.id,
    state: row.state,
    requestedAt: row.requested_at.toISOString(),
    rightsAcceptedAt: row.rights_accepted_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  }
}

function toPicture(fileId: string | null): { id: string; url: string } | null {
  return fileId === null ? null : { id: fileId, url: fileUrl(fileId) ?? '' }
}
