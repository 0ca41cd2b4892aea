import BookmarkAddedRounded from '@mui/icons-material/BookmarkAddedRounded'
import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded'
import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { saveMutation, savedQuery } from '../queries.ts'

/** Keeps a product for later; a visitor is led to the log-in and back. */
export function SaveProduct({ slug }: { slug: string }) {
  const { t } = useTranslation('saved')
  const isLoggedIn = useSession().status === 'authenticated'
  if (isLoggedIn) return <OwnSaving slug={slug} />
  return (
    <Button
      fullWidth
      variant="text"
      color="inherit"
      sx={{ mt: 1 }}
      startIcon={<BookmarkBorderRounded />}
      href={paths.login(paths.product(slug))}
    >
      {t('save')}
    </Button>
  )
}

function OwnSaving({ slug }: { slug: string }) {
  const { t } = useTranslation('saved')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const { data } = useQuery(savedQuery(api, slug))
  const act = useMutation({
    ...saveMutation(api, queries, slug),
    onError: (error, isSaved) => showError(error, { key: 'saved', retry: () => act.mutate(isSaved) }),
  })
  if (!data) return null
  const toggle = () =>
    act.mutate(!data.isSaved, {
      onSuccess: ({ isSaved }) => {
        if (isSaved) snacks.success(t('kept'), { key: 'saved' })
      },
    })
  return (
    <Button
      fullWidth
      variant="text"
      color="inherit"
      sx={{ mt: 1 }}
      startIcon={data.isSaved ? <BookmarkAddedRounded /> : <BookmarkBorderRounded />}
      aria-pressed={data.isSaved}
      loading={act.isPending}
      loadingPosition="start"
      onClick={toggle}
    >
      {t('save')}
    </Button>
  )
}
