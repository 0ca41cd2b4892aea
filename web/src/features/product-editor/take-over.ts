import type { ProductFields, SessionFields } from './fields.ts'

interface Versions {
  /** What the server held when the form last heard of it, and what it holds now. */
  before: ProductFields
  after: ProductFields
  typed: ProductFields
}

/** Fields that take the server's newer value, because nobody typed anything else there meanwhile. */
export function takeOver({ before, after, typed }: Versions): [keyof ProductFields, unknown][] {
  const names = Object.keys(after) as (keyof ProductFields)[]
  return names.flatMap((name): [keyof ProductFields, unknown][] => {
    if (name === 'sessions') {
      const merged = mergeSessions(after.sessions, { typed: typed.sessions, before: before.sessions })
      return same(merged, typed.sessions) ? [] : [[name, merged]]
    }
    // A category that was named is one of the categories from now on.
    if (name === 'newCategory') return typed.newCategory !== '' && !same(before.categories, after.categories) ? [[name, '']] : []
    if (name === 'categories' && typed.newCategory !== '' && !same(before.categories, after.categories)) return [[name, after.categories]]
    return same(typed[name], before[name]) && !same(before[name], after[name]) ? [[name, after[name]]] : []
  })
}

/** Dates that were just stored get their ids; the ones still being typed stay as they are. */
function mergeSessions(stored: SessionFields[], { typed, before }: { typed: SessionFields[]; before: SessionFields[] }): SessionFields[] {
  const taken = new Set(typed.map(({ id }) => id))
  const free = stored.filter(({ id }) => !taken.has(id))
  const merged = typed.flatMap((session) => {
    if (session.id === null) {
      const found = free.findIndex(({ startsAt }) => startsAt !== null && Date.parse(startsAt) === Date.parse(session.startsAt ?? ''))
      return found === -1 ? [session] : free.splice(found, 1)
    }
    const now = stored.find(({ id }) => id === session.id)
    const was = before.find(({ id }) => id === session.id)
    // Gone from the server: somebody removed it, or it was moved to another date.
    if (!now) return []
    return [was && same(was, session) ? now : session]
  })
  // What is new there and was not removed here.
  return [...merged, ...free.filter(({ id }) => !before.some((one) => one.id === id))]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
