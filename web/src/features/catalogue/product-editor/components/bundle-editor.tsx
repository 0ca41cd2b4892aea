import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSameList } from '../../../../components/forms/use-same-list.ts'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'
import type { BundleItem } from '../fields.ts'
import { bundleCandidatesQuery } from '../queries.ts'
import { useField } from './bound-fields.tsx'
import { BundleState } from './bundle-state.tsx'

const mostProducts = 50

/** Products that come with this one. */
export function BundleEditor() {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { product } = useEditor()
  const { field, error } = useField('bundle')
  const chosen = useSameList(field.value)
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), 250)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(bundleCandidatesQuery(api, searched))
  const options: BundleItem[] = (found.data?.items ?? []).filter(({ id }) => id !== product?.id).map(({ id, title }) => ({ id, title }))
  const isChanged = product !== null && field.value.map(({ id }) => id).join() !== product.bundleProductIds.join()
  return (
    <>
      <Autocomplete<BundleItem, true>
        multiple
        options={field.value.length >= mostProducts ? [] : options}
        filterOptions={(all) => all.filter(({ id }) => !field.value.some((one) => one.id === id))}
        value={chosen}
        inputValue={typed}
        loading={found.isFetching}
        loadingText={tc('page.loading')}
        openText={t('bundle.open')}
        closeText={tc('action.close')}
        clearText={tc('action.clear')}
        noOptionsText={t('bundle.none')}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, next) => field.onChange(next)}
        onBlur={field.onBlur}
        slotProps={{ chip: { size: 'small' } }}
        sx={{ '& .MuiOutlinedInput-root': { py: '3px', px: 1 } }}
        renderInput={(params) => (
          <TextField {...params} label={t('bundle.products')} error={error !== undefined} helperText={error ?? t('bundle.help')} />
        )}
      />
      {product && product.bundleState !== null && <BundleState product={product} isChanged={isChanged} />}
      {(product === null || product.bundleState === null) && field.value.length > 0 && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('bundle.first')}
        </Typography>
      )}
    </>
  )
}
