import { certificates } from '@e-events/shared/contract/learning/certificates.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { didOf, methodOf } from './data-integrity.ts'
import { toCertificate, toShown } from './presenter.ts'
import type { Certificates } from './service.ts'

export function certificateRoutes(router: ApiRouter, bind: Bind, { certificates: service }: { certificates: Certificates }): void {
  bind(router, certificates, {
    settings: ({ owned }) => service.settings(owned.id),
    configure: ({ owned, body }) => service.configure(owned.id, body),
    async state({ params, user }) {
      const { certificate, ...state } = await service.state(params.slug, user)
      return { ...state, certificate: certificate ? toCertificate(certificate) : null }
    },
    issue: async ({ params, body, user, language }) =>
      toCertificate(await service.issue({ slug: params.slug, viewer: user, language, name: body.name })),
    mine: async ({ user }) => ({ certificates: (await service.mine(user.id)).map(toCertificate) }),
    async verify({ params }) {
      const row = await service.find(params.id)
      return toShown(row, await service.read(row))
    },
    async pdf({ params }) {
      const row = await service.find(params.id)
      const signed = row.revoked_at === null ? await service.read(row) : null
      if (!signed) throw new DomainError('CERTIFICATE_NOT_VALID')
      const content = await certificatePdf(signed, { language: row.language, address: service.addressOf(row.id) })
      return { fileName: `certificate-${row.id}.pdf`, contentType: 'application/pdf', content }
    },
    async credential({ params }) {
      const row = await service.find(params.id)
      return {
        fileName: `certificate-${row.id}.json`,
        contentType: 'application/vc+ld+json',
        content: `${JSON.stringify(row.credential, null, 2)}\n`,
      }
    },
    async status({ params }) {
      const row = await service.find(params.id)
      const address = service.addressOf(row.id)
      const revoked = { id: address, revoked: true as const, revokedDate: row.revoked_at?.toISOString() ?? '' }
      return {
        id: `${new URL(address).origin}/api/certificates/${row.id}/status`,
        issuer: didOf(row.key_id),
        revokedCredential: row.revoked_at === null ? [] : [revoked],
      }
    },
    async keys() {
      const keys = await service.listKeys()
      return {
        keys: keys.map(({ id, isCurrent }) => ({
          id: methodOf(id),
          type: 'Multikey' as const,
          controller: didOf(id),
          publicKeyMultibase: id,
          isCurrent,
        })),
      }
    },
    revoke: async (call) =>
      toCertificate(await service.setRevocation(call.params.id, call.body.reason, { ...auditContextOf(call), ...call.user })),
  })
}
