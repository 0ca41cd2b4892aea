import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { PageRow } from '../../../db/tables/storefront.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { ListedPageRow } from './repository.ts'

const words: Record<Language, { file: string; headers: readonly string[]; yes: string; no: string; audience: Record<PageRow['audience'], string> }> = {
  es: { file: 'paginas', headers: ['Identificador', 'Nombre', 'Dirección', 'Publicada', 'Para', 'Borrador', 'Creada (UTC)', 'Última modificación (UTC)'], yes: 'Sí', no: 'No', audience: { everybody: 'Todo el mundo', journalists: 'Prensa' } },
  en: { file: 'pages', headers: ['Identifier', 'Name', 'Address', 'Published', 'For', 'Draft', 'Created (UTC)', 'Last changed (UTC)'], yes: 'Yes', no: 'No', audience: { everybody: 'Everybody', journalists: 'Press' } },
  pt: { file: 'paginas', headers: ['Identificador', 'Nome', 'Endereço', 'Publicada', 'Para', 'Rascunho', 'Criada (UTC)', 'Última alteração (UTC)'], yes: 'Sim', no: 'Não', audience: { everybody: 'Toda a gente', journalists: 'Imprensa' } },
} // prettier-ignore

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function pageColumns(language: Language): { file: string; columns: TableColumn<ListedPageRow>[] } {
  const { file, headers, yes, no, audience } = words[language]
  const values: TableColumn<ListedPageRow>['value'][] = [
    (row) => row.id,
    (row) => row.name,
    (row) => paths.page(row.slug),
    (row) => (row.is_published ? yes : no),
    (row) => audience[row.audience],
    (row) => (row.has_draft ? yes : no),
    (row) => row.created_at,
    (row) => row.updated_at,
  ]
  return { file, columns: values.map((value, index) => ({ header: headers[index] ?? '', value })) }
}
