import { useTranslation } from 'react-i18next'
import { countryName } from '../../lib/country-name.ts'
import { languageNames } from '../../config/language-names.ts'
import { useLanguage } from '../../lib/language.ts'
import type { FilterName, PeopleFilters } from './use-people-search.ts'

/** 'Role: organizer', for the chip of an active filter. */
export function useFilterWords(): (name: FilterName, filters: PeopleFilters) => string {
  const { t } = useTranslation('people')
  const language = useLanguage()
  return (name, filters) => {
    const value = wordsOf(name)
    return value === undefined ? t(`filter.${name as 'upgrade'}`) : t('filter.chip', { name: t(`filter.${name as 'role'}`), value })

    function wordsOf(name: FilterName): string | undefined {
      switch (name) {
        case 'role':
          return filters.role && t(`role.${filters.role}`)
        case 'state':
          return filters.state && t(`state.${filters.state}`)
        case 'country':
          return filters.country && countryName(filters.country, language)
        case 'language':
          return filters.language && languageNames[filters.language]
        case 'external':
        case 'newsletter':
          return t(filters[name] === 'true' ? 'yes' : 'no')
        case 'search':
          return filters.search
        default:
          return undefined
      }
    }
  }
}
