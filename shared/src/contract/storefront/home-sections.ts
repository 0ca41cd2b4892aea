import { z } from 'zod'
import { channelId, productId } from '../../domain/ids.ts'
import { languages, type Language } from '../../domain/language.ts'
import { limits } from '../../limits.ts'
import { httpUrl, slugSchema } from '../common.ts'

/** The kinds of section in the order in which the editor offers them. */
export const sectionKinds = [
  'hero',
  'product_slider',
  'channel_slider',
  'speaker_slider',
  'featured_product',
  'featured_channel',
  'static_content',
  'static_image',
  'call_to_action',
] as const
export type SectionKind = (typeof sectionKinds)[number]

/** A text per language; where the reader's is empty, the Spanish one shows, else any. */
export type SectionTexts = Record<Language, string>
export const emptyTexts: SectionTexts = { es: '', en: '', pt: '' }

export function textIn(texts: SectionTexts, language: Language): string {
  return texts[language] || texts.es || languages.map((other) => texts[other]).find(Boolean) || ''
}

const texts = (maxChars: number) => {
  const text = z.string().trim().max(maxChars)
  return z.strictObject({ es: text, en: text, pt: text })
}
const requiredTexts = (maxChars: number) =>
  texts(maxChars).refine((all) => Object.values(all).some((text) => text !== ''), {
    message: 'needs a text in one language at least',
    params: { rule: 'required' },
  })

/**
 * Where a section leads: a page of this site (`/products/x`) or an address of the web. Nothing that would run as a
 * script.
 */
export const sectionLink = z.union([
  z
    .string()
    .max(500)
    // Never `//host`, which a browser takes for another site.
    .regex(/^\/(?:[^\s/\\][^\s\\]*)?$/),
  httpUrl,
])
const optionalLink = z.union([z.literal(''), sectionLink])
/** A picture of `POST /images`; it is shown under `/api/files/{id}`. */
const imageId = z.uuid()

const base = {
  /** The name that the editor gave it; it stays while the section is edited and moved. */
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w-]+$/),
  /** Kept, but shown to nobody. */
  hidden: z.boolean(),
}

/** `catalogue`: what is on air, else what comes next, speaks for itself with its own pictures and words. */
export const heroMediaSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('catalogue') }),
  z.strictObject({ kind: z.literal('image'), imageId }),
  /** The picture shows until the video plays, and instead of it where movement is unwanted. */
  z.strictObject({ kind: z.literal('video'), videoUrl: httpUrl, imageId: imageId.nullable() }),
])

export const heroSectionSchema = z
  .strictObject({
    ...base,
    type: z.literal('hero'),
    media: heroMediaSchema,
    title: texts(limits.sectionTitleChars),
    subtitle: texts(limits.sectionSubtitleChars),
    /** The button that leads to a product. */
    productId: productId.nullable(),
  })
  .refine((section) => section.media.kind === 'catalogue' || Object.values(section.title).some((text) => text !== ''), {
    path: ['title'],
    message: 'needs a text in one language at least',
    params: { rule: 'required' },
  })

/** Where the cards of a product slider come from; what is listed is published, whatever was chosen. */
export const productSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('live') }),
  z.strictObject({ kind: z.literal('upcoming') }),
  z.strictObject({ kind: z.literal('newest') }),
  z.strictObject({ kind: z.literal('category'), slug: slugSchema }),
  z.strictObject({ kind: z.literal('chosen'), ids: chosen(productId) }),
])
export const productSourceKinds = ['live', 'upcoming', 'newest', 'category', 'chosen'] as const
export type ProductSourceKind = (typeof productSourceKinds)[number]

const channelSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('newest') }),
  z.strictObject({ kind: z.literal('chosen'), ids: chosen(channelId) }),
])
const speakerSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('newest') }),
  z.strictObject({ kind: z.literal('chosen'), ids: chosen(z.uuid()) }),
])

/** An empty title of a slider is said by the client (`live`, `upcoming`, `newest`) or is the category's own. */
const sliderTitle = texts(limits.sectionTitleChars)

export const sectionSchemas = {
  hero: heroSectionSchema,
  product_slider: z.strictObject({ ...base, type: z.literal('product_slider'), title: sliderTitle, source: productSourceSchema }),
  channel_slider: z.strictObject({ ...base, type: z.literal('channel_slider'), title: sliderTitle, source: channelSourceSchema }),
  speaker_slider: z.strictObject({ ...base, type: z.literal('speaker_slider'), title: sliderTitle, source: speakerSourceSchema }),
  featured_product: z.strictObject({ ...base, type: z.literal('featured_product'), title: sliderTitle, productId }),
  featured_channel: z.strictObject({ ...base, type: z.literal('featured_channel'), title: sliderTitle, channelId }),
  static_content: z.strictObject({
    ...base,
    type: z.literal('static_content'),
    /** A third, half or all of the width. */
    size: z.enum(['small', 'medium', 'large']),
    title: requiredTexts(limits.sectionTitleChars),
    description: texts(limits.sectionTextChars),
    url: optionalLink,
  }),
  static_image: z.strictObject({
    ...base,
    type: z.literal('static_image'),
    imageId,
    /** Alternative text. Without it and without a link the picture is not shown. */
    alt: texts(limits.sectionAltChars),
    url: optionalLink,
  }),
  call_to_action: z.strictObject({
    ...base,
    type: z.literal('call_to_action'),
    title: requiredTexts(limits.sectionTitleChars),
    subtitle: texts(limits.sectionSubtitleChars),
    buttonText: requiredTexts(limits.sectionButtonChars),
    buttonLink: sectionLink,
  }),
} as const satisfies Record<SectionKind, z.ZodType>

export const sectionSchema = z.discriminatedUnion('type', [
  sectionSchemas.hero,
  sectionSchemas.product_slider,
  sectionSchemas.channel_slider,
  sectionSchemas.speaker_slider,
  sectionSchemas.featured_product,
  sectionSchemas.featured_channel,
  sectionSchemas.static_content,
  sectionSchemas.static_image,
  sectionSchemas.call_to_action,
])
export type Section = z.infer<typeof sectionSchema>
export type SectionOf<K extends SectionKind> = Extract<Section, { type: K }>

/** Sections of the home page, an entity or a page, in their order. */
export const sectionListSchema = z
  .array(sectionSchema)
  .max(limits.sectionsPerPlace)
  .refine((sections) => new Set(sections.map(({ id }) => id)).size === sections.length, { message: 'two sections have the same id' })

function chosen<T extends z.ZodType>(id: T) {
  return z
    .array(id)
    .max(limits.itemsPerSlider)
    .refine((ids) => new Set(ids).size === ids.length, { message: 'the same one stands there twice' })
}
