import { plainFields, suggestedAges } from '@e-events/shared/contract/catalogue/plain-fields.ts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../../../components/forms/country-field.tsx'
import { useSameList } from '../../../../../components/forms/use-same-list.ts'
import { useLanguage } from '../../../../../lib/language.ts'
import { useServices } from '../../../../../lib/services.ts'
import { useEditor } from '../../editor-context.ts'
import { categoriesQuery } from '../../queries.ts'
import { BoundSelect, BoundTags, BoundText, useField, useTextField } from '../bound-fields.tsx'
import { StepCard, twoColumns } from '../step-card.tsx'

const { tags, labels } = plainFields
/** As many as the contract takes. */
const mostCategories = 10

/** Classification by which it is found. */
export function ClassificationStep() {
  const { t } = useTranslation('product-editor')
  const country = useTextField('productionCountry')
  return (
    <>
      <StepCard title={t('class.title')} note={t('class.note')}>
        <Categories />
        <BoundText name="newCategory" label={t('class.newCategory')} helperText={t('class.newCategoryNote')} />
        <BoundTags name="tags" label={t('class.tags')} maxTags={tags.max} maxChars={tags.chars} placeholder={t('class.tagsPlaceholder')} />
        <BoundTags
          name="labels"
          label={t('class.labels')}
          maxTags={labels.max}
          maxChars={labels.chars}
          placeholder={t('class.labelsPlaceholder')}
        />
      </StepCard>
      <StepCard title={t('class.production')}>
        <Box sx={twoColumns}>
          <BoundSelect
            name="suggestedAge"
            label={t('class.age')}
            options={suggestedAges.map((age) => ({ value: age, label: age === 'all' ? t('class.ageAll') : age }))}
          />
          <BoundText
            name="productionYear"
            label={t('class.year')}
            slotProps={{ htmlInput: { inputMode: 'numeric', className: 'tabular', autoComplete: 'off' } }}
          />
          <CountryField
            label={t('class.country')}
            emptyLabel={t('class.countryNone')}
            value={country.bound.value}
            onChange={country.bound.onChange}
            onBlur={country.bound.onBlur}
            error={country.error !== undefined}
            helperText={country.error}
          />
          <BoundText name="director" label={t('class.director')} />
        </Box>
        <BoundText name="group" label={t('class.group')} helperText={t('class.groupNote')} />
      </StepCard>
    </>
  )
}

function Categories() {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const { product } = useEditor()
  const { field, error } = useField('categories')
  const chosen = useSameList(field.value)
  const known = useQuery(categoriesQuery(api, language))
  // A hidden category is in no list, and still is one of the product's.
  const titles = new Map([...(product?.categories ?? []), ...(known.data?.items ?? [])].map(({ slug, title }) => [slug, title]))
  const isFull = field.value.length >= mostCategories
  return (
    <Autocomplete<string, true>
      multiple
      options={isFull ? [] : [...titles.keys()]}
      value={chosen}
      getOptionLabel={(slug) => titles.get(slug) ?? slug}
      getOptionKey={(slug) => slug}
      filterSelectedOptions
      loading={known.isPending}
      loadingText={tc('page.loading')}
      openText={t('class.categoriesOpen')}
      closeText={tc('action.close')}
      clearText={tc('action.clear')}
      noOptionsText={t('class.categoriesNone')}
      onChange={(_, next) => field.onChange(next)}
      onBlur={field.onBlur}
      slotProps={{ chip: { size: 'small' } }}
      sx={{ '& .MuiOutlinedInput-root': { py: '3px', px: 1 } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('class.categories')}
          error={error !== undefined}
          helperText={error ?? (known.isError ? t('class.categoriesFailed') : t('class.categoriesNote'))}
        />
      )}
    />
  )
}
