import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { EntityWithMembers } from './repository.ts'

const words: Record<Language, { file: string; headers: readonly string[] }> = {
  es: { file: 'entidades', headers: ['Identificador', 'Nombre', 'Dirección', 'Miembros', 'Creada (UTC)', 'Última modificación (UTC)'] },
  en: { file: 'entities', headers: ['Identifier', 'Name', 'Address', 'Members', 'Created (UTC)', 'Last changed (UTC)'] },
  pt: { file: 'entidades', headers: ['Identificador', 'Nome', 'Endereço', 'Membros', 'Criada (UTC)', 'Última alteração (UTC)'] },
} // prettier-ignore

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function entityColumns(language: Language): { file: string; columns: TableColumn<EntityWithMembers>[] } {
  const { file, headers } = words[language]
  const values: TableColumn<EntityWithMembers>['value'][] = [
    (row) => row.id,
    (row) => row.name,
    (row) => paths.store(row.slug),
    (row) => row.members.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(', '),
    (row) => row.created_at,
    (row) => row.updated_at,
  ]
  return { file, columns: values.map((value, index) => ({ header: headers[index] ?? '', value })) }
}
