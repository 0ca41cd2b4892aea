import { z } from 'zod'
import { embeddableTypes } from '../../domain/product-rules.ts'
import type { ProductType } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { countryCode, givenInstant, httpUrl, instant } from '../common.ts'

/** Section of the product's form that shows a field. */
export type ProductSection = 'info' | 'price' | 'media' | 'classification' | 'extras'

interface Place {
  section: ProductSection
  /**
   * Answers that hold the field: 'page' the product's page and its form, 'form' the form alone, 'list' every card or
   * own list (declared there), and so the page and the form.
   */
  answer: 'page' | 'form' | 'list'
  /** Types that have the field; of all others it is refused, and a change of type empties it. */
  only?: ReadonlySet<ProductType>
}

// A kind decides how a value is stored, typed and left empty.
const text = <S extends z.ZodType<string, string>, const P extends Place>(schema: S, place: P) => ({
  kind: 'text' as const,
  schema: schema.nullable(),
  empty: null,
  ...place,
})
const number = <const P extends Place>(min: number, max: number, place: P) => ({
  kind: 'number' as const,
  schema: z.int().min(min).max(max).nullable(),
  empty: null,
  range: { min, max },
  ...place,
})
const moment = <const P extends Place>(place: P) => ({ kind: 'moment' as const, schema: givenInstant.nullable(), empty: null, ...place })
const flag = <const P extends Place>(empty: boolean, place: P) => ({ kind: 'flag' as const, schema: z.boolean(), empty, ...place })
const choice = <const V extends readonly [string, ...string[]], const P extends Place>(values: V, empty: V[number], place: P) => ({
  kind: 'choice' as const,
  schema: z.enum(values),
  empty,
  ...place,
})
const words = <const P extends Place>(max: number, chars: number, place: P) => ({
  kind: 'words' as const,
  schema: z.array(line(chars)).max(max),
  empty: [] as string[],
  max,
  chars,
  ...place,
})

const watchedTypes: ReadonlySet<ProductType> = new Set(['live', 'broadcast', 'vod'])

const line = (max: number) => z.string().trim().min(1).max(max)

export const suggestedAges = ['all', '13+', '18+'] as const
/** Party that bears the fee per ticket. */
export const ticketFeePayers = ['organizer', 'buyer'] as const

/**
 * Fields of a product that are one column, one input and the same value in every answer (decision plain-fields). A row
 * here declares the field in the bodies and answers of the contract, in the api's reads and writes, and in the values,
 * rules and preview of the form. All others (money, pictures, texts in languages, lists of things) are written out.
 */
export const plainFields = {
  priceNote: text(line(200), { section: 'price', answer: 'page' }),
  ticketFeePayer: choice(ticketFeePayers, 'organizer', { section: 'price', answer: 'form' }),
  saleStartsAt: moment({ section: 'price', answer: 'page' }),
  saleEndsAt: moment({ section: 'price', answer: 'page' }),
  /** How long access lasts once one has it. */
  expirationHours: number(1, 87_600, { section: 'price', answer: 'page' }),
  expiresAt: moment({ section: 'price', answer: 'page' }),
  subscriptionOnly: flag(false, { section: 'price', answer: 'page' }),
  /** Pieces or seats for sale in all; null: as many as are wanted. Pages tell what is left of them. */
  stock: number(0, 1_000_000, { section: 'price', answer: 'form' }),

  /** A trailer elsewhere. */
  trailerUrl: text(httpUrl, { section: 'media', answer: 'page' }),
  /** Address of a player elsewhere that is shown instead of ours; the page shows it to those who may watch. */
  url: text(httpUrl, { section: 'media', answer: 'form', only: embeddableTypes }),
  /** Initial state of the studio's switch for recording. */
  recordsBroadcasts: flag(true, { section: 'media', answer: 'list' }),

  tags: words(20, 40, { section: 'classification', answer: 'page' }),
  /** Short badges on the card. */
  labels: words(10, limits.productLabelChars, { section: 'classification', answer: 'list' }),
  suggestedAge: choice(suggestedAges, 'all', { section: 'classification', answer: 'page' }),
  productionYear: number(1888, 2200, { section: 'classification', answer: 'page' }),
  productionCountry: text(countryCode, { section: 'classification', answer: 'page' }),
  director: text(line(200), { section: 'classification', answer: 'page' }),
  /** Products of one group stand together on the page of their channel. */
  group: text(line(120), { section: 'classification', answer: 'list' }),

  seoTitle: text(line(200), { section: 'extras', answer: 'page', only: new Set(['post']) }),
  seoDescription: text(line(400), { section: 'extras', answer: 'page', only: new Set(['post']) }),
  /** Where the banner leads. */
  bannerUrl: text(httpUrl, { section: 'extras', answer: 'page' }),
  /** A survey elsewhere that viewers are asked to at the end. */
  surveyUrl: text(httpUrl, { section: 'extras', answer: 'page', only: watchedTypes }),
  /** Set by staff only. */
  fakeLive: flag(false, { section: 'info', answer: 'page', only: new Set(['live']) }),
}

export type PlainField = keyof typeof plainFields
type Answer = Place['answer']
/** Names of the fields in some of the answers. */
export type PlainFieldIn<A extends Answer> = {
  [Name in PlainField]: (typeof plainFields)[Name]['answer'] extends A ? Name : never
}[PlainField]
/** Values of fields in their contract's form. */
export type PlainValues<Name extends PlainField = PlainField> = { [N in Name]: z.output<(typeof plainFields)[N]['schema']> }

export const plainFieldNames = Object.keys(plainFields) as PlainField[]

export function isPlainField(name: string): name is PlainField {
  return Object.hasOwn(plainFields, name)
}

/** Whether products of this type have the field. */
export function hasField(type: ProductType | '', name: PlainField): boolean {
  const { only }: Place = plainFields[name]
  return only === undefined || (type !== '' && only.has(type))
}

export function plainFieldsIn<A extends Answer>(...answers: A[]): PlainFieldIn<A>[] {
  return plainFieldNames.filter((name) => (answers as Answer[]).includes(plainFields[name].answer)) as PlainFieldIn<A>[]
}

type PlainShape<Name extends PlainField> = { [N in Name]: (typeof plainFields)[N]['schema'] }

/** Shape of the fields for the schema of a body. */
export function plainShape<Name extends PlainField>(names: readonly Name[]): PlainShape<Name> {
  return Object.fromEntries(names.map((name) => [name, plainFields[name].schema])) as PlainShape<Name>
}

/** Shape of the fields for the schema of an answer: what is stored is not judged by today's limits. */
export function plainAnswerShape<Name extends PlainField>(names: readonly Name[]): PlainShape<Name> {
  const moments = names.filter((name) => plainFields[name].kind === 'moment').map((name) => [name, instant.nullable()])
  return { ...plainShape(names), ...Object.fromEntries(moments) } as PlainShape<Name>
}

/** Values of fields that nobody filled in. */
export function emptyPlainValues<Name extends PlainField>(names: readonly Name[]): PlainValues<Name> {
  const entries = names.map((name) => {
    const { empty } = plainFields[name]
    return [name, Array.isArray(empty) ? [...empty] : empty]
  })
  return Object.fromEntries(entries) as PlainValues<Name>
}

/** Picks the fields out of an object that has them. */
export function pickPlain<Name extends PlainField, T extends Record<Name, unknown>>(from: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>
}
