import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MediaCard, MediaCardSkeleton } from '../../../../components/media/media-card.tsx'
import { Rail } from '../../../../components/media/rail.tsx'
import { useNear } from '../../../../components/use-near.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { relatedQuery } from '../queries.ts'

/** Products like this one, asked for once somebody comes near; its room is kept until then. */
export function RelatedProducts({ slug }: { slug: string }) {
  const { t } = useTranslation('products')
  const { api } = useServices()
  const language = useLanguage()
  const { ref, isNear } = useNear<HTMLDivElement>()
  const { data, isPending } = useQuery({ ...relatedQuery(api, { slug, language }), enabled: isNear })
  if (!isPending && (data?.items.length ?? 0) === 0) return null
  return (
    <Box ref={ref} sx={{ maxWidth: 1440, mx: 'auto' }}>
      <Rail title={t('related')}>
        {data
          ? data.items.map((product) => (
              <li key={product.id}>
                <MediaCard product={product} />
              </li>
            ))
          : [1, 2, 3, 4, 5].map((number) => (
              <li key={number} aria-hidden>
                <MediaCardSkeleton />
              </li>
            ))}
      </Rail>
    </Box>
  )
}
