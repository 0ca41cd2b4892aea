import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceNumber } from './policy.ts'
import type { InvoiceRepository } from './repository.ts'
import { invoiceWords } from './words.ts'

export function invoiceRoutes(router: ApiRouter, bind: Bind, { repository }: { repository: InvoiceRepository }): void {
  bind(router, invoices, {
    async download({ params, user }) {
      const invoice = await repository.find(params.id, { userId: user.id, isAdmin: user.isAdmin })
      if (!invoice) throw new DomainError('NOT_FOUND')
      const { file, creditNoteFile } = invoiceWords[invoice.language]
      const name = invoice.kind === 'invoice' ? file : creditNoteFile
      return {
        fileName: `${name}-${invoiceNumber(invoice.series, invoice.number)}.pdf`,
        contentType: 'application/pdf',
        content: await invoicePdf(invoice),
      }
    },
  })
}
