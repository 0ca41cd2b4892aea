import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Who runs this installation, for the legal notice and for everybody who needs help. What is null was not configured. */
export const siteInfoSchema = z
  .object({
    supportEmail: z.string(),
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

export const site = {
  info: endpoint({
    method: 'GET',
    path: '/site',
    summary: 'Support address and operator of this installation',
    access: { kind: 'public' },
    response: siteInfoSchema,
  }),
} as const
