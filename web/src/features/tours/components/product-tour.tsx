import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useTour } from '../use-tour.ts'
import { Tour } from './tour.tsx'

export const productTour = 'new-product'

/** What the form of a product asks and keeps: shown on its first visit, and again by the button. */
export function ProductTour() {
  const { t } = useTranslation('tours')
  const { isDue, end, start } = useTour(productTour)
  return (
    <>
      <IconButton aria-label={t('again')} title={t('again')} onClick={start}>
        <HelpOutlineRounded />
      </IconButton>
      {isDue && (
        <Tour
          onEnd={end}
          steps={[
            { title: t('product.welcome.title'), text: t('product.welcome.text') },
            { target: 'product-steps', title: t('product.steps.title'), text: t('product.steps.text') },
            { target: 'product-save', title: t('product.save.title'), text: t('product.save.text') },
            { target: 'product-preview', title: t('product.preview.title'), text: t('product.preview.text') },
          ]}
        />
      )}
    </>
  )
}
