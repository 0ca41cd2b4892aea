import type { Transitions } from './machine.ts'

/** Where sections stand: the home page of the site, the page of an entity, a page. */
export const sectionPlaceKinds = ['home', 'entity', 'page'] as const
export type SectionPlaceKind = (typeof sectionPlaceKinds)[number]

/**
 * draft: kept, shown to nobody. scheduled: a draft with its moment. live: what everybody sees, one per place. past: was
 * live and can be brought back.
 */
export const sectionVersionStates = ['draft', 'scheduled', 'live', 'past'] as const
export type SectionVersionState = (typeof sectionVersionStates)[number]
/** Bringing a past version back makes a new one. */
export const sectionVersionTransitions: Transitions<SectionVersionState> = {
  draft: ['scheduled', 'live'],
  scheduled: ['draft', 'live'],
  live: ['past'],
  past: [],
}
