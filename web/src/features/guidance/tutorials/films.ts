import type { Language } from '@e-events/shared/domain/language.ts'
import times from './film-times.json'
import type { TutorialId } from './tutorials.ts'

export interface Film {
  video: string
  poster: string
  captions: string
  seconds: number
  /** When each step begins, in seconds. */
  starts: readonly number[]
  /** The screen of a step. */
  pictureOf(step: string): string
}

/**
 * Filmed by `node tests/films/film-tutorials.ts` and committed. 'no-inline': the page's policy lets a player load
 * captions from files, not from data addresses.
 */
const files = import.meta.glob<string>('../../../../films/tutorials/*.{mp4,webp,vtt}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const folder = '../../../../films/tutorials/'
const timesOf: Readonly<Record<string, { seconds: number; starts: readonly number[] }>> = times

/** Undefined where nobody has filmed it in that language yet: its steps are read all the same. */
export function filmOf(id: TutorialId, language: Language): Film | undefined {
  const name = `${id}-${language}`
  const own = timesOf[name]
  if (!own || !files[`${folder}${name}.mp4`]) return undefined
  return {
    ...own,
    video: file(`${name}.mp4`),
    poster: file(`${name}.webp`),
    captions: file(`${name}.vtt`),
    pictureOf: (step) => file(`${name}-${step}.webp`),
  }
}

function file(name: string): string {
  const address = files[`${folder}${name}`]
  if (address === undefined) throw new Error(`no file ${name}`)
  return address
}

/** Minutes and seconds of a film. */
export function lengthOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
}
