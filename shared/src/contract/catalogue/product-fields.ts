import { z } from 'zod'
import { currencySchema, dearestAnywhere, dearestMinor, defaultCurrency } from '../../domain/currencies.ts'
import { languageSchema } from '../../domain/language.ts'
import { productPlanSchema, productStatusSchema, productTypeSchema } from '../../domain/states.ts'
import { limits } from '../../limits.ts'
import { givenInstant, moment, slugSchema } from '../common.ts'
import { plainFieldNames, plainShape } from './plain-fields.ts'

const text = {
  title: z.string().trim().min(1).max(limits.titleChars),
  shortDescription: z.string().trim().max(limits.productShortDescriptionChars),
  description: z.string().trim().max(limits.descriptionChars),
}

const minorUnits = z.int().min(0).max(dearestAnywhere)
const taxBasisPoints = z.int().min(0).max(10_000)

export const netPriceSchema = z
  .strictObject({
    netMinor: minorUnits,
    currency: currencySchema.default(defaultCurrency),
    taxBasisPoints: taxBasisPoints.default(2_100),
  })
  .refine(({ netMinor, currency }) => netMinor <= dearestMinor(currency), {
    path: ['netMinor'],
    message: 'must be worth 100,000 euros at most',
    params: { rule: 'too_big' },
  })

/** A lower price for a while: at most 20 % below the net price. */
export const offerSchema = z.strictObject({ netMinor: minorUnits, taxBasisPoints, startsAt: givenInstant, endsAt: givenInstant })

export const metadataEntrySchema = z.strictObject({
  key: z.string().trim().min(1).max(60),
  value: z.string().trim().max(2000).default(''),
  /** The sales download has a column for it. */
  exportable: z.boolean().default(false),
})

const picture = z.uuid()

/** Fields that may be left out when a product is made, and changed at any time, published or not. */
const changeable = {
  ...text,
  ...plainShape(plainFieldNames),
  price: netPriceSchema.nullable(),
  offer: offerSchema.nullable(),
  /** Physical goods only. */
  shippingNetMinor: minorUnits.nullable(),

  secondaryImageId: picture.nullable(),
  heroImageId: picture.nullable(),
  adBannerImageId: picture.nullable(),

  /** Slugs of categories, the most important one first. */
  categories: z.array(slugSchema).max(10),
  /** A category that nobody named before; staff shows it on the home page or does not. */
  newCategory: z.string().trim().min(1).max(80).nullable(),

  /** Products that come with this one; only one's own, and none that is a bundle itself. */
  bundleProductIds: z.array(z.uuid()).max(50),
}

const optional = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject(shape).partial().shape

export const createProductBody = z.strictObject({
  ...optional(changeable),
  channelSlug: slugSchema,
  title: text.title,
  /** Made from the title where it is left out. */
  slug: slugSchema.optional(),
  type: productTypeSchema,
  plan: productPlanSchema,
  /** The language that title and descriptions are written in; others are translations. */
  language: languageSchema.default('es'),
  /** A picture that the caller uploaded (`POST /images`). */
  imageId: picture,
  /** Speakers or artists in their order. */
  speakerIds: z.array(z.uuid()).min(1).max(50),
})

/** A draft from its title on: what publishing and the save button ask for may follow. */
export const beginProductBody = createProductBody.partial({ imageId: true, speakerIds: true }).extend({
  /** Slug of an own course in the same channel whose lesson the video is for: videos of lessons need no permission. */
  lessonOf: slugSchema.optional(),
})

/**
 * Missing fields stay as they are. `channelSlug`, `type` and `status: draft` are refused once the product is published.
 */
export const updateProductBody = z
  .strictObject({
    ...changeable,
    channelSlug: slugSchema,
    type: productTypeSchema,
    plan: productPlanSchema,
    status: productStatusSchema,
    slug: slugSchema,
    imageId: picture,
    speakerIds: z.array(z.uuid()).min(1).max(50),
  })
  .partial()

export const translationBody = z.strictObject({
  title: text.title,
  shortDescription: text.shortDescription.default(''),
  description: text.description.default(''),
})

const sessionTimes = { startsAt: moment, endsAt: moment, timezone: z.string().max(60).default('Europe/Madrid') }

export const addSessionBody = z.strictObject(sessionTimes)

export const changeReasons = ['organizer', 'provider'] as const
/** The reason decides who bears the refunds; the note is read by ticket holders. */
const changeNotice = { reason: z.enum(changeReasons).default('organizer'), note: z.string().trim().max(2000).default('') }
export const rescheduleBody = z.strictObject({ ...sessionTimes, ...changeNotice })
/** Without a session the whole event is cancelled. */
export const cancelBody = z.strictObject({ sessionId: z.uuid().nullable().default(null), ...changeNotice })
