import type { Curriculum, OwnLesson, OwnModule } from '@e-events/shared/contract/learning/curriculum.ts'
import AddRounded from '@mui/icons-material/AddRounded'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LessonParts } from '../lesson-parts.ts'
import type { LessonValues } from '../queries.ts'
import type { OpenLesson } from '../open-lesson.ts'
import { LessonForm } from './lesson-form.tsx'
import { LessonRow } from './lesson-row.tsx'

/** Either the modules are edited, or the lessons in them. */
export type CurriculumPart = 'modules' | 'lessons'

interface ModuleCardProps {
  productSlug: string
  part: CurriculumPart
  module: OwnModule
  place: { index: number; total: number }
  open: OpenLesson | null
  onRename: (title: string) => Promise<Curriculum | undefined>
  onMove: (to: number) => void
  onRemove: () => void
  onStep: (lesson: string, step: -1 | 1) => void
  onOpen: (lesson: OpenLesson) => void
  onDirty: (isDirty: boolean) => void
  parts: LessonParts
  onSave: (lesson: LessonValues) => Promise<boolean>
  onClose: () => void
  onRemoveLesson: (lesson: OwnLesson) => void
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** A module, or its lessons; the one that is being edited opens in its place. */
export function ModuleCard(props: ModuleCardProps) {
  const { productSlug, part, module, place, open, onOpen } = props
  const { t } = useTranslation('curriculum')
  const id = useId()
  const [name, setName] = useState<string | null>(null)
  const isNew = open !== null && 'newIn' in open && open.newIn === module.id
  const form = { productSlug, parts: props.parts, onDirty: props.onDirty, onSave: props.onSave, onClose: props.onClose }
  const rename = async () => {
    if (name === null || name.trim() === '') return
    if (name.trim() === module.title || (await props.onRename(name.trim()))) setName(null)
  }
  return (
    <Box component="section" aria-labelledby={id} sx={{ border: 1, borderColor: 'border.default', borderRadius: '12px' }}>
      <Box sx={{ px: 1.5, py: 1, display: 'flex', alignItems: 'center', gap: 0.5, flexWrap: 'wrap' }}>
        {name === null ? (
          <Typography variant="h5" component="h4" id={id} sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {module.title}
          </Typography>
        ) : (
          <Box
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void rename()
            }}
            sx={{ flex: '1 1 200px', display: 'flex', gap: 1, alignItems: 'center' }}
          >
            <Box component="span" id={id} className="visually-hidden">
              {module.title}
            </Box>
            <TextField
              inputRef={focus}
              fullWidth
              size="small"
              label={t('module.title')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <Button type="submit" size="small" disabled={name.trim() === ''}>
              {t('module.save')}
            </Button>
          </Box>
        )}
        {part === 'modules' && (
          <>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('module.lessons', { count: module.lessons.length })}
            </Typography>
            <Box sx={{ display: 'flex' }}>
              {name === null && (
                <IconButton size="small" aria-label={t('module.rename', { title: module.title })} onClick={() => setName(module.title)}>
                  <EditOutlined fontSize="small" />
                </IconButton>
              )}
              <IconButton
                size="small"
                disabled={place.index === 0}
                aria-label={t('move.up', { title: module.title })}
                onClick={() => props.onMove(place.index - 1)}
              >
                <ArrowUpwardRounded fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                disabled={place.index === place.total - 1}
                aria-label={t('move.down', { title: module.title })}
                onClick={() => props.onMove(place.index + 1)}
              >
                <ArrowDownwardRounded fontSize="small" />
              </IconButton>
              <IconButton size="small" aria-label={t('module.remove', { title: module.title })} onClick={props.onRemove}>
                <DeleteOutlineRounded fontSize="small" />
              </IconButton>
            </Box>
          </>
        )}
      </Box>
      {part === 'lessons' && (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'border.subtle' }}>
            {module.lessons.map((lesson) => {
              const isOpen = open !== null && 'id' in open && open.id === lesson.id
              return (
                <LessonRow
                  key={lesson.id}
                  lesson={lesson}
                  isOpen={isOpen}
                  onOpen={() => (isOpen ? undefined : onOpen({ id: lesson.id }))}
                  onStep={(step) => props.onStep(lesson.id, step)}
                  onRemove={() => props.onRemoveLesson(lesson)}
                >
                  {isOpen && <LessonForm key={lesson.id} lesson={lesson} {...form} />}
                </LessonRow>
              )
            })}
          </Box>
          {isNew ? (
            <LessonForm lesson={null} {...form} />
          ) : (
            <Box sx={{ p: 1 }}>
              <Button size="small" startIcon={<AddRounded />} onClick={() => onOpen({ newIn: module.id })}>
                {t('lesson.add')}
              </Button>
            </Box>
          )}
        </>
      )}
    </Box>
  )
}
