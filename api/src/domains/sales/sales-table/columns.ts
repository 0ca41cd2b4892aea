import type { Language } from '@e-events/shared/domain/language.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { ExportedSaleRow, SaleRow } from './repository.ts'

type Column = 'number' | 'product' | 'email' | 'amount' | 'support' | 'soldAt' | 'eventAt' | 'country' | 'currency' | 'refunded' | 'mine'
const words: Record<Language, { file: string; headers: Record<Column, string> }> = {
  es: {
    file: 'ventas',
    headers: {
      number: 'Id',
      product: 'Producto',
      email: 'Correo electrónico',
      amount: 'Importe',
      support: 'Apoyo',
      soldAt: 'Fecha de venta (UTC)',
      eventAt: 'Fecha del evento (UTC)',
      country: 'País',
      currency: 'Moneda',
      refunded: 'Reembolsado',
      mine: 'Para el organizador',
    },
  },
  en: {
    file: 'sales',
    headers: {
      number: 'Id',
      product: 'Product',
      email: 'Email',
      amount: 'Amount',
      support: 'Support',
      soldAt: 'Sale date (UTC)',
      eventAt: 'Event date (UTC)',
      country: 'Country',
      currency: 'Currency',
      refunded: 'Refunded',
      mine: 'To the organizer',
    },
  },
  pt: {
    file: 'vendas',
    headers: {
      number: 'Id',
      product: 'Produto',
      email: 'E-mail',
      amount: 'Valor',
      support: 'Apoio',
      soldAt: 'Data da venda (UTC)',
      eventAt: 'Data do evento (UTC)',
      country: 'País',
      currency: 'Moeda',
      refunded: 'Reembolsado',
      mine: 'Para o organizador',
    },
  },
}

/**
 * The eight columns of the screen, those that bookkeeping needs, one for each key of metadata; and the name of the
 * file. Amounts are numbers.
 */
export function saleColumns(
  language: Language,
  metadataKeys: readonly string[],
): { file: string; columns: TableColumn<ExportedSaleRow>[] } {
  const { file, headers } = words[language]
  const amount = (minor: number, { currency }: SaleRow) => minor / 10 ** decimalsOf(currency)
  return {
    file,
    columns: [
      { header: headers.number, value: (row) => row.number },
      { header: headers.product, value: (row) => row.title },
      { header: headers.email, value: (row) => row.email },
      { header: headers.amount, value: (row) => amount(row.amount_minor, row) },
      { header: headers.support, value: (row) => amount(row.support_minor, row) },
      { header: headers.soldAt, value: (row) => row.paid_at },
      { header: headers.eventAt, value: (row) => row.event_at },
      { header: headers.country, value: (row) => row.country },
      { header: headers.currency, value: (row) => row.currency },
      { header: headers.refunded, value: (row) => amount(row.refunded_minor, row) },
      { header: headers.mine, value: (row) => amount(row.mine_minor, row) },
      ...metadataKeys.map((key) => ({ header: key, value: ({ metadata }: ExportedSaleRow) => metadata[key] ?? null })),
    ],
  }
}
