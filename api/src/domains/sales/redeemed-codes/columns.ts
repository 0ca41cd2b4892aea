import type { RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { RedeemedRow } from './repository.ts'

type Column = 'code' | 'kind' | 'product' | 'session' | 'email' | 'redeemedAt' | 'price' | 'currency'
const words: Record<Language, { file: string; headers: Record<Column, string>; kinds: Record<RedeemedCode['kind'], string> }> = {
  es: {
    file: 'codigos-canjeados',
    headers: {
      code: 'Código',
      kind: 'Tipo',
      product: 'Producto',
      session: 'Sesión (UTC)',
      email: 'Correo electrónico',
      redeemedAt: 'Canjeado (UTC)',
      price: 'Precio con el código',
      currency: 'Moneda',
    },
    kinds: { access: 'Acceso', coupon: 'Cupón', gift: 'Regalo' },
  },
  en: {
    file: 'redeemed-codes',
    headers: {
      code: 'Code',
      kind: 'Kind',
      product: 'Product',
      session: 'Session (UTC)',
      email: 'Email',
      redeemedAt: 'Redeemed (UTC)',
      price: 'Price with the code',
      currency: 'Currency',
    },
    kinds: { access: 'Access', coupon: 'Coupon', gift: 'Gift' },
  },
  pt: {
    file: 'codigos-resgatados',
    headers: {
      code: 'Código',
      kind: 'Tipo',
      product: 'Produto',
      session: 'Sessão (UTC)',
      email: 'E-mail',
      redeemedAt: 'Resgatado (UTC)',
      price: 'Preço com o código',
      currency: 'Moeda',
    },
    kinds: { access: 'Acesso', coupon: 'Cupão', gift: 'Oferta' },
  },
}

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function redeemedCodeColumns(language: Language): { file: string; columns: TableColumn<RedeemedRow>[] } {
  const { file, headers, kinds } = words[language]
  return {
    file,
    columns: [
      { header: headers.code, value: (row) => row.code },
      { header: headers.kind, value: (row) => kinds[row.kind] },
      { header: headers.product, value: (row) => row.title },
      { header: headers.session, value: (row) => (row.session === null ? null : new Date(row.session.starts_at)) },
      { header: headers.email, value: (row) => row.email },
      { header: headers.redeemedAt, value: (row) => row.redeemed_at },
      { header: headers.price, value: (row) => row.price_minor / 10 ** decimalsOf(row.currency) },
      { header: headers.currency, value: (row) => row.currency },
    ],
  }
}
