import type { Question } from '@e-events/shared/contract/live/questions.ts'

interface Versioned {
  id: string
  revision: number
}

/** The list with what came, of each thing its greatest revision; new ones come first. */
export function merged<T extends Versioned>(known: readonly T[], come: readonly T[]): T[] {
  const all = new Map(known.map((one) => [one.id, one]))
  const added: T[] = []
  for (const one of come) {
    const other = all.get(one.id)
    if (!other) added.push(one)
    if (!other || other.revision <= one.revision) all.set(one.id, one)
  }
  return [...added.map(({ id }) => all.get(id)), ...known.map(({ id }) => all.get(id))].filter((one) => one !== undefined)
}

/** Waiting ones first, then by votes and age; answered ones in the order of the show, the latest first. */
export function sortQuestions(items: readonly Question[]): { open: Question[]; answered: Question[] } {
  const open = items
    .filter(({ state }) => state === 'open' || state === 'pending')
    .sort(
      (a, b) =>
        Number(a.state === 'open') - Number(b.state === 'open') || b.votes - a.votes || Date.parse(a.askedAt) - Date.parse(b.askedAt),
    )
  const answered = items
    .filter(({ state }) => state === 'answered')
    .sort((a, b) => Date.parse(b.answeredMoment ?? '') - Date.parse(a.answeredMoment ?? ''))
  return { open, answered }
}
