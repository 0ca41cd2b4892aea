import type { Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { orderOf, withLessonAt, withLessonStepped, withModuleAt } from '../order.ts'
import type { LessonParts } from '../lesson-parts.ts'
import type { OpenLesson } from '../open-lesson.ts'
import { useServices } from '../../../../lib/services.ts'
import { curriculumQuery } from '../queries.ts'
import { useCurriculum } from '../use-curriculum.ts'
import { ModuleCard, type CurriculumPart } from './module-card.tsx'
import { WatchedSettings } from './watched-settings.tsx'

interface CurriculumEditorProps {
  productSlug: string
  part: CurriculumPart
  parts: LessonParts
  onUnsaved: (isUnsaved: boolean) => void
}

/** Modules or lessons of a course. Each change is saved by itself; a lesson that is being edited has to be saved. */
export function CurriculumEditor({ productSlug, part, parts, onUnsaved }: CurriculumEditorProps) {
  const { t } = useTranslation('curriculum')
  // The words of the lesson form are there before it opens.
  useTranslation('resources')
  useTranslation('quizzes')
  const { found, change, isSaving } = useCurriculum(productSlug)
  if (found.isPending) return <Skeleton variant="rounded" height={160} aria-label={t('loading')} />
  if (!found.data)
    return <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} />
  return <Editor {...{ productSlug, part, parts, onUnsaved, change, isSaving }} curriculum={found.data} />
}

interface EditorProps extends CurriculumEditorProps, Pick<ReturnType<typeof useCurriculum>, 'change' | 'isSaving'> {
  curriculum: Curriculum
}

/**
 * Videos get ready while their lessons are in sight; one that is being edited keeps the version that it was opened on.
 */
const videoAskMs = 10_000
const isWaiting = ({ modules }: Curriculum) => modules.some(({ lessons }) => lessons.some(({ source }) => source?.isReady === false))

type Removal = { act: 'removeModule' | 'removeLesson'; id: string; title: string }

function Editor({ productSlug, part, parts, onUnsaved, curriculum, change, isSaving }: EditorProps) {
  const { t } = useTranslation('curriculum')
  const [open, setOpen] = useState<OpenLesson | null>(null)
  /** The lesson that somebody wants to open while another one has changes. */
  const [wanted, setWanted] = useState<{ next: OpenLesson | null } | null>(null)
  const [isDirty, setDirty] = useState(false)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [title, setTitle] = useState('')
  const { api } = useServices()
  useEffect(() => {
    onUnsaved(isDirty)
    return () => onUnsaved(false)
  }, [isDirty, onUnsaved])
  useQuery({ ...curriculumQuery(api, productSlug), refetchInterval: open === null && isWaiting(curriculum) ? videoAskMs : false })
  const { modules } = curriculum
  const order = orderOf(modules)
  const lessons = modules.flatMap((module) => module.lessons)
  const nameOf = (id: unknown) => lessons.find((lesson) => lesson.id === id)?.title ?? ''
  const show = (next: OpenLesson | null) => {
    if (isDirty) setWanted({ next })
    else setOpen(next)
  }
  const close = (next: OpenLesson | null = null) => {
    setDirty(false)
    setOpen(next)
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) void change({ act: 'arrange', modules: withLessonAt(order, String(active.id), String(over.id)) })
  }
  const placeOf = (id: unknown) => ({ name: nameOf(id), place: lessons.findIndex((lesson) => lesson.id === id) + 1, total: lessons.length })
  const addModule = async () => {
    if (await change({ act: 'addModule', title: title.trim() })) setTitle('')
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }} aria-busy={isSaving}>
      {part === 'lessons' && <WatchedSettings curriculum={curriculum} change={change} />}
      {modules.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t(part === 'modules' ? 'empty' : 'lesson.needsModule')}</Typography>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: t('drag.instructions') },
          announcements: {
            onDragStart: ({ active }) => t('drag.start', placeOf(active.id)),
            onDragOver: ({ active, over }) => (over ? t('drag.over', { ...placeOf(over.id), name: nameOf(active.id) }) : undefined),
            onDragEnd: ({ active, over }) => (over ? t('drag.end', { ...placeOf(over.id), name: nameOf(active.id) }) : undefined),
            onDragCancel: ({ active }) => t('drag.cancel', placeOf(active.id)),
          },
        }}
      >
        <SortableContext items={lessons.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          {modules.map((module, index) => (
            <ModuleCard
              key={module.id}
              productSlug={productSlug}
              part={part}
              parts={parts}
              module={module}
              place={{ index, total: modules.length }}
              open={open}
              onRename={(name) => change({ act: 'updateModule', id: module.id, title: name })}
              onMove={(to) => void change({ act: 'arrange', modules: withModuleAt(order, module.id, to) })}
              onRemove={() => setRemoval({ act: 'removeModule', id: module.id, title: module.title })}
              onStep={(id, step) => void change({ act: 'arrange', modules: withLessonStepped(order, id, step) })}
              onOpen={show}
              onDirty={setDirty}
              onSave={async (lesson) => {
                const saved = await change(
                  open && 'id' in open ? { act: 'updateLesson', id: open.id, lesson } : { act: 'addLesson', module: module.id, lesson },
                )
                if (saved) close()
                return saved !== undefined
              }}
              onClose={() => close()}
              onRemoveLesson={(lesson) => setRemoval({ act: 'removeLesson', id: lesson.id, title: lesson.title })}
            />
          ))}
        </SortableContext>
      </DndContext>
      {part === 'modules' && (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (title.trim() !== '') void addModule()
          }}
          sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}
        >
          <TextField
            label={t('module.new')}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            size="small"
            sx={{ flex: '1 1 200px' }}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <Button type="submit" variant="soft" startIcon={<AddRounded />} disabled={title.trim() === ''} loading={isSaving}>
            {t('module.add')}
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={wanted !== null}
        title={t('guard.title')}
        confirmLabel={t('guard.leave')}
        cancelLabel={t('guard.stay')}
        destructive
        onConfirm={() => {
          close(wanted?.next)
          setWanted(null)
        }}
        onClose={() => setWanted(null)}
      >
        {t('guard.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={removal !== null}
        title={t(removal?.act === 'removeModule' ? 'module.removeTitle' : 'lesson.removeTitle', { title: removal?.title ?? '' })}
        confirmLabel={t('lesson.delete')}
        destructive
        busy={isSaving}
        onConfirm={() => {
          if (!removal) return
          void change({ act: removal.act, id: removal.id }).then((done) => {
            if (done && open && 'id' in open && !done.modules.some((module) => module.lessons.some(({ id }) => id === open.id))) close()
            setRemoval(null)
          })
        }}
        onClose={() => setRemoval(null)}
      >
        {t(removal?.act === 'removeModule' ? 'module.removeText' : 'lesson.removeText')}
      </ConfirmDialog>
    </Box>
  )
}
