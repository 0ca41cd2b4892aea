import type { ManagedCategory } from '@e-events/shared/contract/catalogue/categories.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { nameOf, type CategoryChange } from '../queries.ts'
import { TitlesForm } from './titles-form.tsx'

interface CategoryRowProps {
  category: ManagedCategory
  /** Slugs in the order after a step up or down; absent at the ends. */
  up: string[] | undefined
  down: string[] | undefined
  busy: boolean
  onChange: (change: CategoryChange, done?: () => void) => void
}

export function CategoryRow({ category, up, down, busy, onChange }: CategoryRowProps) {
  const { t } = useTranslation('categories')
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const name = nameOf(category)
  const close = () => setOpen(null)
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: 1, borderColor: 'border.subtle', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Typography variant="h5" component="h3" noWrap title={name}>
            {name}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {t('counts', { products: category.products, published: category.published })}
          </Typography>
        </Box>
        <Switch
          checked={!category.hidden}
          disabled={busy}
          onChange={({ target }) => onChange({ act: 'update', slug: category.slug, change: { hidden: !target.checked } })}
          slotProps={{ input: { 'aria-label': t('show', { name }) } }}
        />
        <IconButton
          size="small"
          aria-label={t('up', { name })}
          disabled={busy || !up}
          onClick={() => up && onChange({ act: 'order', slugs: up })}
        >
          <ArrowUpwardRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('down', { name })}
          disabled={busy || !down}
          onClick={() => down && onChange({ act: 'order', slugs: down })}
        >
          <ArrowDownwardRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('edit', { name })}
          aria-expanded={open === 'edit'}
          onClick={() => setOpen(open === 'edit' ? null : 'edit')}
        >
          <EditOutlined fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t('remove.action', { name })} onClick={() => setOpen('remove')}>
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Box>
      {open === 'edit' && (
        <Box sx={{ mt: 1.5 }}>
          <TitlesForm
            titles={category.titles}
            saveLabel={t('save')}
            saving={busy}
            onSave={(titles) => onChange({ act: 'update', slug: category.slug, change: { titles } }, close)}
            onCancel={close}
          />
        </Box>
      )}
      <ConfirmDialog
        open={open === 'remove'}
        title={t('remove.title', { name })}
        confirmLabel={t('remove.confirm')}
        destructive
        busy={busy}
        onConfirm={() => onChange({ act: 'remove', slug: category.slug }, close)}
        onClose={close}
      >
        {t('remove.text', { products: category.products })}
      </ConfirmDialog>
    </Box>
  )
}
