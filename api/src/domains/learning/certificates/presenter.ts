import type { Certificate, ShownCertificate } from '@e-events/shared/contract/learning/certificates.ts'
import { readCredential, type Signed } from './credential.ts'
import type { FoundCertificate } from './repository.ts'

/** For its owner and organizer. */
export function toCertificate(row: FoundCertificate): Certificate {
  const said = readCredential(row.credential, { id: row.id, keyId: row.key_id })
  return {
    id: row.id,
    name: said?.name ?? '',
    title: said?.title ?? '',
    issuedAt: row.issued_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedReason: row.revoked_reason,
    product: row.slug !== null && row.type !== null ? { slug: row.slug, type: row.type } : null,
  }
}

/** For everybody. `signed`: what was verified; null where it is not what was signed. */
export function toShown(row: FoundCertificate, signed: Signed | null): ShownCertificate {
  return {
    id: row.id,
    status: signed === null ? 'altered' : row.revoked_at === null ? 'valid' : 'revoked',
    revokedAt: row.revoked_at?.toISOString() ?? null,
    language: row.language,
    signed: signed && {
      name: signed.name,
      title: signed.title,
      organizer: signed.organizer,
      issuedAt: signed.issuedAt,
      videoMs: signed.videoMs,
      key: row.key_id,
    },
  }
}
