import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { useSortable } from '@dnd-kit/sortable'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { kindIcons } from './section-kinds.ts'

interface SectionRowProps {
  section: Section
  name: string
  isChosen: boolean
  isShown: boolean
  change: 'editing' | 'changed' | null
  place: { index: number; total: number }
  onChoose: () => void
  onMove: (to: number) => void
}

export function SectionRow({ section, name, isChosen, isShown, change, place, onChoose, onMove }: SectionRowProps) {
  const { t } = useTranslation('section-editor')
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({ id: section.id })
  const Icon = kindIcons[section.type]
  const kind = t(`kind.${section.type}.name`)
  const note = section.hidden ? t('list.hidden') : isShown ? kind : t('list.nothing')
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
      sx={{
        position: 'relative',
        zIndex: isDragging ? 1 : 0,
        display: 'flex',
        alignItems: 'center',
        borderRadius: '10px',
        bgcolor: isChosen ? 'surface.selected' : isDragging ? 'surface.raised' : undefined,
        boxShadow: (theme) => (isDragging ? theme.vars.palette.shadow.menu : 'none'),
        '&:hover': { bgcolor: isChosen ? 'surface.selected' : 'surface.hover' },
      }}
    >
      <IconButton
        size="small"
        {...attributes}
        {...listeners}
        aria-label={t('drag.handle', { name })}
        aria-roledescription={t('drag.role')}
        sx={{ cursor: 'grab', color: 'text.tertiary', touchAction: 'none', flexShrink: 0 }}
      >
        <DragIndicatorRounded sx={{ fontSize: 18 }} />
      </IconButton>
      <Box
        component="button"
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        sx={{
          all: 'unset',
          cursor: 'pointer',
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          py: 1,
          pr: 1,
          opacity: section.hidden ? 0.64 : 1,
          '&:focus-visible': { outline: '2px solid', outlineColor: 'secondary.main', borderRadius: '8px' },
        }}
      >
        <Box
          sx={{
            width: 32,
            height: 32,
            borderRadius: '8px',
            bgcolor: 'tint.neutral',
            display: 'grid',
            placeItems: 'center',
            color: 'text.secondary',
            flexShrink: 0,
          }}
        >
          <Icon sx={{ fontSize: 18 }} />
        </Box>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography noWrap sx={{ fontSize: 13.5, fontWeight: 560, lineHeight: 1.35 }}>
            {name}
          </Typography>
          <Typography noWrap variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
            {note}
          </Typography>
        </Box>
        {change && (
          <Box
            role="img"
            aria-label={t(`list.${change}`)}
            title={t(`list.${change}`)}
            sx={{
              width: 8,
              height: 8,
              borderRadius: '50%',
              flexShrink: 0,
              boxShadow: (theme) => `0 0 0 2px ${theme.vars.palette.warning.light}`,
              bgcolor: change === 'editing' ? 'warning.light' : 'transparent',
            }}
          />
        )}
      </Box>
      {isChosen && (
        <Box sx={{ display: 'flex', flexDirection: 'column', mr: 0.5 }}>
          <IconButton
            size="small"
            disabled={place.index === 0}
            aria-label={t('list.up', { name })}
            onClick={() => onMove(place.index - 1)}
            sx={arrow}
          >
            <ArrowUpwardRounded />
          </IconButton>
          <IconButton
            size="small"
            disabled={place.index === place.total - 1}
            aria-label={t('list.down', { name })}
            onClick={() => onMove(place.index + 1)}
            sx={arrow}
          >
            <ArrowDownwardRounded />
          </IconButton>
        </Box>
      )}
    </Box>
  )
}

const arrow = { width: 24, height: 24, minWidth: 24, '& svg': { fontSize: 16 } }
