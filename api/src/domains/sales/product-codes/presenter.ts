import type { AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { CodeRow } from './repository.ts'

export function codeState(row: Pick<CodeRow, 'redeemed_at' | 'revoked_at'>): AccessCode['state'] {
  if (row.redeemed_at !== null) return 'redeemed'
  return row.revoked_at === null ? 'unused' : 'revoked'
}

export function toAccessCode(row: CodeRow): AccessCode {
  return {
    id: row.id,
    code: row.code,
    label: row.label,
    state: codeState(row),
    createdAt: row.created_at.toISOString(),
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
    redeemedBy: row.redeemed_email === null ? null : { name: row.redeemed_name ?? '', email: row.redeemed_email },
  }
}

type Column = 'code' | 'label' | 'state' | 'createdAt' | 'redeemedAt' | 'redeemedBy'
const words: Record<Language, { file: string; headers: Record<Column, string>; states: Record<AccessCode['state'], string> }> = {
  es: {
    file: 'codigos',
    headers: {
      code: 'Código',
      label: 'Etiqueta',
      state: 'Estado',
      createdAt: 'Creado (UTC)',
      redeemedAt: 'Canjeado (UTC)',
      redeemedBy: 'Canjeado por',
    },
    states: { unused: 'Sin usar', redeemed: 'Canjeado', revoked: 'Anulado' },
  },
  en: {
    file: 'codes',
    headers: {
      code: 'Code',
      label: 'Label',
      state: 'State',
      createdAt: 'Created (UTC)',
      redeemedAt: 'Redeemed (UTC)',
      redeemedBy: 'Redeemed by',
    },
    states: { unused: 'Unused', redeemed: 'Redeemed', revoked: 'Revoked' },
  },
  pt: {
    file: 'codigos',
    headers: {
      code: 'Código',
      label: 'Etiqueta',
      state: 'Estado',
      createdAt: 'Criado (UTC)',
      redeemedAt: 'Resgatado (UTC)',
      redeemedBy: 'Resgatado por',
    },
    states: { unused: 'Por usar', redeemed: 'Resgatado', revoked: 'Anulado' },
  },
}

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function codeColumns(language: Language): { file: string; columns: TableColumn<CodeRow>[] } {
  const { file, headers, states } = words[language]
  return {
    file,
    columns: [
      { header: headers.code, value: (row) => row.code },
      { header: headers.label, value: (row) => row.label },
      { header: headers.state, value: (row) => states[codeState(row)] },
      { header: headers.createdAt, value: (row) => row.created_at },
      { header: headers.redeemedAt, value: (row) => row.redeemed_at },
      { header: headers.redeemedBy, value: (row) => row.redeemed_email },
    ],
  }
}
