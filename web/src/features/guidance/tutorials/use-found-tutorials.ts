import { limits } from '@e-events/shared/limits.ts'
import { useTranslation } from 'react-i18next'
import { stepKeys, tutorials, type TutorialId } from './tutorials.ts'

/** All of them while nothing is looked for; else those whose words hold every word of the search. */
export function useFoundTutorials(query: string): TutorialId[] {
  const { t } = useTranslation('tutorials')
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const ids = tutorials.map(({ id }) => id)
  if (words.length === 0) return ids
  if (words.join('').length < limits.searchMinChars) return []
  return ids.filter((id) => {
    const text = fold([t(`${id}.title`), t(`${id}.summary`), ...stepKeys(id).map(({ key }) => t(key))].join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** Letters alone count, as in the search of the guides. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}
