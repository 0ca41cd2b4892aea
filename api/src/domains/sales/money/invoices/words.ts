import type { Language } from '@e-events/shared/domain/language.ts'

interface InvoiceWords {
  locale: string
  invoice: string
  creditNote: string
  file: string
  creditNoteFile: string
  issued: string
  order: string
  paid: string
  corrects: (number: string) => string
  seller: string
  buyer: string
  taxId: string
  erased: string
  columns: { title: string; quantity: string; net: string; rate: string; tax: string; total: string }
  sums: { net: string; tax: (rate: string) => string; total: string }
  fee: string
  support: string
  test: string
  lines: string
  totals: string
}

/** Texts of invoices and credit notes. The document is written in the language that the order was placed in. */
export const invoiceWords: Record<Language, InvoiceWords> = {
  es: {
    locale: 'es-ES',
    invoice: 'Factura',
    creditNote: 'Factura rectificativa',
    file: 'factura',
    creditNoteFile: 'factura-rectificativa',
    issued: 'Fecha de expedición',
    order: 'Pedido',
    paid: 'Pagado el',
    corrects: (number) => `Rectifica la factura ${number} por devolución del importe.`,
    seller: 'Emisor',
    buyer: 'Cliente',
    taxId: 'NIF',
    erased: 'Cuenta eliminada',
    columns: { title: 'Concepto', quantity: 'Cant.', net: 'Base', rate: 'IVA', tax: 'Cuota', total: 'Importe' },
    sums: { net: 'Base imponible', tax: (rate) => `IVA ${rate}`, total: 'Total' },
    fee: 'Gastos de gestión por entrada (impuestos incluidos)',
    support: 'Apoyo al organizador (donativo, sin impuestos)',
    test: 'Pago de prueba: no se ha movido dinero y este documento no tiene validez fiscal.',
    lines: 'Líneas de la factura',
    totals: 'Totales',
  },
  en: {
    locale: 'en-GB',
    invoice: 'Invoice',
    creditNote: 'Credit note',
    file: 'invoice',
    creditNoteFile: 'credit-note',
    issued: 'Date of issue',
    order: 'Order',
    paid: 'Paid on',
    corrects: (number) => `Corrects invoice ${number}: the amount was given back.`,
    seller: 'Seller',
    buyer: 'Buyer',
    taxId: 'Tax id',
    erased: 'Deleted account',
    columns: { title: 'Description', quantity: 'Qty', net: 'Net', rate: 'VAT', tax: 'Tax', total: 'Amount' },
    sums: { net: 'Net amount', tax: (rate) => `VAT ${rate}`, total: 'Total' },
    fee: 'Handling fee per ticket (tax included)',
    support: 'Support for the organizer (donation, no tax)',
    test: 'Test payment: no money has moved, and this document is not valid for tax.',
    lines: 'Lines of the invoice',
    totals: 'Totals',
  },
  pt: {
    locale: 'pt-PT',
    invoice: 'Fatura',
    creditNote: 'Nota de crédito',
    file: 'fatura',
    creditNoteFile: 'nota-de-credito',
    issued: 'Data de emissão',
    order: 'Encomenda',
    paid: 'Pago em',
    corrects: (number) => `Corrige a fatura ${number}: o valor foi devolvido.`,
    seller: 'Emitente',
    buyer: 'Cliente',
    taxId: 'NIF',
    erased: 'Conta eliminada',
    columns: { title: 'Descrição', quantity: 'Qtd.', net: 'Base', rate: 'IVA', tax: 'Imposto', total: 'Valor' },
    sums: { net: 'Valor líquido', tax: (rate) => `IVA ${rate}`, total: 'Total' },
    fee: 'Taxa de serviço por bilhete (impostos incluídos)',
    support: 'Apoio ao organizador (donativo, sem impostos)',
    test: 'Pagamento de teste: não houve movimento de dinheiro e este documento não tem valor fiscal.',
    lines: 'Linhas da fatura',
    totals: 'Totais',
  },
}
