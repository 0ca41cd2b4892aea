import type { Client } from '@e-events/shared/contract/client.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { SessionId } from '@e-events/shared/domain/ids.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { platformZone } from '@e-events/shared/ui/format.ts'
import { hasTexts, type ProductFields, type SessionFields, type Texts } from './fields.ts'
import { bodyOf, textsBody, type CreateBody, type UpdateBody } from './mapping.ts'
import { rememberRevision } from './own-revisions.ts'

/** Unsaved changes of a form, in the portions of the api. */
export interface Changes {
  body: UpdateBody
  translations: { language: Language; texts: Texts | null }[]
  removedSessions: string[]
  changedSessions: SessionFields[]
  addedSessions: SessionFields[]
  metadata: ProductFields['metadata'] | null
}

export function changesBetween(saved: ProductFields, fields: ProductFields): Changes {
  const before = bodyOf(saved) as Record<string, unknown>
  const body = Object.fromEntries(Object.entries(bodyOf(fields)).filter(([name, value]) => !isSame(before[name], value)))
  const ids = new Set(fields.sessions.map(({ id }) => id))
  return {
    body,
    translations: languages.flatMap((language) => {
      if (language === fields.language) return []
      const [was, is] = [textsBody(saved.texts[language]), textsBody(fields.texts[language])]
      return isSame(was, is) ? [] : [{ language, texts: hasTexts(is) ? is : null }]
    }),
    removedSessions: saved.sessions.flatMap(({ id }) => (id !== null && !ids.has(id) ? [id] : [])),
    changedSessions: fields.sessions.filter((session) => {
      const was = saved.sessions.find(({ id }) => session.id !== null && id === session.id)
      return was !== undefined && !isSame([was.startsAt, was.endsAt], [session.startsAt, session.endsAt])
    }),
    addedSessions: fields.sessions.filter(({ id }) => id === null),
    metadata: isSame(metadataBody(saved), metadataBody(fields)) ? null : metadataBody(fields),
  }
}

export function isEmpty({ body, metadata, ...lists }: Changes): boolean {
  return Object.keys(body).length === 0 && metadata === null && Object.values(lists).every((list) => list.length === 0)
}

/**
 * A part of a save that failed. Whatever was stored before it stays stored: `product` is what the server holds then.
 */
export class SaveError extends Error {
  override readonly name = 'SaveError'
  readonly failure: Failure
  readonly product: OwnProductDetail | null
  constructor(failure: Failure, product: OwnProductDetail | null, cause: unknown) {
    super(failure, { cause })
    this.failure = failure
    this.product = product
  }
}

/** Creates the draft; dates, other languages and metadata follow, because they belong to a product. */
export async function createProduct(api: Client, fields: ProductFields): Promise<OwnProductDetail> {
  const failure = createFailure(fields)
  const created = await attempt(failure, null, () =>
    api.call(ownProducts.create, { body: { ...bodyOf(fields), language: fields.language } as CreateBody }),
  )
  rememberRevision(api, created)
  const rest = changesBetween({ ...fields, texts: noTranslations(fields), sessions: [], metadata: [] }, fields)
  return send(api, { product: created, changes: { ...rest, body: {} } })
}

/** Keeps what there is of a new product; the rest follows as changes of a draft. */
export async function beginProduct(api: Client, fields: ProductFields): Promise<OwnProductDetail> {
  const begun = await api.call(ownProducts.begin, { body: { ...bodyOf(fields), language: fields.language } })
  rememberRevision(api, begun)
  return begun
}

/** Stores what changed, part by part, each on top of the revision that the part before it made. @throws SaveError */
export async function send(api: Client, { product, changes }: { product: OwnProductDetail; changes: Changes }): Promise<OwnProductDetail> {
  let latest = product
  const params = () => ({ slug: latest.slug })
  const seen = () => ({ ifMatch: `"${latest.revision}"` })
  const failure = updateFailure(product)
  const step = async (call: () => Promise<OwnProductDetail>, as: Failure = failure) => {
    latest = await attempt(as, latest, call)
    rememberRevision(api, latest)
  }
  if (Object.keys(changes.body).length > 0) await step(() => api.call(ownProducts.update, { params: params(), body: changes.body }, seen()))
  for (const { language, texts } of changes.translations)
    await step(() =>
      texts
        ? api.call(ownProducts.setTranslation, { params: { ...params(), language }, body: texts }, seen())
        : api.call(ownProducts.removeTranslation, { params: { ...params(), language } }, seen()),
    )
  for (const id of changes.removedSessions)
    await step(() => api.call(ownProducts.removeSession, { params: { ...params(), sessionId: id } }, seen()))
  for (const session of changes.changedSessions)
    await step(() =>
      api.call(ownProducts.changeSession, { params: { ...params(), sessionId: session.id as SessionId }, body: timesOf(session) }, seen()),
    )
  for (const session of changes.addedSessions)
    await step(() => api.call(ownProducts.addSession, { params: params(), body: timesOf(session) }, seen()))
  const { metadata } = changes
  if (metadata) await step(() => api.call(ownProducts.setMetadata, { params: params(), body: { metadata } }, seen()), 'productMetadata')
  return latest
}

export function timesOf({ startsAt, endsAt }: Pick<SessionFields, 'startsAt' | 'endsAt'>) {
  return { startsAt: startsAt ?? '', endsAt: endsAt ?? '', timezone: platformZone }
}

async function attempt(
  failure: Failure,
  product: OwnProductDetail | null,
  call: () => Promise<OwnProductDetail>,
): Promise<OwnProductDetail> {
  try {
    return await call()
  } catch (error) {
    throw new SaveError(failure, product, error)
  }
}

/** Courses and masters have words of their own in the catalogue. */
export function createFailure({ type }: Pick<ProductFields, 'type'>): Failure {
  return type === 'course' ? 'courseCreate' : type === 'master' ? 'masterCreate' : 'productCreate'
}

export function deleteFailure({ type }: Pick<OwnProductDetail, 'type'>): Failure {
  return type === 'course' ? 'courseDelete' : type === 'master' ? 'masterDelete' : 'productDelete'
}

export function updateFailure({ type }: Pick<OwnProductDetail, 'type'>): Failure {
  return type === 'course' ? 'courseUpdate' : type === 'master' ? 'masterUpdate' : 'productUpdate'
}

function noTranslations(fields: ProductFields): ProductFields['texts'] {
  const none: Texts = { title: '', shortDescription: '', description: '' }
  return { es: none, en: none, pt: none, [fields.language]: fields.texts[fields.language] }
}

const metadataBody = ({ metadata }: ProductFields) =>
  metadata.map(({ key, value, exportable }) => ({ key: key.trim(), value: value.trim(), exportable }))

/** Moments may be written in more than one way and be the same. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sameMoments) === JSON.stringify(b, sameMoments)
}
function sameMoments(_key: string, value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : value
}
