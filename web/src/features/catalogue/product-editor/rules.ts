import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { createProductBody, metadataEntrySchema } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { hasField, isPlainField, plainFieldNames, plainFields } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import { productIssues, type ProductLimits } from '@e-events/shared/contract/catalogue/product-issues.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import { set, type FieldError, type FieldErrors, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { isFieldRule, objectsMessage, type FieldRule } from '../../../lib/form.ts'
import { parseBasisPoints, parseMinor } from '../../../lib/money.ts'
import { hasTexts, type ProductFields } from './fields.ts'
import { bodyOf, fieldPathOf } from './mapping.ts'
import type { PartId } from './steps.ts'

/** As many as the contract takes (`setMetadata`). */
const metadataEntries = 30

export type Faults = Record<string, { rule: FieldRule; message: string }>

interface JudgeOptions extends ProductLimits {
  nowMs: number
}

/**
 * Everything that is wrong with a form, by the path of its field. The contract's own schema judges what the form's
 * rules leave.
 */
export function judge(fields: ProductFields, { nowMs, promotionMaxPercent }: JudgeOptions): Faults {
  const faults: Faults = {}
  const add = (path: string, rule: FieldRule, message = '') => (faults[path] ??= { rule, message })
  if (fields.channelSlug === '') add('channelSlug', 'select')
  if (fields.type === '') add('type', 'select')
  if (fields.image === null) add('image', 'required')
  if (fields.speakers.length === 0) add('speakers', 'has', objectsMessage('speakers'))
  for (const language of languages) {
    const texts = fields.texts[language]
    if (language !== fields.language && !hasTexts(texts)) continue
    if (texts.title.trim() === '') add(`texts.${language}.title`, 'required')
    for (const [name, max] of [
      ['title', limits.titleChars],
      ['shortDescription', limits.productShortDescriptionChars],
      ['description', limits.descriptionChars],
    ] as const)
      if (texts[name].trim().length > max) add(`texts.${language}.${name}`, 'too_big', String(max))
  }
  judgePrice(fields, add)
  judgeDates(fields, { add, nowMs })
  if (fields.metadata.length > metadataEntries) add('metadata', 'range', `0 ${metadataEntries}`)
  fields.metadata.forEach((entry, index) => {
    for (const issue of metadataEntrySchema.safeParse(entry).error?.issues ?? []) {
      const name = String(issue.path[0])
      add(
        `metadata.${index}.${name}`,
        issue.code === 'too_big' ? 'too_big' : 'required',
        issue.code === 'too_big' ? String(issue.maximum) : '',
      )
    }
    if (fields.metadata.findIndex(({ key }) => key.trim() === entry.key.trim()) < index) add(`metadata.${index}.key`, 'twice')
  })
  for (const name of plainFieldNames) {
    const field = plainFields[name]
    const value = fields[name]
    if (field.kind !== 'number' || value === null || !hasField(fields.type, name)) continue
    const { min, max } = field.range
    if (typeof value !== 'number') add(name, 'number')
    else if (value === 0 && min === 1) add(name, 'positive')
    else if (value < min || value > max) add(name, 'range', `${min} ${max}`)
  }
  const body = { ...bodyOf(fields), language: fields.language }
  for (const issue of createProductBody.safeParse(body).error?.issues ?? []) {
    const { rule, message } = ruleOf(issue)
    add(fieldPathOf(issue.path, fields.language), rule, message)
  }
  for (const { path, rule } of productIssues(body, { promotionMaxPercent })) {
    // Amounts that cannot be read are reported already.
    if (rule === 'offer_cap' && (faults['net'] ?? faults['offerNet'])) continue
    add(fieldPathOf(path, fields.language), isFieldRule(rule) ? rule : 'format', rule === 'offer_cap' ? String(promotionMaxPercent) : '')
  }
  return faults
}

type Add = (path: string, rule: FieldRule, message?: string) => void

