import { mediaPayBody } from '@e-events/shared/contract/settings/config.ts'
import type { FieldError, FieldErrors, Resolver } from 'react-hook-form'
import type { MediaPay, MediaPayInput } from './resources.ts'

/** The form's fields: flat, keys always empty (they are written, never read), the price as people write it. */
export interface MediaPayFields {
  hasPos: boolean
  posUrl: string
  posCode: string
  posCurrency: string
  posKey: string
  publicKey: string
  secretKey: string
  signingKey: string
  active: boolean
  periodic: boolean
  interval: 'monthly' | 'annual'
  price: string
  subscriptionChannels: boolean
  paidContent: boolean
  promotionMax: string
  /** Empty: none is sold. */
  prepaidHour: string
  sellerCountry: string
  sellerPostalCode: string
}

export function toFields({ pos, provider, subscription, monetize, prepaidHourMinor, seller }: MediaPay): MediaPayFields {
  return {
    hasPos: pos !== null,
    posUrl: pos?.url ?? '',
    posCode: pos?.code ?? '',
    posCurrency: pos?.currency ?? 'EUR',
    posKey: '',
    publicKey: provider.publicKey,
    secretKey: '',
    signingKey: '',
    active: subscription.active,
    periodic: subscription.periodic,
    interval: subscription.interval,
    price: toText(subscription.priceMinor),
    prepaidHour: prepaidHourMinor === null ? '' : toText(prepaidHourMinor),
    subscriptionChannels: monetize.subscriptionChannels,
    paidContent: monetize.paidContent,
    promotionMax: String(monetize.promotionMaxPercent),
    sellerCountry: seller.country ?? '',
    sellerPostalCode: seller.postalCode ?? '',
  }
}

export function toBody(fields: MediaPayFields): MediaPayInput {
  return {
    pos: fields.hasPos ? { url: fields.posUrl.trim(), code: fields.posCode, currency: fields.posCurrency, key: fields.posKey } : null,
    provider: { publicKey: fields.publicKey, secretKey: fields.secretKey, signingKey: fields.signingKey },
    subscription: {
      active: fields.active,
      periodic: fields.periodic,
      interval: fields.interval,
      priceMinor: toMinor(fields.price) ?? Number.NaN,
    },
    monetize: {
      subscriptionChannels: fields.subscriptionChannels,
      paidContent: fields.paidContent,
      promotionMaxPercent: /^\d{1,2}$/.test(fields.promotionMax.trim()) ? Number(fields.promotionMax) : Number.NaN,
    },
    prepaidHourMinor: fields.prepaidHour.trim() === '' ? null : (toMinor(fields.prepaidHour) ?? Number.NaN),
    seller: {
      country: fields.sellerCountry || null,
      postalCode: fields.sellerCountry === '' ? null : fields.sellerPostalCode.trim() || null,
    },
  }
}

const toText = (minor: number): string => (minor / 100).toFixed(2).replace('.', ',')

/** Comma or point before the cents, nothing between thousands; undefined for what is no price. */
export function toMinor(text: string): number | undefined {
  const parts = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : undefined
}

const fieldOf: Record<string, keyof MediaPayFields> = {
  'pos.url': 'posUrl',
  'pos.code': 'posCode',
  'pos.currency': 'posCurrency',
  'pos.key': 'posKey',
  'provider.publicKey': 'publicKey',
  'provider.secretKey': 'secretKey',
  'provider.signingKey': 'signingKey',
  'subscription.priceMinor': 'price',
  prepaidHourMinor: 'prepaidHour',
  'monetize.promotionMaxPercent': 'promotionMax',
  'seller.country': 'sellerCountry',
  'seller.postalCode': 'sellerPostalCode',
}

/** The contract's own schema judges; a terminal needs its key unless one is stored already. */
export function mediaPayResolver(hasPosKey: boolean): Resolver<MediaPayFields> {
  return (fields) => {
    const errors: Record<string, FieldError> = {}
    for (const issue of mediaPayBody.safeParse(toBody(fields)).error?.issues ?? []) {
      const name = fieldOf[issue.path.join('.')]
      if (!name || errors[name]) continue
      if (fields[name] === '') errors[name] = { type: 'required', message: '' }
      else if (name === 'promotionMax') errors[name] = { type: 'range', message: '1 99' }
      else if (issue.code === 'too_big') errors[name] = { type: 'too_big', message: String(issue.maximum) }
      else errors[name] = { type: name === 'posUrl' ? 'url' : 'format', message: '' }
    }
    if (fields.hasPos && !hasPosKey && fields.posKey.trim() === '') errors['posKey'] = { type: 'required', message: '' }
    return Object.keys(errors).length === 0 ? { values: fields, errors: {} } : { values: {}, errors: errors as FieldErrors<MediaPayFields> }
  }
}
