import { languages } from '@e-events/shared/domain/language.ts'
import type { Path } from 'react-hook-form'
import type { ProductFields, SessionFields } from './fields.ts'

interface Versions {
  /** State of the server at the last load, and now. */
  before: ProductFields
  after: ProductFields
  typed: ProductFields
}
type Name = keyof ProductFields

/** Fields that take the server's newer value, because nobody typed anything else there meanwhile. */
export function takeOver({ before, after, typed }: Versions): [Name, unknown][] {
  return namesOf(after).flatMap((name): [Name, unknown][] => {
    if (name === 'sessions') {
      const merged = mergeSessions(after.sessions, { typed: typed.sessions, before: before.sessions })
      return same(merged, typed.sessions) ? [] : [[name, merged]]
    }
    if (name === 'texts') {
      const merged = mergeTexts({ before, after, typed })
      return same(merged, typed.texts) ? [] : [[name, merged]]
    }
    // A category that was named is one of the categories from now on.
    if (name === 'newCategory') return typed.newCategory !== '' && !same(before.categories, after.categories) ? [[name, '']] : []
    if (name === 'categories' && typed.newCategory !== '' && !same(before.categories, after.categories)) return [[name, after.categories]]
    return same(typed[name], before[name]) && !same(before[name], after[name]) ? [[name, after[name]]] : []
  })
}

/** Changed values of the server. */
export function changedFields({ before, after }: Pick<Versions, 'before' | 'after'>): Name[] {
  return namesOf(after).filter((name) => !same(before[name], after[name]))
}

/**
 * Paths of what was changed here and there, and not to the same: somebody has to choose. Items removed there leave no
 * choice.
 */
export function clashesOf({ before, after, typed }: Versions): Path<ProductFields>[] {
  const clash = (was: unknown, theirs: unknown, mine: unknown) => !same(was, theirs) && !same(was, mine) && !same(theirs, mine)
  return namesOf(after).flatMap((name): Path<ProductFields>[] => {
    if (name === 'texts')
      return languages.flatMap((language) =>
        textNames
          .filter((text) => clash(before.texts[language][text], after.texts[language][text], typed.texts[language][text]))
          .map((text) => `texts.${language}.${text}` as const),
      )
    if (name === 'sessions') {
      const isContested = before.sessions.some((was) => {
        const theirs = timesIn(after.sessions, was.id)
        return theirs !== null && clash([was.startsAt, was.endsAt], theirs, timesIn(typed.sessions, was.id))
      })
      return isContested ? [name] : []
    }
    return clash(before[name], after[name], typed[name]) ? [name] : []
  })
}

const textNames = ['title', 'shortDescription', 'description'] as const

/** Each text of each language by itself. */
function mergeTexts({ before, after, typed }: Versions): ProductFields['texts'] {
  const merged = structuredClone(typed.texts)
  for (const language of languages)
    for (const name of textNames)
      if (merged[language][name] === before.texts[language][name]) merged[language][name] = after.texts[language][name]
  return merged
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
  // New items of the server that were not removed here.
  return [...merged, ...free.filter(({ id }) => !before.some((one) => one.id === id))]
}

function timesIn(sessions: readonly SessionFields[], id: string | null): (string | null)[] | null {
  const found = sessions.find((session) => session.id === id)
  return found ? [found.startsAt, found.endsAt] : null
}

const namesOf = (fields: ProductFields) => Object.keys(fields) as Name[]
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