function judgePrice(fields: ProductFields, add: Add): void {
  const amount = (path: 'net' | 'offerNet' | 'shippingNet', { positive }: { positive: boolean }) => {
    const parsed = parseMinor(fields[path], decimalsOf(fields.currency))
    if (fields[path].trim() === '') add(path, 'required')
    else if ('fault' in parsed) add(path, parsed.fault)
    else if (positive && parsed.minor === 0) add(path, 'positive')
  }
  const rate = (path: 'tax' | 'offerTax') => {
    if (fields[path].trim() === '') add(path, 'required')
    else if (parseBasisPoints(fields[path]) === undefined) add(path, 'number')
  }
  if (fields.type === 'physical' && fields.shippingNet.trim() !== '') amount('shippingNet', { positive: false })
  if (fields.plan === 'free') return
  amount('net', { positive: true })
  rate('tax')
  if (!fields.hasOffer) return
  amount('offerNet', { positive: true })
  rate('offerTax')
  if (fields.offerStartsAt === null) add('offerStartsAt', 'required')
  if (fields.offerEndsAt === null) add('offerEndsAt', 'required')
}

function judgeDates(fields: ProductFields, { add, nowMs }: { add: Add; nowMs: number }): void {
  fields.sessions.forEach(({ id, startsAt, endsAt }, index) => {
    const at = `sessions.${index}`
    if (startsAt === null) add(`${at}.startsAt`, 'required')
    // A saved date may pass; nobody sells a new one that has.
    else if (id === null && Date.parse(startsAt) <= nowMs) add(`${at}.startsAt`, 'past')
    else if (fields.sessions.some((other, i) => i < index && other.startsAt !== null && sameMoment(other.startsAt, startsAt)))
      add(`${at}.startsAt`, 'twice')
    if (endsAt === null) add(`${at}.endsAt`, 'required')
    else if (isNotAfter(endsAt, startsAt)) add(`${at}.endsAt`, 'order')
  })
}

const sameMoment = (a: string, b: string) => Date.parse(a) === Date.parse(b)
const isNotAfter = (end: string | null, start: string | null) => end !== null && start !== null && Date.parse(end) <= Date.parse(start)

function ruleOf(issue: z.core.$ZodIssue): { rule: FieldRule; message: string } {
  if (issue.code === 'too_big' && (issue.origin === 'string' || issue.origin === 'array'))
    return { rule: 'too_big', message: String(issue.maximum) }
  if (issue.code === 'invalid_value') return { rule: 'select', message: '' }
  if (issue.code === 'invalid_format' && issue.format === 'url') return { rule: 'url', message: '' }
  return { rule: 'format', message: '' }
}

/** Part of the form that shows a field. */
export function partOf(path: string): PartId {
  const name = path.split('.')[0] ?? ''
  return isPlainField(name) ? plainFields[name].section : (partOfField[name] ?? 'info')
}

/** Fields of the other parts that are folded with those of `more` where a step has everything. */
const rare: ReadonlySet<string> = new Set([
  'heroImage',
  'stock',
  'saleStartsAt',
  'saleEndsAt',
  'expirationHours',
  'expiresAt',
  'subscriptionOnly',
] satisfies (keyof ProductFields)[])

/** Whether a field is among the options that are folded. */
export const isMore = (path: string, more: readonly PartId[]): boolean => rare.has(path.split('.')[0] ?? '') || more.includes(partOf(path))

const partOfField: Record<string, PartId> = Object.fromEntries(
  Object.entries({
    info: ['channelSlug', 'type', 'slug'],
    texts: ['texts'],
    image: ['image', 'heroImage'],
    speakers: ['speakers'],
    price: ['plan', 'currency', 'net', 'tax', 'hasOffer', 'offerNet', 'offerTax', 'offerStartsAt', 'offerEndsAt', 'shippingNet'],
    dates: ['sessions'],
    media: [],
    classification: ['categories', 'newCategory'],
    extras: ['metadata', 'bundle', 'secondaryImage', 'adBanner'],
  }).flatMap(([part, names]) => names.map((name) => [name, part as PartId])),
)

export function productResolver(optionsNow: () => JudgeOptions): Resolver<ProductFields> {
  return (fields) => {
    const faults = Object.entries(judge(fields, optionsNow()))
    if (faults.length === 0) return { values: fields, errors: {} }
    const errors: FieldErrors<ProductFields> = {}
    for (const [path, { rule, message }] of faults) set(errors, path, { type: rule, message } satisfies FieldError)
    return { values: {}, errors }
  }
}
