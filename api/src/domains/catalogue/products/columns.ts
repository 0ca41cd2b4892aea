import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductPlan, ProductStatus, ProductType } from '@e-events/shared/domain/states.ts'
import { toPrice, toProductCard } from '../read/product-card.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { TableRow } from './list-repository.ts'

type Column =
  | 'slug'
  | 'title'
  | 'type'
  | 'status'
  | 'plan'
  | 'channel'
  | 'ownerName'
  | 'ownerEmail'
  | 'category'
  | 'price'
  | 'currency'
  | 'tickets'
  | 'nextSession'
  | 'publishedAt'
  | 'cancelledAt'
  | 'createdAt'

interface Words {
  file: string
  headers: Record<Column, string>
  types: Record<ProductType, string>
  statuses: Record<ProductStatus, string>
  plans: Record<ProductPlan, string>
}

const words: Record<Language, Words> = {
  es: {
    file: 'productos',
    headers: {
      slug: 'Dirección',
      title: 'Título',
      type: 'Tipo',
      status: 'Estado',
      plan: 'Plan',
      channel: 'Canal',
      ownerName: 'Organizador',
      ownerEmail: 'Correo del organizador',
      category: 'Categoría',
      price: 'Precio con impuestos',
      currency: 'Moneda',
      tickets: 'Entradas',
      nextSession: 'Próxima sesión (UTC)',
      publishedAt: 'Publicado (UTC)',
      cancelledAt: 'Cancelado (UTC)',
      createdAt: 'Creado (UTC)',
    },
    types: {
      vod: 'Vídeo a la carta',
      live: 'Directo diferido',
      broadcast: 'Emisión en directo',
      podcast: 'Pódcast',
      post: 'Artículo',
      course: 'Curso',
      meet: 'Reunión',
      datasheet: 'Ficha didáctica',
      physical: 'Producto físico',
      master: 'Máster',
    },
    statuses: { draft: 'Borrador', published: 'Publicado', private: 'Privado' },
    plans: { paid: 'De pago', free: 'Gratuito' },
  },
  en: {
    file: 'products',
    headers: {
      slug: 'Address',
      title: 'Title',
      type: 'Type',
      status: 'Status',
      plan: 'Plan',
      channel: 'Channel',
      ownerName: 'Organizer',
      ownerEmail: "Organizer's e-mail",
      category: 'Category',
      price: 'Price with tax',
      currency: 'Currency',
      tickets: 'Tickets',
      nextSession: 'Next session (UTC)',
      publishedAt: 'Published (UTC)',
      cancelledAt: 'Cancelled (UTC)',
      createdAt: 'Created (UTC)',
    },
    types: {
      vod: 'Video on demand',
      live: 'Deferred live',
      broadcast: 'Live broadcast',
      podcast: 'Podcast',
      post: 'Post',
      course: 'Course',
      meet: 'Meeting',
      datasheet: 'Worksheet',
      physical: 'Physical product',
      master: 'Programme',
    },
    statuses: { draft: 'Draft', published: 'Published', private: 'Private' },
    plans: { paid: 'Paid', free: 'Free' },
  },
  pt: {
    file: 'produtos',
    headers: {
      slug: 'Endereço',
      title: 'Título',
      type: 'Tipo',
      status: 'Estado',
      plan: 'Plano',
      channel: 'Canal',
      ownerName: 'Organizador',
      ownerEmail: 'E-mail do organizador',
      category: 'Categoria',
      price: 'Preço com impostos',
      currency: 'Moeda',
      tickets: 'Bilhetes',
      nextSession: 'Próxima sessão (UTC)',
      publishedAt: 'Publicado (UTC)',
      cancelledAt: 'Cancelado (UTC)',
      createdAt: 'Criado (UTC)',
    },
    types: {
      vod: 'Vídeo a pedido',
      live: 'Direto diferido',
      broadcast: 'Transmissão em direto',
      podcast: 'Podcast',
      post: 'Artigo',
      course: 'Curso',
      meet: 'Reunião',
      datasheet: 'Ficha didática',
      physical: 'Produto físico',
      master: 'Programa',
    },
    statuses: { draft: 'Rascunho', published: 'Publicado', private: 'Privado' },
    plans: { paid: 'Pago', free: 'Gratuito' },
  },
}

const ofStaff: ReadonlySet<Column> = new Set(['ownerName', 'ownerEmail'])

/**
 * The columns of the screen, and the name of the file, in the language of whoever asks; staff also sees whose it is.
 */
export function productColumns(language: Language, reader: { isStaff: boolean }): { file: string; columns: TableColumn<TableRow>[] } {
  const { file, headers, types, statuses, plans } = words[language]
  const values: Record<Column, TableColumn<TableRow>['value']> = {
    slug: (row) => row.slug,
    title: (row) => row.title,
    type: (row) => types[row.type],
    status: (row) => statuses[row.status],
    plan: (row) => plans[row.plan],
    channel: (row) => row.channel_title,
    ownerName: (row) => row.owner_name,
    ownerEmail: (row) => row.owner_email,
    category: (row) => row.category_title,
    price: (row) => (toPrice(row)?.gross.minor ?? 0) / 10 ** decimalsOf(row.currency),
    currency: (row) => row.currency,
    tickets: (row) => row.tickets,
    nextSession: (row) => nextDate(row),
    publishedAt: (row) => row.published_at,
    cancelledAt: (row) => row.cancelled_at,
    createdAt: (row) => row.created_at,
  }
  const shown = (Object.keys(values) as Column[]).filter((column) => reader.isStaff || !ofStaff.has(column))
  return { file, columns: shown.map((column) => ({ header: headers[column], value: values[column] })) }
}

function nextDate(row: TableRow): Date | null {
  const { nextSession } = toProductCard(row)
  return nextSession && new Date(nextSession.startsAt)
}
