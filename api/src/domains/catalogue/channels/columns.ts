import type { Language } from '@e-events/shared/domain/language.ts'
import type { ChannelStatus } from '@e-events/shared/domain/states.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { ListedChannelRow } from './repository.ts'

interface Words {
  file: string
  headers: readonly string[]
  states: Record<ChannelStatus, string>
}

const words: Record<Language, Words> = {
  es: {
    file: 'canales',
    headers: ['Identificador', 'Título', 'Dirección', 'Razón social', 'Clasificación', 'Organizador', 'Correo electrónico', 'Estado', 'Productos', 'Creado (UTC)', 'Último cambio de estado (UTC)'],
    states: { draft: 'Borrador', revision: 'En revisión', published: 'Publicado', private: 'Privado', deactivated: 'Desactivado', banned: 'Bloqueado' },
  },
  en: {
    file: 'channels',
    headers: ['Identifier', 'Title', 'Address', 'Business name', 'Classification', 'Organizer', 'E-mail', 'State', 'Products', 'Created (UTC)', 'Last change of state (UTC)'],
    states: { draft: 'Draft', revision: 'In review', published: 'Published', private: 'Private', deactivated: 'Deactivated', banned: 'Banned' },
  },
  pt: {
    file: 'canais',
    headers: ['Identificador', 'Título', 'Endereço', 'Designação social', 'Classificação', 'Organizador', 'E-mail', 'Estado', 'Produtos', 'Criado (UTC)', 'Última mudança de estado (UTC)'],
    states: { draft: 'Rascunho', revision: 'Em revisão', published: 'Publicado', private: 'Privado', deactivated: 'Desativado', banned: 'Bloqueado' },
  },
} // prettier-ignore

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function channelColumns(language: Language): { file: string; columns: TableColumn<ListedChannelRow>[] } {
  const { file, headers, states } = words[language]
  const values: TableColumn<ListedChannelRow>['value'][] = [
    (row) => row.id,
    (row) => row.title,
    (row) => row.slug,
    (row) => row.business_name,
    (row) => row.category_title,
    (row) => row.owner_name,
    (row) => row.owner_email,
    (row) => states[row.status],
    (row) => row.products,
    (row) => row.created_at,
    (row) => row.status_changed_at,
  ]
  return { file, columns: values.map((value, index) => ({ header: headers[index] ?? '', value })) }
}
