import type { AuditEntry } from '@e-events/shared/contract/people/users.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { AuditRow } from './repository.ts'

export function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor:
      row.actor_id === null || row.actor_email === null
        ? null
        : { id: row.actor_id as NonNullable<AuditEntry['actor']>['id'], name: actorName(row), email: row.actor_email },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    before: row.state_before as AuditEntry['before'],
    after: row.state_after as AuditEntry['after'],
    address: row.ip,
    requestId: row.request_id,
  }
}

function actorName(row: AuditRow): string {
  return [row.actor_name, row.actor_surname].filter(Boolean).join(' ')
}

const headers: Record<Language, { file: string; columns: string[] }> = {
  es: {
    file: 'auditoria',
    columns: [
      'Fecha (UTC)',
      'Quién',
      'Correo electrónico',
      'Acción',
      'Objeto',
      'Identificador',
      'Antes',
      'Después',
      'Dirección',
      'Petición',
    ],
  },
  en: {
    file: 'audit',
    columns: ['Date (UTC)', 'Who', 'E-mail', 'Action', 'Object', 'Identifier', 'Before', 'After', 'Address', 'Request'],
  },
  pt: {
    file: 'auditoria',
    columns: ['Data (UTC)', 'Quem', 'E-mail', 'Ação', 'Objeto', 'Identificador', 'Antes', 'Depois', 'Endereço', 'Pedido'],
  },
}
const values: TableColumn<AuditRow>['value'][] = [
  (row) => row.at,
  actorName,
  (row) => row.actor_email,
  (row) => row.action,
  (row) => row.subject_type,
  (row) => row.subject_id,
  (row) => asText(row.state_before),
  (row) => asText(row.state_after),
  (row) => row.ip,
  (row) => row.request_id,
]

export function auditColumns(language: Language): { file: string; columns: TableColumn<AuditRow>[] } {
  const { file, columns } = headers[language]
  return { file, columns: values.map((value, index) => ({ header: columns[index] ?? '', value })) }
}

function asText(state: unknown): string | null {
  return state === null ? null : JSON.stringify(state)
}
