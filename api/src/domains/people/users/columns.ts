import type { Language } from '@e-events/shared/domain/language.ts'
import type { ApprovalState } from '@e-events/shared/domain/states.ts'
import { userState } from '@e-events/shared/domain/users.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import { factsOf } from './policy.ts'
import type { ListedUserRow } from './repository.ts'

interface Words {
  file: string
  headers: Record<Column, string>
  states: Record<ApprovalState, string>
  yes: string
  no: string
}
type Column =
  | 'id'
  | 'name'
  | 'surname'
  | 'email'
  | 'company'
  | 'country'
  | 'language'
  | 'roles'
  | 'state'
  | 'activated'
  | 'external'
  | 'newsletter'
  | 'createdAt'
  | 'lastLoginAt'

const words: Record<Language, Words> = {
  es: {
    file: 'usuarios',
    headers: {
      id: 'Identificador',
      name: 'Nombre',
      surname: 'Apellidos',
      email: 'Correo electrónico',
      company: 'Empresa',
      country: 'País',
      language: 'Idioma',
      roles: 'Roles',
      state: 'Estado',
      activated: 'Correo confirmado',
      external: 'Cuenta externa',
      newsletter: 'Acepta promociones',
      createdAt: 'Alta (UTC)',
      lastLoginAt: 'Último acceso (UTC)',
    },
    states: { pending: 'Pendiente', approved: 'Aprobado', not_approved: 'No aprobado', blocked: 'Bloqueado', deleted: 'Eliminado' },
    yes: 'Sí',
    no: 'No',
  },
  en: {
    file: 'users',
    headers: {
      id: 'Identifier',
      name: 'Name',
      surname: 'Surname',
      email: 'E-mail',
      company: 'Company',
      country: 'Country',
      language: 'Language',
      roles: 'Roles',
      state: 'State',
      activated: 'E-mail confirmed',
      external: 'External account',
      newsletter: 'Accepts promotions',
      createdAt: 'Signed up (UTC)',
      lastLoginAt: 'Last log-in (UTC)',
    },
    states: { pending: 'Pending', approved: 'Approved', not_approved: 'Not approved', blocked: 'Blocked', deleted: 'Deleted' },
    yes: 'Yes',
    no: 'No',
  },
  pt: {
    file: 'utilizadores',
    headers: {
      id: 'Identificador',
      name: 'Nome',
      surname: 'Apelido',
      email: 'E-mail',
      company: 'Empresa',
      country: 'País',
      language: 'Idioma',
      roles: 'Funções',
      state: 'Estado',
      activated: 'E-mail confirmado',
      external: 'Conta externa',
      newsletter: 'Aceita promoções',
      createdAt: 'Registo (UTC)',
      lastLoginAt: 'Último acesso (UTC)',
    },
    states: { pending: 'Pendente', approved: 'Aprovado', not_approved: 'Não aprovado', blocked: 'Bloqueado', deleted: 'Eliminado' },
    yes: 'Sim',
    no: 'Não',
  },
}

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function userColumns(language: Language): { file: string; columns: TableColumn<ListedUserRow>[] } {
  const { file, headers, states, yes, no } = words[language]
  const values: Record<Column, TableColumn<ListedUserRow>['value']> = {
    id: (row) => row.id,
    name: (row) => row.name,
    surname: (row) => row.surname,
    email: (row) => row.email,
    company: (row) => row.company,
    country: (row) => row.country,
    language: (row) => row.locale,
    roles: (row) => row.roles.join(' '),
    state: (row) => states[userState(factsOf(row))],
    activated: (row) => (row.email_verified_at === null ? no : yes),
    external: (row) => (row.is_external ? yes : no),
    newsletter: (row) => (row.newsletter ? yes : no),
    createdAt: (row) => row.created_at,
    lastLoginAt: (row) => row.last_login_at,
  }
  const columns = Object.entries(values).map(([column, value]) => ({ header: headers[column as Column], value }))
  return { file, columns }
}
