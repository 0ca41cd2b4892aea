import { z } from 'zod'
import { channelId } from '../../domain/ids.ts'
import { slugSchema } from '../common.ts'
import { productSourceKinds } from './home-sections.ts'
import { listedProductSchema, productCardSchema, speakerRefSchema } from '../catalogue/products.ts'

/** Channel as a card shows it. */
export const channelCardSchema = z
  .object({
    id: channelId,
    slug: slugSchema,
    title: z.string(),
    shortDescription: z.string(),
    classification: z.string().nullable(),
    logoUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
  })
  .meta({ id: 'ChannelCard' })
export type ChannelCard = z.infer<typeof channelCardSchema>

const base = { id: z.string() }
const heading = { ...base, title: z.string() }

/**
 * A section as it is shown: texts in the language of the request, ids turned into cards. Hidden sections, sliders that
 * hold nothing published and pictures without words or a link are left out, and a slider that fills itself holds no
 * product that the page shows elsewhere. The empty title of a `live`, `upcoming` or `newest` slider is said by the
 * client.
 */
export const shownSectionSchema = z
  .discriminatedUnion('type', [
    z.object({
      ...heading,
      type: z.literal('hero'),
      subtitle: z.string(),
      media: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('catalogue') }),
        z.object({ kind: z.literal('image'), imageUrl: z.string() }),
        z.object({ kind: z.literal('video'), videoUrl: z.string(), imageUrl: z.string().nullable() }),
      ]),
      /** Where the button leads. */
      product: productCardSchema.nullable(),
      /** Items between which a `catalogue` hero turns. */
      items: z.array(productCardSchema),
    }),
    z.object({
      ...heading,
      type: z.literal('product_slider'),
      source: z.enum(productSourceKinds),
      category: slugSchema.nullable(),
      /** The words of what is on air, which may be the only card. */
      items: z.array(listedProductSchema.extend({ shortDescription: z.string().optional() })),
    }),
    z.object({ ...heading, type: z.literal('channel_slider'), items: z.array(channelCardSchema) }),
    z.object({ ...heading, type: z.literal('speaker_slider'), items: z.array(speakerRefSchema) }),
    z.object({ ...heading, type: z.literal('featured_product'), product: productCardSchema }),
    z.object({ ...heading, type: z.literal('featured_channel'), channel: channelCardSchema }),
    z.object({
      ...heading,
      type: z.literal('static_content'),
      size: z.enum(['small', 'medium', 'large']),
      description: z.string(),
      url: z.string(),
    }),
    z.object({ ...base, type: z.literal('static_image'), imageUrl: z.string(), alt: z.string(), url: z.string() }),
    z.object({ ...heading, type: z.literal('call_to_action'), subtitle: z.string(), buttonText: z.string(), buttonLink: z.string() }),
  ])
  .meta({ id: 'ShownSection' })
export type ShownSection = z.infer<typeof shownSectionSchema>
export type ShownSectionOf<K extends ShownSection['type']> = Extract<ShownSection, { type: K }>

/** Answer for an address that is made of sections. */
export const sectionPageSchema = z
  .object({
    name: z.string(),
    /** Another one than was asked for: the address was renamed, and this is where it is now. */
    slug: slugSchema,
    sections: z.array(shownSectionSchema),
  })
  .meta({ id: 'SectionPage' })
export type SectionPage = z.infer<typeof sectionPageSchema>
