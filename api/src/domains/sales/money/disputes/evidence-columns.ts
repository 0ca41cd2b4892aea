import type { EvidenceKind } from '@e-events/shared/contract/sales/money/disputes.ts'
import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../../http/table-file.ts'
import type { FactRow } from './evidence-repository.ts'

type Column = 'at' | 'kind' | 'detail' | 'amount' | 'currency' | 'minutes'
const words: Record<Language, { file: string; headers: Record<Column, string>; kinds: Record<EvidenceKind, string> }> = {
  es: {
    file: 'pruebas',
    headers: { at: 'Fecha (UTC)', kind: 'Hecho', detail: 'Detalle', amount: 'Importe', currency: 'Moneda', minutes: 'Minutos' },
    kinds: {
      account: 'Cuenta creada',
      login: 'Inicio de sesión',
      terms: 'Aceptó las condiciones',
      waiver: 'Renunció al desistimiento',
      order: 'Hizo el pedido',
      paid: 'Pagó',
      invoice: 'Factura o abono',
      ticket: 'Recibió el acceso',
      mail: 'Correo de confirmación',
      visit: 'Vio el contenido',
      refund_asked: 'Pidió un reembolso',
      refunded: 'Reembolso',
      dispute: 'Disputa abierta',
      statement: 'Versión del vendedor',
    },
  },
  en: {
    file: 'evidence',
    headers: { at: 'Date (UTC)', kind: 'Fact', detail: 'Detail', amount: 'Amount', currency: 'Currency', minutes: 'Minutes' },
    kinds: {
      account: 'Account made',
      login: 'Logged in',
      terms: 'Accepted the terms',
      waiver: 'Waived the withdrawal',
      order: 'Placed the order',
      paid: 'Paid',
      invoice: 'Invoice or credit note',
      ticket: 'Got access',
      mail: 'Mail of confirmation',
      visit: 'Watched',
      refund_asked: 'Asked for a refund',
      refunded: 'Refund',
      dispute: 'Dispute opened',
      statement: 'Side of the seller',
    },
  },
  pt: {
    file: 'provas',
    headers: { at: 'Data (UTC)', kind: 'Facto', detail: 'Detalhe', amount: 'Valor', currency: 'Moeda', minutes: 'Minutos' },
    kinds: {
      account: 'Conta criada',
      login: 'Início de sessão',
      terms: 'Aceitou as condições',
      waiver: 'Renunciou à desistência',
      order: 'Fez a encomenda',
      paid: 'Pagou',
      invoice: 'Fatura ou nota de crédito',
      ticket: 'Recebeu o acesso',
      mail: 'E-mail de confirmação',
      visit: 'Viu o conteúdo',
      refund_asked: 'Pediu um reembolso',
      refunded: 'Reembolso',
      dispute: 'Disputa aberta',
      statement: 'Versão do vendedor',
    },
  },
}

export function evidenceColumns(language: Language, currency: string): { file: string; columns: TableColumn<FactRow>[] } {
  const { file, headers, kinds } = words[language]
  return {
    file,
    columns: [
      { header: headers.at, value: (row) => row.at },
      { header: headers.kind, value: (row) => kinds[row.kind] },
      { header: headers.detail, value: (row) => row.detail },
      { header: headers.amount, value: (row) => (row.amount_minor === null ? null : row.amount_minor / 10 ** decimalsOf(currency)) },
      { header: headers.currency, value: (row) => (row.amount_minor === null ? null : currency) },
      { header: headers.minutes, value: (row) => (row.duration_ms === null ? null : Math.round(row.duration_ms / 60_000)) },
    ],
  }
}
