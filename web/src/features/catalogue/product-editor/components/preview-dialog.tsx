import CloseRounded from '@mui/icons-material/CloseRounded'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { readScheme } from '@e-events/shared/ui/theme/mode.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentType, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../config/language-names.ts'
import { useServices } from '../../../../lib/services.ts'
import { useEditor } from '../editor-context.ts'
import { languagesOf } from '../fields.ts'
import { previewOf } from '../preview.ts'
import { categoriesQuery, ownChannelsQuery } from '../queries.ts'

interface PreviewDialogProps {
  /** The product page as buyers see it. */
  Page: ComponentType<{ product: ProductDetail }>
  onClose: () => void
}

/** The page that buyers will see, of what stands in the form now. Nothing on it can be pressed. */
export function PreviewDialog({ Page, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { form, product } = useEditor()
  const id = useId()
  const { fields } = form
  const [language, setLanguage] = useState<Language>(fields.language)
  const categories = useQuery(categoriesQuery(api, language))
  const channels = useQuery(ownChannelsQuery(api))
  const channel = channels.data?.items.find(({ slug }) => slug === fields.channelSlug) ?? product?.channel
  const shown = previewOf(fields, { language, product, categories: categories.data?.items ?? [], channel })
  const isDark = /dark/i.test(readScheme())
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { 'data-mode': isDark ? 'dark' : 'light', sx: { borderRadius: 0 } } as object }}
    >
      <Box
        component="header"
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 2,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          px: 'var(--ee-gutter)',
          py: 1,
          bgcolor: 'surface.raised',
          borderBottom: 1,
          borderColor: 'border.subtle',
        }}
      >
        <Typography variant="h4" component="h2" id={id} sx={{ flex: 1, color: 'text.primary' }}>
          {t('preview.title')}
        </Typography>
        {languagesOf(fields).length > 1 && (
          <ToggleButtonGroup
            exclusive
            value={language}
            aria-label={t('texts.languages')}
            onChange={(_, next: Language | null) => next && setLanguage(next)}
          >
            {languagesOf(fields).map((one) => (
              <ToggleButton key={one} value={one} lang={one}>
                {languageNames[one]}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        <Button startIcon={<CloseRounded />} onClick={onClose}>
          {tc('action.close')}
        </Button>
      </Box>
      <Box onClickCapture={stop} sx={{ flex: 1, bgcolor: 'surface.canvas', color: 'text.primary', overflowY: 'auto' }}>
        <Page product={shown} />
      </Box>
    </Dialog>
  )
}

/** Links and buttons look as they will and do nothing. */
function stop(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a, button')) {
    event.preventDefault()
    event.stopPropagation()
  }
}
