import type { OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import type { LessonKind } from '@e-events/shared/domain/lessons.ts'
import { useSortable } from '@dnd-kit/sortable'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const icons: Record<LessonKind, typeof ArticleOutlined> = {
  text: ArticleOutlined,
  video: PlayCircleOutlineRounded,
  live: SensorsRounded,
  meeting: GroupsOutlined,
}

interface LessonRowProps {
  lesson: OwnLesson
  isOpen: boolean
  onOpen: () => void
  onStep: (step: -1 | 1) => void
  onRemove: () => void
  children: ReactNode
}

/** A lesson in its list; it is moved by its handle, by arrows, or by keyboard. */
export function LessonRow({ lesson, isOpen, onOpen, onStep, onRemove, children }: LessonRowProps) {
  const { t } = useTranslation('curriculum')
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: lesson.id, disabled: isOpen })
  const Icon = icons[lesson.kind]
  const { title } = lesson
  const isMissing = lesson.kind !== 'text' && lesson.source === null && lesson.url === null
  const note = isMissing
    ? t('lesson.noSource')
    : lesson.source && !lesson.source.isReady
      ? t('lesson.notReady')
      : (lesson.source?.title ?? (lesson.url === null ? t('kind.text') : new URL(lesson.url).hostname.replace(/^www\./, '')))
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      sx={{
        position: 'relative',
        zIndex: isDragging ? 1 : 0,
        bgcolor: isDragging ? 'surface.raised' : undefined,
        '& + &': { borderTop: 1, borderColor: 'border.subtle' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 0.5, py: 0.5, flexWrap: 'wrap' }}>
        <IconButton
          size="small"
          {...attributes}
          {...listeners}
          aria-label={t('drag.handle', { name: title })}
          aria-roledescription={t('drag.role')}
          sx={{ cursor: 'grab', color: 'text.tertiary', touchAction: 'none' }}
        >
          <DragIndicatorRounded sx={{ fontSize: 18 }} />
        </IconButton>
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          sx={{
            all: 'unset',
            cursor: 'pointer',
            flex: '1 1 140px',
            minWidth: 0,
            display: 'flex',
            alignItems: 'center',
            gap: 1.25,
            py: 0.75,
            '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main', borderRadius: '8px' },
          }}
        >
          <Icon sx={{ fontSize: 20, color: 'text.secondary' }} />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap sx={{ fontSize: 14, fontWeight: 560 }}>
              {title}
            </Typography>
            <Typography noWrap variant="caption" component="p" sx={{ m: 0, color: isMissing ? 'warning.main' : 'text.secondary' }}>
              {lesson.isPreview ? t('lesson.previewNote', { note }) : note}
            </Typography>
          </Box>
        </Box>
        <Box sx={{ display: 'flex', ml: 'auto' }}>
          <IconButton size="small" aria-label={t('move.up', { title })} onClick={() => onStep(-1)}>
            <ArrowUpwardRounded fontSize="small" />
          </IconButton>
          <IconButton size="small" aria-label={t('move.down', { title })} onClick={() => onStep(1)}>
            <ArrowDownwardRounded fontSize="small" />
          </IconButton>
          <IconButton size="small" aria-label={t('lesson.remove', { title })} onClick={onRemove}>
            <DeleteOutlineRounded fontSize="small" />
          </IconButton>
        </Box>
      </Box>
      {children}
    </Box>
  )
}
