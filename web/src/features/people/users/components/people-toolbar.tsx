import { languages } from '@e-events/shared/domain/language.ts'
import { approvalStates, roles } from '@e-events/shared/domain/states.ts'
import { users } from '@e-events/shared/contract/people/users.ts'
import { useTranslation } from 'react-i18next'
import type { TableFilter } from '../../../../components/data-table/table-types.ts'
import { TableToolbar } from '../../../../components/data-table/table-toolbar.tsx'
import { languageNames } from '../../../../config/language-names.ts'
import { countriesIn } from '../../../../lib/countries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import type { useColumns } from '../use-columns.ts'
import type { PeopleSearch } from '../use-people-search.ts'

interface PeopleToolbarProps {
  search: PeopleSearch
  columns: ReturnType<typeof useColumns>
}

export function PeopleToolbar({ search, columns }: PeopleToolbarProps) {
  const { t } = useTranslation('users')
  const { api } = useServices()
  return (
    <TableToolbar
      columns={columns.columns}
      shown={columns.shown}
      search={search}
      searchField={{ label: t('search.label'), placeholder: t('search.placeholder') }}
      filters={usePeopleFilters()}
      onExport={(format) => api.call(users.export, { query: { ...search.fileQuery, format } })}
    />
  )
}

function usePeopleFilters(): TableFilter[] {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  return [
    { name: 'role', label: t('filter.role'), options: roles.map((value) => ({ value, label: t(`role.${value}`) })) },
    { name: 'state', label: t('filter.state'), options: approvalStates.map((value) => ({ value, label: t(`state.${value}`) })) },
    { name: 'country', label: t('filter.country'), options: countriesIn(language).map(({ code, name }) => ({ value: code, label: name })) },
    { name: 'language', label: t('filter.language'), options: languages.map((value) => ({ value, label: languageNames[value] })) },
    { name: 'newsletter', label: t('filter.newsletter'), options: yesNo },
    { name: 'external', label: t('filter.external'), options: yesNo },
    { name: 'upgrade', label: t('filter.upgrade'), options: [{ value: 'pending', label: t('filter.upgradePending') }] },
  ]
}
