import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { ListedSpeakerRow } from './repository.ts'

const words: Record<Language, { file: string; headers: readonly string[] }> = {
  es: { file: 'ponentes', headers: ['Identificador', 'Nombre', 'Cargo', 'Dirección', 'Productos', 'Organizador', 'Correo electrónico', 'Creado (UTC)'] },
  en: { file: 'speakers', headers: ['Identifier', 'Name', 'Title', 'Address', 'Products', 'Organizer', 'E-mail', 'Created (UTC)'] },
  pt: { file: 'intervenientes', headers: ['Identificador', 'Nome', 'Cargo', 'Endereço', 'Produtos', 'Organizador', 'E-mail', 'Criado (UTC)'] },
} // prettier-ignore

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function speakerColumns(language: Language): { file: string; columns: TableColumn<ListedSpeakerRow>[] } {
  const { file, headers } = words[language]
  const values: TableColumn<ListedSpeakerRow>['value'][] = [
    (row) => row.id,
    (row) => row.name,
    (row) => row.title,
    (row) => row.slug,
    (row) => row.products,
    (row) => row.owner_name,
    (row) => row.owner_email,
    (row) => row.created_at,
  ]
  return { file, columns: values.map((value, index) => ({ header: headers[index] ?? '', value })) }
}
