import type { Voices } from '../rooms/media-port.ts'

/**
 * Lists the speakers after a look at the voices. The one who holds the floor comes first; the others stay where they
 * were, so that two who speak at once do not change places twice a second.
 * @param personOf undefined for a producer whose person is gone
 */
export function speakersAfter(
  before: readonly string[],
  { loudest, leading }: Voices,
  personOf: (producerId: string) => string | undefined,
): string[] {
  const heard = loudest.map(personOf).filter((id) => id !== undefined)
  const first = leading === null || !loudest.includes(leading) ? undefined : personOf(leading)
  const rest = [...before.filter((id) => heard.includes(id)), ...heard.filter((id) => !before.includes(id))]
  return first === undefined ? rest : [first, ...rest.filter((id) => id !== first)]
}
