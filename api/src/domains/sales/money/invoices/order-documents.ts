import type { Download } from '@e-events/shared/contract/endpoint.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceNumber } from './policy.ts'
import type { InvoiceRepository, InvoiceView } from './repository.ts'
import { invoiceWords } from './words.ts'

/** Invoice and credit notes of an order as PDFs, in the language of the order. */
export function createOrderDocuments(repository: Pick<InvoiceRepository, 'ofOrder'>): (orderId: string) => Promise<Download[]> {
  return async (orderId) => Promise.all((await repository.ofOrder(orderId)).map(toPdf))
}

export async function toPdf(invoice: InvoiceView): Promise<Download> {
  const { file, creditNoteFile } = invoiceWords[invoice.language]
  const name = invoice.kind === 'invoice' ? file : creditNoteFile
  return {
    fileName: `${name}-${invoiceNumber(invoice.series, invoice.number)}.pdf`,
    contentType: 'application/pdf',
    content: await invoicePdf(invoice),
  }
}
