import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toPdf } from './order-documents.ts'
import type { InvoiceRepository } from './repository.ts'

export function invoiceRoutes(router: ApiRouter, bind: Bind, { repository }: { repository: InvoiceRepository }): void {
  bind(router, invoices, {
    async download({ params, user }) {
      const invoice = await repository.find(params.id, { userId: user.id, isAdmin: user.isAdmin })
      if (!invoice) throw new DomainError('NOT_FOUND')
      return toPdf(invoice)
    },
  })
}
