import { Notice } from '@e-events/shared/ui/notice.tsx'
import CategoryOutlined from '@mui/icons-material/CategoryOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { changeCategoryMutation, managedCategoriesQuery, type CategoryChange } from '../queries.ts'
import { CategoryRow } from './category-row.tsx'
import { TitlesForm } from './titles-form.tsx'

const nobody = { es: null, en: null, pt: null }

/** Staff names, orders, shows and hides the categories; every change holds at once. */
export function CategoriesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('categories')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const id = useId()
  const [added, setAdded] = useState(0)
  const list = useQuery({ ...managedCategoriesQuery(api), enabled: open })
  const change = useMutation(changeCategoryMutation(api, queries))
  const showError = useErrorSnack()
  const act = (wanted: CategoryChange, done?: () => void) =>
    change.mutate(wanted, { onSuccess: () => done?.(), onError: (error) => showError(error, { key: 'categories', failure: 'dataUpdate' }) })
  const items = list.data?.items ?? []
  const slugs = items.map(({ slug }) => slug)
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('heading')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {t('lead')}
        </Typography>
        {list.isPending && (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <Box role="status" className="visually-hidden">
              {tc('page.loading')}
            </Box>
            {[0, 1, 2].map((index) => (
              <Skeleton key={index} sx={{ height: 44 }} />
            ))}
          </Box>
        )}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        {list.data && items.length === 0 && (
          <Notice icon={CategoryOutlined} title={t('empty.title')} heading="h3">
            {t('empty.text')}
          </Notice>
        )}
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((category, index) => (
            <CategoryRow
              key={category.slug}
              category={category}
              up={swapped(slugs, index, index - 1)}
              down={swapped(slugs, index, index + 1)}
              busy={change.isPending}
              onChange={act}
            />
          ))}
        </Box>
        {list.data && (
          <Box component="section" aria-label={t('add')} sx={{ mt: 2.5, pt: 2.5, borderTop: 1, borderColor: 'border.subtle' }}>
            <TitlesForm
              // Empty again after each that was added.
              key={added}
              titles={nobody}
              saveLabel={t('add')}
              saving={change.isPending && change.variables.act === 'create'}
              onSave={(titles) => act({ act: 'create', titles }, () => setAdded(added + 1))}
            />
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{tc('action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function swapped(slugs: readonly string[], from: number, to: number): string[] | undefined {
  const [one, other] = [slugs[from], slugs[to]]
  if (one === undefined || other === undefined) return undefined
  return slugs.map((slug, index) => (index === from ? other : index === to ? one : slug))
}
