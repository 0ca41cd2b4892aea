import { languages } from '@e-events/shared/domain/language.ts'
import { approvalStates, roles } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../components/country-field.tsx'
import { languageNames } from '../../../config/language-names.ts'
import type { FilterName, PeopleSearch } from '../use-people-search.ts'

interface FilterPanelProps {
  anchor: HTMLElement | null
  search: PeopleSearch
  onClose: () => void
}

/** Every choice narrows the table at once; closing the panel is all that is left to do. */
export function FilterPanel({ anchor, search, onClose }: FilterPanelProps) {
  const { t } = useTranslation('people')
  const titleId = useId()
  const { filters, change } = search
  const choice = (name: FilterName, options: readonly (readonly [value: string, label: string])[]) => (
    <TextField
      select
      label={t(`filter.${name as 'role'}`)}
      value={filters[name] ?? ''}
      onChange={({ target }) => change({ [name]: target.value })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{t('filter.any')}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  )
  const yesNo = [
    ['true', t('yes')],
    ['false', t('no')],
  ] as const
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { mt: 0.75, p: 2, width: 'min(440px, calc(100vw - 24px))', borderRadius: '14px' },
        },
      }}
    >
      <Typography variant="h5" component="h2" id={titleId} sx={{ mb: 1.5 }}>
        {t('filter.title')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {choice(
          'role',
          roles.map((role) => [role, t(`role.${role}`)]),
        )}
        {choice(
          'state',
          approvalStates.map((state) => [state, t(`state.${state}`)]),
        )}
        <CountryField
          label={t('filter.country')}
          emptyLabel={t('filter.any')}
          value={filters.country ?? ''}
          onChange={({ target }) => change({ country: target.value })}
        />
        {choice(
          'language',
          languages.map((language) => [language, languageNames[language]]),
        )}
        {choice('newsletter', yesNo)}
        {choice('external', yesNo)}
        {choice('upgrade', [['pending', t('filter.upgradePending')]])}
      </Box>
      <Box sx={{ mt: 2, display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button variant="text" disabled={!search.hasFilters} onClick={search.clear}>
          {t('filter.clear')}
        </Button>
        <Button variant="contained" color="inherit" onClick={onClose}>
          {t('filter.done')}
        </Button>
      </Box>
    </Popover>
  )
}
