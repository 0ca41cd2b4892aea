import type { TaxRow } from '@e-events/shared/contract/sales/money/taxes.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxReasonText } from '@e-events/shared/locales/tax-reasons.ts'
import type { TableColumn } from '../../../../http/table-file.ts'

type Column =
  | 'quarter'
  | 'place'
  | 'supply'
  | 'rateType'
  | 'rate'
  | 'net'
  | 'tax'
  | 'currency'
  | 'corrects'
  | 'seller'
  | 'scheme'
  | 'reason'
  | 'lines'

interface Words {
  file: string
  headers: Record<Column, string>
  supply: Record<TaxRow['supply'], string>
  rateType: Record<TaxRow['rateType'], string>
  scheme: Record<TaxRow['scheme'], string>
}

const words: Record<Language, Words> = {
  es: {
    file: 'impuestos',
    headers: {
      quarter: 'Trimestre',
      place: 'Estado miembro de consumo',
      supply: 'Bienes o servicios',
      rateType: 'Clase de tipo',
      rate: 'Tipo (%)',
      net: 'Base imponible',
      tax: 'Cuota de IVA',
      currency: 'Moneda',
      corrects: 'Corrige el trimestre',
      seller: 'País del vendedor',
      scheme: 'Régimen',
      reason: 'Motivo',
      lines: 'Líneas',
    },
    supply: { goods: 'bienes', services: 'servicios' },
    rateType: { standard: 'general', reduced: 'reducido', none: 'sin cuota' },
    scheme: { oss: 'ventanilla única', domestic: 'nacional', abroad: 'fuera de la UE', untaxed: 'sin IVA' },
  },
  en: {
    file: 'taxes',
    headers: {
      quarter: 'Quarter',
      place: 'Member state of consumption',
      supply: 'Goods or services',
      rateType: 'Rate type',
      rate: 'Rate (%)',
      net: 'Taxable amount',
      tax: 'VAT amount',
      currency: 'Currency',
      corrects: 'Corrects quarter',
      seller: 'Country of the seller',
      scheme: 'Scheme',
      reason: 'Reason',
      lines: 'Lines',
    },
    supply: { goods: 'goods', services: 'services' },
    rateType: { standard: 'standard', reduced: 'reduced', none: 'none' },
    scheme: { oss: 'one-stop shop', domestic: 'domestic', abroad: 'outside the EU', untaxed: 'no VAT' },
  },
  pt: {
    file: 'impostos',
    headers: {
      quarter: 'Trimestre',
      place: 'Estado-Membro de consumo',
      supply: 'Bens ou serviços',
      rateType: 'Tipo de taxa',
      rate: 'Taxa (%)',
      net: 'Valor tributável',
      tax: 'Montante do IVA',
      currency: 'Moeda',
      corrects: 'Corrige o trimestre',
      seller: 'País do vendedor',
      scheme: 'Regime',
      reason: 'Motivo',
      lines: 'Linhas',
    },
    supply: { goods: 'bens', services: 'serviços' },
    rateType: { standard: 'normal', reduced: 'reduzida', none: 'nenhuma' },
    scheme: { oss: 'balcão único', domestic: 'nacional', abroad: 'fora da UE', untaxed: 'sem IVA' },
  },
}

/** The columns that the return of the one-stop shop asks for, then those that explain them. Amounts are numbers. */
export function taxColumns(language: Language, quarter: string): { file: string; columns: TableColumn<TaxRow>[] } {
  const { file, headers, supply, rateType, scheme } = words[language]
  const amount = ({ minor, currency }: TaxRow['net']) => minor / 10 ** decimalsOf(currency)
  return {
    file,
    columns: [
      { header: headers.quarter, value: () => quarter },
      { header: headers.place, value: (row) => row.place },
      { header: headers.supply, value: (row) => supply[row.supply] },
      { header: headers.rateType, value: (row) => rateType[row.rateType] },
      { header: headers.rate, value: (row) => row.basisPoints / 100 },
      { header: headers.net, value: (row) => amount(row.net) },
      { header: headers.tax, value: (row) => amount(row.tax) },
      { header: headers.currency, value: (row) => row.net.currency },
      { header: headers.corrects, value: (row) => row.corrects },
      { header: headers.seller, value: (row) => row.sellerCountry },
      { header: headers.scheme, value: (row) => scheme[row.scheme] },
      { header: headers.reason, value: (row) => taxReasonText(row.reason, language, row.place ?? undefined) },
      { header: headers.lines, value: (row) => row.lines },
    ],
  }
}
