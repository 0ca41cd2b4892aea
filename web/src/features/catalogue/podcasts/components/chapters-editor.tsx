import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { checkChapters, type ChapterRow } from '../chapter-rows.ts'
import { chaptersQuery, saveChaptersMutation } from '../queries.ts'

type Medium = 'audio' | 'video'

/** Chapters of a podcast or video that exists: saved by themselves, all at once. */
export function ChaptersEditor({ productSlug, of = 'audio' }: { productSlug: string; of?: Medium }) {
  const { api } = useServices()
  const chapters = useQuery({ ...chaptersQuery(api, productSlug), refetchOnWindowFocus: false })
  if (chapters.isPending) return <Skeleton aria-hidden height={160} sx={{ borderRadius: '12px' }} />
  if (!chapters.data) return <ErrorNotice error={chapters.error} onRetry={() => void chapters.refetch()} retrying={chapters.isFetching} />
  return <Rows key={productSlug} of={of} productSlug={productSlug} stored={chapters.data.chapters} durationMs={chapters.data.durationMs} />
}

interface RowsProps {
  of: Medium
  productSlug: string
  stored: readonly Chapter[]
  durationMs: number | null
}

/** The numeric keys of phones have no colon. */
const typedClock = { inputMode: 'text', autoComplete: 'off' } as const

const focus = (input: HTMLInputElement | null) => input?.focus()

let keys = 0
const toRow = ({ title, startMs }: Chapter): ChapterRow => ({ key: ++keys, title, start: clock(startMs / 1000) })

function Rows({ of, productSlug, stored, durationMs }: RowsProps) {
  const { t } = useTranslation('podcasts')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [rows, setRows] = useState(() => stored.map(toRow))
  const [isDirty, setDirty] = useState(false)
  const [wasChecked, setChecked] = useState(false)
  const [addedKey, setAddedKey] = useState<number>()
  const save = useMutation({
    ...saveChaptersMutation(api, productSlug),
    onSuccess: (saved) => {
      queries.setQueryData(chaptersQuery(api, productSlug).queryKey, saved)
      setRows(saved.chapters.map(toRow))
      setDirty(false)
      snacks.success(t('chapters.saved'), { key: 'chapters' })
    },
  })
  const { chapters, problems } = checkChapters(rows, durationMs)
  const change = (next: ChapterRow[]) => {
    setRows(next)
    setDirty(true)
  }
  const edit = (key: number, part: Partial<ChapterRow>) => change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const onSave = () => {
    setChecked(true)
    if (problems.size === 0) save.mutate(chapters)
  }
  return (
    <Box component="section" aria-labelledby="chapters-editor" sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h5" component="h3" id="chapters-editor">
          {t('chapters.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {durationMs === null ? t(`chapters.note.${of}`) : t(`chapters.noteWithLength.${of}`, { duration: clock(durationMs / 1000) })}
        </Typography>
      </Box>
      {rows.map((row, index) => {
        const problem = wasChecked ? problems.get(row.key) : undefined
        const number = index + 1
        return (
          <Box key={row.key} sx={{ display: 'grid', gridTemplateColumns: '104px minmax(0,1fr) auto', gap: 1, alignItems: 'start' }}>
            <TextField
              value={row.start}
              placeholder="0:00"
              inputRef={row.key === addedKey ? focus : undefined}
              error={problem !== undefined && problem !== 'title'}
              helperText={problem && problem !== 'title' ? t(`chapters.problem.${problem}`) : undefined}
              onChange={({ target }) => edit(row.key, { start: target.value })}
              slotProps={{ htmlInput: { 'aria-label': t('chapters.startOf', { number }), ...typedClock } }}
            />
            <TextField
              fullWidth
              value={row.title}
              placeholder={t('chapters.titlePlaceholder')}
              error={problem === 'title'}
              helperText={problem === 'title' ? t('chapters.problem.title') : undefined}
              onChange={({ target }) => edit(row.key, { title: target.value })}
              slotProps={{ htmlInput: { 'aria-label': t('chapters.titleOf', { number }), maxLength: limits.chapterTitleChars } }}
            />
            <Tooltip title={t('chapters.remove', { number })}>
              <IconButton aria-label={t('chapters.remove', { number })} onClick={() => change(rows.filter(({ key }) => key !== row.key))}>
                <DeleteOutlineRounded />
              </IconButton>
            </Tooltip>
          </Box>
        )
      })}
      <FailureAlert error={save.error} failure="productUpdate" />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Button
          startIcon={<AddRounded />}
          disabled={rows.length >= limits.chapters}
          onClick={() => {
            const key = ++keys
            change([...rows, { key, title: '', start: rows.length === 0 ? '0:00' : '' }])
            setAddedKey(key)
          }}
        >
          {t('chapters.add')}
        </Button>
        <Button variant="contained" color="inherit" disabled={!isDirty} loading={save.isPending} onClick={onSave}>
          {t('chapters.save')}
        </Button>
      </Box>
      <UnsavedGuard when={isDirty && !save.isPending} />
    </Box>
  )
}
