import { z } from 'zod'
import { certificateNameSchema } from '../../domain/certificates.ts'
import { languageSchema } from '../../domain/language.ts'
import { productTypeSchema } from '../../domain/states.ts'
import { instant, languageQuery, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const revocation = {
  revokedAt: instant.nullable(),
  /** Words of whoever revoked it; for its owner and for organizers, never public. */
  revokedReason: z.string().nullable(),
}

/** A certificate as its owner sees it. */
export const certificateSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    title: z.string(),
    issuedAt: instant,
    ...revocation,
    /** Where the course or master is; null where it is gone. */
    product: z.object({ slug: slugSchema, type: productTypeSchema }).nullable(),
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof certificateSchema>

export const certificateStateSchema = z
  .object({
    /** The course or master gives certificates to the caller. */
    isOffered: z.boolean(),
    /** Everything was watched: one can be asked for. */
    isEarned: z.boolean(),
    /** Name of the account, to begin with. */
    name: z.string(),
    certificate: certificateSchema.nullable(),
  })
  .meta({ id: 'CertificateState' })
export type CertificateState = z.infer<typeof certificateStateSchema>

/**
 * A certificate as anybody reads it at its address. `altered`: what is stored is not what was signed; nothing of it
 * is shown.
 */
export const shownCertificateSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['valid', 'revoked', 'altered']),
    revokedAt: instant.nullable(),
    /** Language that the certificate is written in. */
    language: languageSchema,
    signed: z
      .object({
        name: z.string(),
        title: z.string(),
        organizer: z.string(),
        issuedAt: instant,
        /** Length of all videos. */
        videoMs: z.int(),
        /** The public key, as a multibase text. */
        key: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'ShownCertificate' })
export type ShownCertificate = z.infer<typeof shownCertificateSchema>

const settings = z.object({ givesCertificate: z.boolean() })
const owned = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const
const session = { kind: 'session' } as const
const open = { kind: 'public' } as const
const params = z.strictObject({ id: z.uuid() })

/** Certificates of courses and masters: Open Badges 3.0, signed with Ed25519. */
export const certificates = {
  settings: endpoint({
    method: 'GET',
    path: '/products/:slug/certificate-settings',
    summary: 'Whether an own course or master gives certificates',
    access: owned,
    params: slugParams,
    response: settings,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
  }),
  configure: endpoint({
    method: 'PUT',
    path: '/products/:slug/certificate-settings',
    summary: 'Give certificates, or no further ones',
    access: owned,
    params: slugParams,
    body: z.strictObject({ givesCertificate: z.boolean() }),
    response: settings,
    errors: ['NOT_FOUND', 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  state: endpoint({
    method: 'GET',
    path: '/products/:slug/certificate',
    summary: "The caller's certificate of a course or master, or whether one can be asked for",
    access: session,
    params: slugParams,
    response: certificateStateSchema,
    errors: ['NOT_FOUND'],
  }),
  issue: endpoint({
    method: 'POST',
    path: '/products/:slug/certificate',
    summary: 'The certificate of a course or master whose lessons were all watched; asked for again, the same one',
    access: session,
    params: slugParams,
    query: languageQuery,
    /** The name that stands on it, for good. */
    body: z.strictObject({ name: certificateNameSchema }),
    response: certificateSchema,
    errors: ['NOT_FOUND', 'CERTIFICATE_NOT_OFFERED', 'CERTIFICATE_NOT_EARNED'],
    rateLimit: 'write',
  }),
  mine: endpoint({
    method: 'GET',
    path: '/certificates',
    summary: "The caller's certificates, the latest first",
    access: session,
    response: z.object({ certificates: z.array(certificateSchema) }),
  }),
  verify: endpoint({
    method: 'GET',
    path: '/certificates/:id',
    summary: 'What a certificate says and whether it is valid, checked by its signature',
    access: open,
    params,
    response: shownCertificateSchema,
    errors: ['NOT_FOUND'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/certificates/:id/pdf',
    summary: 'A valid certificate to print',
    access: open,
    params,
    produces: 'file',
    errors: ['NOT_FOUND', 'CERTIFICATE_NOT_VALID'],
    rateLimit: 'export',
  }),
  credential: endpoint({
    method: 'GET',
    path: '/certificates/:id/credential',
    summary: 'The signed credential (Open Badges 3.0, JSON-LD), as it is stored',
    access: open,
    params,
    produces: 'file',
    errors: ['NOT_FOUND'],
    rateLimit: 'export',
  }),
  status: endpoint({
    method: 'GET',
    path: '/certificates/:id/status',
    summary: 'Revocation list of one certificate (1EdTechRevocationList), for programs that check credentials',
    access: open,
    params,
    response: z.object({
      id: z.url(),
      issuer: z.string(),
      revokedCredential: z.array(z.object({ id: z.url(), revoked: z.literal(true), revokedDate: instant })),
    }),
    errors: ['NOT_FOUND'],
  }),
  keys: endpoint({
    method: 'GET',
    path: '/certificate-keys',
    summary: 'Public keys of certificates, retired ones too, the current one first',
    access: open,
    response: z.object({
      keys: z.array(
        z.object({
          id: z.string(),
          type: z.literal('Multikey'),
          controller: z.string(),
          publicKeyMultibase: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
  }),
  revoke: endpoint({
    method: 'PUT',
    path: '/certificates/:id/revocation',
    summary: 'Revoke a certificate of an own course or master, or take that back',
    access: { kind: 'role', role: 'PRODUCER' },
    params,
    /** Null: it is valid again. */
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).nullable() }),
    response: certificateSchema,
    errors: ['NOT_FOUND'],
    rateLimit: 'write',
  }),
} as const
