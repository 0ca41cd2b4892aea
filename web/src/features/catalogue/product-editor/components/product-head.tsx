import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOffOutlined from '@mui/icons-material/EditOffOutlined'
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined'
import InsightsRounded from '@mui/icons-material/InsightsRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import PublicRounded from '@mui/icons-material/PublicRounded'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { ProductStatus } from '../../../../components/media/product-status.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { deleteFailure, updateFailure } from '../changes.ts'
import { useEditor } from '../editor-context.ts'
import { CancelDialog } from './cancel-dialog.tsx'

interface ProductHeadProps {
  help: ReactNode
  onPreview: () => void
  onPublish: () => void
  onDeleted: () => void
}

/** Title, state and acts of a product. */
export function ProductHead({ help, onPreview, onPublish, onDeleted }: ProductHeadProps) {
  const { t } = useTranslation('product-editor')
  const { product, form, fixedType } = useEditor()
  const typed = form.fields.texts[form.fields.language].title.trim()
  return (
    <>
      <PageHeader
        title={typed || t(`new.${fixedType ?? 'product'}`)}
        lead={product ? <ProductStatus status={product.status} event={product.event} /> : t('new.lead')}
        actions={
          <>
            {help}
            <Button startIcon={<VisibilityOutlined />} onClick={onPreview} data-tour="product-preview">
              {t('preview.open')}
            </Button>
            {product?.status === 'draft' && (
              // One red button at a time: while something is to be saved, that is the one.
              <Button variant="contained" color={form.isDirty ? 'inherit' : 'primary'} onClick={onPublish}>
                {t('publish.open')}
              </Button>
            )}
            {product && <Acts product={product} onDeleted={onDeleted} />}
          </>
        }
      />
    </>
  )
}

function Acts({ product, onDeleted }: { product: OwnProductDetail; onDeleted: () => void }) {
  const { t } = useTranslation('product-editor')
  const { api } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const { learn } = useEditor()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'delete' | 'cancel' | null>(null)
  const params = { slug: product.slug }
  const other = product.status === 'published' ? 'private' : 'published'
  const change = useMutation({
    mutationFn: () => api.call(ownProducts.publish, { params, body: { status: other } }),
    onSuccess: (latest) => {
      learn(latest)
      snacks.success(t(latest.status === 'private' ? 'publish.donePrivate' : 'publish.done'), { key: 'product-act' })
    },
    onError: (error) => showError(error, { key: 'product-act', failure: updateFailure(product) }),
  })
  const remove = useMutation({
    mutationFn: () => api.call(ownProducts.remove, { params }),
    onSuccess: () => {
      snacks.success(t('delete.done'), { key: 'product-act' })
      onDeleted()
    },
    onError: (error) => {
      setOpen(null)
      showError(error, { key: 'product-act', failure: deleteFailure(product) })
    },
  })
  const choose = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(new URL(paths.product(product.slug), location.origin).href)
      snacks.success(t('acts.copied'), { key: 'product-act' })
    } catch {
      snacks.error(t('codes.copyFailed'), { key: 'product-act' })
    }
  }
  const isDraft = product.status === 'draft'
  return (
    <>
      <IconButton
        aria-label={t('acts.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHorizRounded />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('acts.more') }, list: { 'aria-label': t('acts.more') } }}
      >
        <MenuItem component="a" href={paths.product(product.slug)} target="_blank">
          <ListItemIcon sx={icon}>
            <OpenInNewRounded />
          </ListItemIcon>
          {t('acts.page')}
        </MenuItem>
        {measured.has(product.type) && (
          <MenuItem component="a" href={paths.productQuality(product.slug)}>
            <ListItemIcon sx={icon}>
              <InsightsRounded />
            </ListItemIcon>
            {t('acts.quality')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => void copyLink())}>
          <ListItemIcon sx={icon}>
            <LinkRounded />
          </ListItemIcon>
          {t('acts.copy')}
        </MenuItem>
        {!isDraft && (product.allowed.publish || product.allowed.makePrivate) && (
          <MenuItem disabled={change.isPending} onClick={choose(() => change.mutate())}>
            <ListItemIcon sx={icon}>{other === 'private' ? <LockOutlined /> : <PublicRounded />}</ListItemIcon>
            {t(`acts.${other}`)}
          </MenuItem>
        )}
        {!isDraft && (
          <MenuItem disabled>
            <ListItemIcon sx={icon}>
              <EditOffOutlined />
            </ListItemIcon>
            {t('acts.draft')}
          </MenuItem>
        )}
        {product.allowed.cancel && (
          <MenuItem onClick={choose(() => setOpen('cancel'))}>
            <ListItemIcon sx={icon}>
              <EventBusyOutlined />
            </ListItemIcon>
            {t('acts.cancel')}
          </MenuItem>
        )}
        <MenuItem disabled={!product.allowed.delete} onClick={choose(() => setOpen('delete'))}>
          <ListItemIcon sx={icon}>
            <DeleteOutlineRounded />
          </ListItemIcon>
          {t(product.allowed.delete ? 'acts.delete' : 'acts.deleteFrozen')}
        </MenuItem>
      </Menu>
      {open === 'cancel' && <CancelDialog product={product} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'delete'}
        title={t('delete.title')}
        confirmLabel={t('delete.confirm')}
        destructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpen(null)}
      >
        {t('delete.text', { title: product.text.title })}
      </ConfirmDialog>
    </>
  )
}

const icon = { minWidth: '0 !important', color: 'text.secondary' }
/** Types that our own player shows. */
const measured: ReadonlySet<ProductType> = new Set(['live', 'broadcast', 'vod'])
