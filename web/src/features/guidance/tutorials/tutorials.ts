/**
 * The filmed guides in the order of the screen, and what each shows. Their script is `tests/films/film-tutorials.ts`,
 * their words are in `locales`.
 */
export const tutorials = [
  { id: 'account', steps: ['open', 'form', 'mail', 'activate', 'code', 'ticket'] },
  { id: 'buy', steps: ['price', 'checkout', 'pay', 'card', 'door', 'watch', 'invoice'] },
  { id: 'watch', steps: ['door', 'controls', 'quality', 'cameras', 'back', 'live'] },
  { id: 'channel', steps: ['open', 'create', 'details', 'request', 'wait', 'published'] },
  { id: 'video', steps: ['start', 'texts', 'image', 'draft', 'upload', 'publish', 'page'] },
  { id: 'live', steps: ['studio', 'desk', 'camera', 'check', 'air', 'end'] },
] as const satisfies readonly { id: string; steps: readonly string[] }[]

export type Tutorial = (typeof tutorials)[number]
export type TutorialId = Tutorial['id']

export function findTutorial(id: string | undefined): Tutorial | undefined {
  return tutorials.find((tutorial) => tutorial.id === id)
}

type KeyOf<T extends Tutorial> = T extends Tutorial ? `${T['id']}.step.${T['steps'][number]}` : never
export type StepKey = KeyOf<Tutorial>

/** The steps of a tutorial with the keys of their words. */
export function stepKeys(id: TutorialId): { step: string; key: StepKey }[] {
  const steps: readonly string[] = findTutorial(id)?.steps ?? []
  return steps.map((step) => ({ step, key: `${id}.step.${step}` as StepKey }))
}
