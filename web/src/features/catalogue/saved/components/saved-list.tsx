import type { ListedProduct } from '@e-events/shared/contract/catalogue/products.ts'
import BookmarkRemoveRounded from '@mui/icons-material/BookmarkRemoveRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { MediaCard } from '../../../../components/media/media-card.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { saveMutation, savedProductsQuery } from '../queries.ts'

/** Saved products of the account; nothing while there are none. */
export function SavedList() {
  const { t } = useTranslation('saved')
  const { api } = useServices()
  const { data } = useQuery(savedProductsQuery(api, useLanguage()))
  if (!data || data.items.length === 0) return null
  return (
    <Box component="section" aria-labelledby="saved-products" sx={{ mt: 6 }}>
      <Typography variant="h3" component="h2" id="saved-products" sx={{ mb: 2 }}>
        {t('title')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))', md: 'repeat(3, minmax(0,1fr))' },
        }}
      >
        {data.items.map((product) => (
          <Box component="li" key={product.id} sx={{ minWidth: 0 }}>
            <MediaCard product={product} />
            <Remove product={product} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Remove({ product }: { product: ListedProduct }) {
  const { t } = useTranslation('saved')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const act = useMutation({
    ...saveMutation(api, queries, product.slug),
    onError: (error) => showError(error, { key: 'saved', retry: () => act.mutate(false) }),
  })
  return (
    <Button
      size="small"
      variant="text"
      color="inherit"
      startIcon={<BookmarkRemoveRounded />}
      aria-label={t('removeOf', { title: product.title })}
      loading={act.isPending}
      loadingPosition="start"
      onClick={() => act.mutate(false)}
    >
      {t('remove')}
    </Button>
  )
}
