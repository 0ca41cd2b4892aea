import { masters } from '@e-events/shared/contract/learning/masters.ts'
import type { CourseChoice, OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import { limits } from '@e-events/shared/limits.ts'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownMasterQuery } from '../queries.ts'

/** The courses of a master in their order, each once. Every change is saved by itself. */
export function MasterCourses({ productSlug }: { productSlug: string }) {
  const { t } = useTranslation('curriculum')
  const { api } = useServices()
  const found = useQuery(ownMasterQuery(api, productSlug))
  if (found.isPending) return <Skeleton variant="rounded" height={120} aria-label={t('loading')} />
  if (!found.data)
    return <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} />
  return <Courses productSlug={productSlug} master={found.data} />
}

function Courses({ productSlug, master }: { productSlug: string; master: OwnMaster }) {
  const { t } = useTranslation('curriculum')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const [warning, setWarning] = useState<string | null>(null)
  const query = ownMasterQuery(api, productSlug)
  const save = useMutation({
    scope: { id: `master ${productSlug}` },
    mutationFn: (slugs: string[]) =>
      api.call(masters.save, {
        params: { slug: productSlug },
        body: { version: queries.getQueryData(query.queryKey)?.version ?? 0, courses: slugs },
      }),
    onSuccess: (latest) => queries.setQueryData(query.queryKey, latest),
    onError: (error) => {
      showError(error, { key: 'master', failure: 'masterUpdate' })
      void queries.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  const slugs = master.courses.map(({ slug }) => slug)
  const add = (course: CourseChoice | null) => {
    if (!course) return
    const isTwice = slugs.includes(course.slug)
    setWarning(isTwice ? t('master.twice', { title: course.title }) : null)
    if (!isTwice) save.mutate([...slugs, course.slug])
  }
  const remove = (slug: string) => {
    const left = slugs.filter((other) => other !== slug)
    setWarning(left.length === 0 ? t('master.last') : null)
    if (left.length > 0) save.mutate(left)
  }
  const move = (from: number, to: number) => save.mutate(slugs.toSpliced(from, 1).toSpliced(to, 0, slugs[from] ?? ''))
  return (
    <Box sx={{ display: 'grid', gap: 2 }} aria-busy={save.isPending}>
      {master.courses.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('master.empty')}</Typography>
      ) : (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'border.subtle', borderRadius: '12px' }}>
          {master.courses.map(({ slug, title, status, lessons }, index) => (
            <Box
              key={slug}
              component="li"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                px: 1.5,
                py: 1,
                '& + &': { borderTop: 1, borderColor: 'border.subtle' },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap sx={{ fontWeight: 560, fontSize: 14 }}>
                  {title}
                </Typography>
                <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
                  {status === 'draft' ? t('master.draft', { count: lessons }) : t('master.lessons', { count: lessons })}
                </Typography>
              </Box>
              <IconButton size="small" disabled={index === 0} aria-label={t('move.up', { title })} onClick={() => move(index, index - 1)}>
                <ArrowUpwardRounded fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                disabled={index === slugs.length - 1}
                aria-label={t('move.down', { title })}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDownwardRounded fontSize="small" />
              </IconButton>
              <IconButton size="small" aria-label={t('master.remove', { title })} onClick={() => remove(slug)}>
                <CloseRounded fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Autocomplete
        size="small"
        options={slugs.length >= limits.masterCourses ? [] : master.choices}
        value={null}
        blurOnSelect
        clearOnBlur
        disabled={save.isPending}
        openText={t('source.open')}
        closeText={tc('action.close')}
        clearText={tc('action.clear')}
        noOptionsText={t('master.none')}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ slug }) => slug}
        onChange={(_, course) => add(course)}
        renderInput={(params) => <TextField {...params} label={t('master.add')} helperText={t('master.help')} />}
      />
      {warning && (
        <Alert severity="warning" onClose={() => setWarning(null)} closeText={tc('action.close')}>
          {warning}
        </Alert>
      )}
    </Box>
  )
}
