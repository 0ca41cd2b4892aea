import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'

/** State of a saved bundle with the button that changes it; unsaved products are not in it yet. */
export function BundleState({ product, isChanged }: { product: OwnProductDetail; isChanged: boolean }) {
  const { t } = useTranslation('product-editor')
  const { api } = useServices()
  const { learn } = useEditor()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const isActive = product.bundleState === 'active'
  const move = useMutation({
    mutationFn: () => api.call(isActive ? bundles.deactivate : bundles.activate, { params: { slug: product.slug } }),
    onSuccess: (latest) => {
      learn(latest)
      snacks.success(t(latest.bundleState === 'active' ? 'bundle.activated' : 'bundle.deactivated'), { key: 'product-act' })
    },
    onError: (error) => showError(error, { key: 'product-act', failure: 'productUpdate' }),
  })
  return (
    <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
      <Box sx={{ flex: '1 1 240px' }}>
        <StatusDot tone={isActive ? 'green' : 'neutral'}>{t(isActive ? 'bundle.active' : 'bundle.inactive')}</StatusDot>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {t(isChanged ? 'bundle.unsaved' : isActive ? 'bundle.activeNote' : 'bundle.inactiveNote')}
        </Typography>
      </Box>
      <Button
        variant={isActive ? 'outlined' : 'contained'}
        color="inherit"
        loading={move.isPending}
        disabled={isChanged}
        onClick={() => move.mutate()}
      >
        {t(isActive ? 'bundle.deactivate' : 'bundle.activate')}
      </Button>
    </Box>
  )
}
