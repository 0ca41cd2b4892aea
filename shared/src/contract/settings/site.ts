import { z } from 'zod'
import { limits } from '../../limits.ts'
import { emailSchema, personName } from '../common.ts'
import { endpoint, sharedResponse } from '../endpoint.ts'

/** Who runs this installation, for the legal notice and for everybody who needs help. Null means not configured. */
export const siteInfoSchema = z
  .object({
    supportEmail: z.string(),
    /** An installed studio that is older asks for a newer one and does not go on air. */
    leastStudioVersion: z.string(),
    operator: z.object({
      name: z.string().nullable(),
      taxId: z.string().nullable(),
      address: z.string().nullable(),
      /** Entry in a trade register, as the law of the operator's country wants it shown. */
      registry: z.string().nullable(),
      dataProtectionEmail: z.string().nullable(),
    }),
  })
  .meta({ id: 'SiteInfo' })
export type SiteInfo = z.infer<typeof siteInfoSchema>

/** Subjects of a message by somebody without an account. */
export const contactTopics = ['organizing', 'white_label'] as const

export const contactMessageSchema = z
  .strictObject({
    topic: z.enum(contactTopics),
    name: personName.min(1),
    email: emailSchema,
    company: personName.nullable(),
    message: z.string().trim().min(1).max(limits.contactMessageChars),
    /** That the answer may be sent, and the message kept for it. */
    consent: z.literal(true),
  })
  .meta({ id: 'ContactMessage' })
export type ContactMessage = z.infer<typeof contactMessageSchema>

export const site = {
  info: endpoint({
    method: 'GET',
    path: '/site',
    summary: 'Support address and operator of this installation, and the oldest studio that it speaks with',
    access: { kind: 'public' },
    cache: sharedResponse,
    response: siteInfoSchema,
  }),
  /** Kept as a lead and sent to the support address. */
  contact: endpoint({
    method: 'POST',
    path: '/site/contact',
    summary: 'Write to the people behind the site',
    access: { kind: 'public' },
    body: contactMessageSchema,
    rateLimit: 'mail',
  }),
} as const
