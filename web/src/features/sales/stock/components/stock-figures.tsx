import { count } from '@e-events/shared/ui/format.ts'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { figuresQuery } from '../queries.ts'

/** Shows what became of the number that an organizer set, and how many wait. */
export function StockFigures({ productSlug }: { productSlug: string | null }) {
  const { t } = useTranslation('stock')
  const { api } = useServices()
  const language = useLanguage()
  const { data } = useQuery({ ...figuresQuery(api, productSlug ?? ''), enabled: productSlug !== null })
  if (!data || data.left === null) return null
  const shown = (number: number) => count(number, language)
  return (
    <Typography variant="body2" className="tabular" sx={{ m: 0, color: 'text.secondary' }}>
      {t('figures', { sold: shown(data.sold), held: shown(data.held), left: shown(data.left), waiting: shown(data.waiting) })}
    </Typography>
  )
}
