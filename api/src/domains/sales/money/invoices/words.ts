import { fees } from '@e-events/shared/domain/fees.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { UsageChargeRow } from '../../../../db/tables/sales-ledger.ts'

/** Fees of sales, as lines of the platform's invoices. */
export type FeeKind = 'percent_fee' | 'ticket_fee' | 'refunded_fees'

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
  /** Fees and use of the platform by organizers. */
  use: {
    period: string
    corrects: (number: string) => string
    settled: string
    kinds: Record<UsageChargeRow['kind'] | FeeKind, string>
  }
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
    use: {
      period: 'Mes',
      corrects: (number) => `Rectifica la factura ${number}: el cargo se ha devuelto.`,
      settled: 'Ya descontado de tu liquidación, o pagado por tus compradores: no tienes que pagar nada.',
      kinds: {
        live_hours: 'Horas de retransmisión',
        private_access: 'Accesos privados',
        private_hours: 'Horas de acceso privado',
        rehearsal_hours: 'Sala de pruebas',
        recording: 'Grabación',
        percent_fee: `Comisión del ${fees.percent} % sobre las ventas`,
        ticket_fee: 'Gastos de gestión por entrada',
        refunded_fees: 'Comisiones devueltas',
      },
    },
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
    use: {
      period: 'Month',
      corrects: (number) => `Corrects invoice ${number}: the charge was given back.`,
      settled: 'Taken off your statement already, or paid by your buyers: there is nothing to pay.',
      kinds: {
        live_hours: 'Broadcast hours',
        private_access: 'Private accesses',
        private_hours: 'Hours of private access',
        rehearsal_hours: 'Test room',
        recording: 'Recording',
        percent_fee: `Fee of ${fees.percent}% on sales`,
        ticket_fee: 'Handling fee per ticket',
        refunded_fees: 'Fees given back',
      },
    },
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
    use: {
      period: 'Mês',
      corrects: (number) => `Corrige a fatura ${number}: o valor cobrado foi devolvido.`,
      settled: 'Já descontado no seu extrato, ou pago pelos seus compradores: não tem nada a pagar.',
      kinds: {
        live_hours: 'Horas de transmissão',
        private_access: 'Acessos privados',
        private_hours: 'Horas de acesso privado',
        rehearsal_hours: 'Sala de testes',
        recording: 'Gravação',
        percent_fee: `Comissão de ${fees.percent}% sobre as vendas`,
        ticket_fee: 'Taxa de serviço por bilhete',
        refunded_fees: 'Comissões devolvidas',
      },
    },
  },
}
