import { useTranslation } from 'react-i18next'
import { OfferedTour } from './offered-tour.tsx'

export const productTour = 'new-product'

/** Tour of the product form. */
export function ProductTour({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('tours')
  return (
    <OfferedTour
      name={productTour}
      isFirst={isFirst}
      steps={[
        { title: t('product.welcome.title'), text: t('product.welcome.text') },
        { target: 'product-steps', title: t('product.steps.title'), text: t('product.steps.text') },
        { target: 'product-save', title: t('product.save.title'), text: t('product.save.text') },
        { target: 'product-preview', title: t('product.preview.title'), text: t('product.preview.text') },
      ]}
    />
  )
}
