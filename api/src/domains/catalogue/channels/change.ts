import type { updateChannelBody } from '@e-events/shared/contract/catalogue/channels.ts'
import { normalTaxId } from '@e-events/shared/domain/tax-id.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { z } from 'zod'
import { toJson } from '../../../db/row.ts'
import type { ChannelUpdate } from '../../../db/tables/catalogue.ts'

type Body = z.output<typeof updateChannelBody>
type Columns = { [Field in keyof Body]?: keyof ChannelUpdate }

const columnOf = {
  title: 'title',
  slug: 'slug',
  shortDescription: 'short_description',
  businessName: 'business_name',
  tags: 'tags',
  marketplaceUrl: 'marketplace_url',
  inPlatformSubscription: 'in_platform_subscription',
  logoImageId: 'logo_file_id',
  profileImageId: 'profile_file_id',
  coverImageId: 'cover_file_id',
} as const satisfies Columns

/**
 * Columns of what a body changes; what is left out stays. The classification is looked up elsewhere.
 * @throws DomainError VALIDATION_FAILED for a wrong IBAN
 */
export function toChange(body: Body): ChannelUpdate {
  const change: ChannelUpdate = {}
  for (const [field, column] of Object.entries(columnOf)) {
    const value = body[field as keyof typeof columnOf]
    if (value !== undefined) Object.assign(change, { [column]: value })
  }
  if (body.translations) change.translations = toJson(body.translations)
  if (body.links) for (const [kind, url] of Object.entries(body.links)) Object.assign(change, { [`${kind}_url`]: url })
  if (body.subscription) {
    change.subscription_active = body.subscription.active
    change.subscription_net_minor = body.subscription.netMinor
    change.subscription_tax_basis_points = body.subscription.taxBasisPoints
  }
  if (body.billing) {
    const { nif, iban, postalCode, prefix, phone, address, city, country } = body.billing
    Object.assign(change, {
      billing_nif: nif === null ? null : normalTaxId(nif),
      billing_prefix: prefix,
      billing_phone: phone,
      billing_address: address,
      billing_city: city,
      billing_postal_code: postalCode,
      billing_country: country,
      iban: iban === null ? null : toIban(iban),
    })
  }
  return change
}

/** Payouts go there: a number with a slip of the pen is refused before it is kept. */
function toIban(text: string): string {
  const iban = electronicFormatIBAN(text)
  if (iban === null || !isValidIBAN(iban)) {
    const issue = { path: 'body.billing.iban', rule: 'invalid_format', message: 'is no valid IBAN' }
    throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
  }
  return iban
}
