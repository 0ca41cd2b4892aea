import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { DatasheetForm } from '../../../../features/learning/datasheets/components/datasheet-form.tsx'
import { useModules } from '../../../../features/settings/config/use-site-config.ts'
import { useServices } from '../../../../lib/services.ts'

/** The datasheet in the form of its product; while the module is off it rests as it is. */
export function OwnDatasheetForm({ productSlug, productTitle }: { productSlug: string; productTitle: string }) {
  const { t } = useTranslation('datasheets')
  const { queries } = useServices()
  const { isOn, isPending } = useModules()
  if (isPending) return null
  if (!isOn('datasheets')) return <Alert severity="info">{t('off')}</Alert>
  return (
    <DatasheetForm
      productSlug={productSlug}
      productTitle={productTitle}
      onSaved={() => void queries.invalidateQueries({ queryKey: queryKey(ownProducts.getOwn, { params: { slug: productSlug } }) })}
    />
  )
}
