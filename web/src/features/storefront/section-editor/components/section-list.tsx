import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { changeOf, type EditorAction, type EditorState } from '../editor-state.ts'
import { useSectionName } from './section-kinds.ts'
import { SectionRow } from './section-row.tsx'

interface SectionListProps {
  state: EditorState
  sections: readonly Section[]
  /** Ids of what the preview shows; undefined while it is not known. */
  shown: ReadonlySet<string> | undefined
  language: Language
  dispatch: (action: EditorAction) => void
  onAdd: () => void
  onChoose: (id: string) => void
}

/** The sections in their order, which is changed by dragging, by the buttons of the chosen one, or by keyboard. */
export function SectionList({ state, sections, shown, language, dispatch, onAdd, onChoose }: SectionListProps) {
  const { t } = useTranslation('section-editor')
  const nameOf = useSectionName(language)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: unknown) => sections.findIndex((section) => section.id === id)
  const words = (id: unknown) => {
    const section = sections[placeOf(id)]
    return { name: section ? nameOf(section) : '', total: sections.length }
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) dispatch({ type: 'move', id: String(active.id), to: placeOf(over.id) })
  }
  return (
    <Card component="section" aria-label={t('list.title')} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box sx={{ px: 2, height: 48, flexShrink: 0, display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h5" component="h2">
          {t('list.title')}
        </Typography>
        <IconButton size="small" aria-label={t('list.add')} onClick={onAdd}>
          <AddRounded />
        </IconButton>
      </Box>
      {sections.length === 0 ? (
        <Box sx={{ p: 2, pt: 1, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('list.empty')}
          </Typography>
          <Button variant="contained" color="inherit" startIcon={<AddRounded />} onClick={onAdd}>
            {t('list.add')}
          </Button>
        </Box>
      ) : (
        <Box sx={{ p: 0.75, pt: 0, overflow: 'auto' }}>
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            onDragEnd={drop}
            accessibility={{
              screenReaderInstructions: { draggable: t('drag.instructions') },
              announcements: {
                onDragStart: ({ active }) => t('drag.start', words(active.id)),
                onDragOver: ({ active, over }) => (over ? t('drag.over', { ...words(active.id), place: placeOf(over.id) + 1 }) : undefined),
                onDragEnd: ({ active, over }) => (over ? t('drag.end', { ...words(active.id), place: placeOf(over.id) + 1 }) : undefined),
                onDragCancel: ({ active }) => t('drag.cancel', words(active.id)),
              },
            }}
          >
            <SortableContext items={sections.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {sections.map((section, index) => (
                  <SectionRow
                    key={section.id}
                    section={section}
                    name={nameOf(section)}
                    isChosen={section.id === state.chosen}
                    isShown={shown === undefined || shown.has(section.id)}
                    change={changeOf(state, section.id)}
                    place={{ index, total: sections.length }}
                    onChoose={() => onChoose(section.id)}
                    onMove={(to) => dispatch({ type: 'move', id: section.id, to })}
                  />
                ))}
              </Box>
            </SortableContext>
          </DndContext>
        </Box>
      )}
    </Card>
  )
}
