import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { StatementLine } from '@e-events/shared/domain/payouts.ts'
import type { TableColumn } from '../../../../http/table-file.ts'
import type { RunPayoutRow, StatementEntryRow } from './repository.ts'

interface Words {
  statement: string
  run: string
  at: string
  order: string
  product: string
  line: string
  amount: string
  currency: string
  channel: string
  beneficiary: string
  reference: string
  lines: Record<StatementLine, string>
}
export const payoutWords: Record<Language, Words> = {
  es: {
    statement: 'liquidacion',
    run: 'pagos',
    at: 'Fecha (UTC)',
    order: 'Pedido',
    product: 'Producto',
    line: 'Concepto',
    amount: 'Importe',
    currency: 'Moneda',
    channel: 'Canal',
    beneficiary: 'Titular',
    reference: 'Referencia',
    lines: {
      takings: 'Ventas sin impuestos',
      support: 'Apoyo',
      percent_fee: 'Comisión del 9 %',
      ticket_fee: '0,45 por entrada',
      refund: 'Reembolso',
      refunded_fees: 'Comisiones devueltas',
      dispute: 'Disputa',
      live_hours: 'Horas de retransmisión',
      private_access: 'Accesos privados',
      private_hours: 'Horas de acceso privado',
      rehearsal_hours: 'Sala de pruebas',
      recording: 'Grabación',
      correction: 'Corrección',
    },
  },
  en: {
    statement: 'statement',
    run: 'payouts',
    at: 'Date (UTC)',
    order: 'Order',
    product: 'Product',
    line: 'Item',
    amount: 'Amount',
    currency: 'Currency',
    channel: 'Channel',
    beneficiary: 'Beneficiary',
    reference: 'Reference',
    lines: {
      takings: 'Sales without tax',
      support: 'Support',
      percent_fee: '9% fee',
      ticket_fee: '0.45 per ticket',
      refund: 'Refund',
      refunded_fees: 'Fees given back',
      dispute: 'Dispute',
      live_hours: 'Hours of retransmission',
      private_access: 'Private accesses',
      private_hours: 'Hours of private access',
      rehearsal_hours: 'Test room',
      recording: 'Recording',
      correction: 'Correction',
    },
  },
  pt: {
    statement: 'extrato',
    run: 'pagamentos',
    at: 'Data (UTC)',
    order: 'Pedido',
    product: 'Produto',
    line: 'Rubrica',
    amount: 'Valor',
    currency: 'Moeda',
    channel: 'Canal',
    beneficiary: 'Titular',
    reference: 'Referência',
    lines: {
      takings: 'Vendas sem impostos',
      support: 'Apoio',
      percent_fee: 'Comissão de 9%',
      ticket_fee: '0,45 por bilhete',
      refund: 'Reembolso',
      refunded_fees: 'Comissões devolvidas',
      dispute: 'Disputa',
      live_hours: 'Horas de transmissão',
      private_access: 'Acessos privados',
      private_hours: 'Horas de acesso privado',
      rehearsal_hours: 'Sala de ensaio',
      recording: 'Gravação',
      correction: 'Correção',
    },
  },
}

/** Amounts are numbers, as in the file of sales. */
const amountOf = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

export function statementColumns(language: Language, currency: string): TableColumn<StatementEntryRow>[] {
  const words = payoutWords[language]
  return [
    { header: words.at, value: (row) => row.occurred_at },
    { header: words.order, value: (row) => row.order_number },
    { header: words.product, value: (row) => row.title },
    { header: words.line, value: (row) => words.lines[row.line] },
    { header: words.amount, value: (row) => amountOf(row.amount_minor, currency) },
    { header: words.currency, value: () => currency },
  ]
}

/** Columns for a bank that takes no XML. */
export function runColumns(language: Language, reference: (row: RunPayoutRow) => string): TableColumn<RunPayoutRow>[] {
  const words = payoutWords[language]
  return [
    { header: words.channel, value: (row) => row.title },
    { header: words.beneficiary, value: (row) => row.beneficiary },
    { header: 'IBAN', value: (row) => row.iban },
    { header: words.amount, value: (row) => amountOf(row.amount_minor, row.currency) },
    { header: words.currency, value: (row) => row.currency },
    { header: words.reference, value: reference },
  ]
}
