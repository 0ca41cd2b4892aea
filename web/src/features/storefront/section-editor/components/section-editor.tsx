import { ApiError } from '@e-events/shared/contract/client.ts'
import type { SectionEditor as Stored } from '@e-events/shared/contract/storefront/sections.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { FullHeightPage } from '../../../../components/layout/full-height-page.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { currentSections } from '../editor-state.ts'
import { previewQuery, type Place } from '../queries.ts'
import { isValid, isSame } from '../sections.ts'
import { useSectionEditor, useStoredSections, type Save } from '../use-section-editor.ts'
import { AddSectionDialog } from './add-section-dialog.tsx'
import { Conflict } from './conflict.tsx'
import { EditorActions } from './editor-actions.tsx'
import { EditorLead } from './editor-lead.tsx'
import type { PictureField } from './fields/field-context.ts'
import { Inspector } from './inspector.tsx'
import { Preview, type DrawSections } from './preview.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SectionList } from './section-list.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

interface SectionEditorProps {
  place: Place
  title: (stored: Stored) => string
  /** Where what is published can be seen. */
  address: (stored: Stored) => string
  /** Text for a failed save without a reason of the server. */
  failure: Failure
  slots: { ImageField: PictureField; Draw: DrawSections }
  /** Where an address leads that is nobody's or not the caller's; left out, the screen says so. */
  absent?: string
  /** Something of this place's own, under the title. */
  Settings?: ComponentType<{ page: Stored['place'] }>
}

/** The editor of a page that is made of sections: the list, the page itself, and the form of the chosen one. */
export function SectionEditor(props: SectionEditorProps) {
  const { t } = useTranslation('section-editor')
  const stored = useStoredSections(props.place)
  if (stored.isPending) return <EditorSkeleton />
  // Somebody else's place is absent, and whoever came by its address goes home.
  if (!stored.data && stored.error instanceof ApiError && stored.error.code === 'NOT_FOUND' && props.absent !== undefined)
    return <Navigate replace to={props.absent} />
  if (!stored.data)
    return (
      <ErrorNotice
        error={stored.error}
        onRetry={() => void stored.refetch()}
        retrying={stored.isFetching}
        title={t('loadFailed')}
        heading="h1"
      />
    )
  return <LoadedEditor {...props} stored={stored.data} />
}

const views = ['list', 'form', 'preview'] as const
type View = (typeof views)[number]

function LoadedEditor({ place, stored, title, address, failure, slots, Settings }: SectionEditorProps & { stored: Stored }) {
  const { t } = useTranslation('section-editor')
  const { api } = useServices()
  const snacks = useSnacks()
  const editing = useSectionEditor(place, stored)
  const { state, dispatch, dirty, saving } = editing
  const [language, setLanguage] = useState(useLanguage())
  const [dialog, setDialog] = useState<'add' | 'schedule' | 'versions' | null>(null)
  // Where there is no room for all three, one is looked at after the other.
  const [view, setView] = useState<View>('list')
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'))
  const sections = currentSections(state)
  // Sections that cannot be shown yet stay as they were.
  const shownable = sections.flatMap((section) =>
    isValid(section) ? [section] : state.sections.filter(({ id }) => id === section.id).filter(isValid),
  )
  const preview = useQuery(previewQuery(api, place, { sections: useDelayed(shownable, 350), language }))
  const shown = preview.data?.sections
  const shownIds = shown && new Set(shown.map(({ id }) => id))
  const chosen = sections.find(({ id }) => id === state.chosen)
  const open = Object.keys(state.editing).length
  const choose = (id: string) => {
    dispatch({ type: 'choose', id })
    setView('form')
  }
  const save = async (wanted: Save) => {
    const done = await editing.save(wanted)
    if (done) {
      snacks.success(t(`done.${wanted.what}`), { key: 'sections' })
      setDialog(null)
    }
    return done
  }
  return (
    <FullHeightPage minHeight={560}>
      <UnsavedGuard when={dirty} />
      <PageHeader
        title={title(stored)}
        lead={<EditorLead stored={stored} open={open} dirty={dirty} changed={changedCount(state)} />}
        actions={
          <EditorActions
            editing={editing}
            open={open}
            onSave={(wanted) => void save(wanted)}
            onSchedule={() => setDialog('schedule')}
            onVersions={() => setDialog('versions')}
          />
        }
      />
      {Settings && <Settings page={stored.place} />}
      {editing.theirs && (
        <Conflict
          theirs={editing.theirs}
          mine={sections}
          language={language}
          onKeepMine={editing.keepMine}
          onTakeTheirs={editing.takeTheirs}
        />
      )}
      {editing.error && saving === null && (
        <Box sx={{ mb: 2 }}>
          <FailureAlert error={editing.error} failure={failure} />
        </Box>
      )}
      <ToggleButtonGroup
        exclusive
        fullWidth
        // Where list and preview stand side by side, the list is always there.
        value={isWide && view === 'list' ? 'preview' : view}
        aria-label={t('view.label')}
        onChange={(_, next: View | null) => next && setView(next)}
        sx={{ display: { lg: 'none' }, mb: 2, flexShrink: 0 }}
      >
        {views.map((one, index) => (
          <ToggleButton key={one} value={one} sx={{ display: one === 'list' ? { md: 'none' } : undefined }}>
            {/* Steps on a phone; where two of them stand side by side they have no order. */}
            <Box component="span" aria-hidden sx={{ display: { md: 'none' }, mr: 0.5 }}>
              {index + 1}.
            </Box>
            {t(`view.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '252px minmax(0,1fr)', lg: '260px minmax(0,1fr) 312px' },
          gridTemplateRows: { md: 'minmax(0,1fr)' },
        }}
      >
        <Pane shows={{ xs: view === 'list', md: true }}>
          <SectionList
            state={state}
            sections={sections}
            shown={shownIds}
            language={language}
            dispatch={dispatch}
            onAdd={() => setDialog('add')}
            onChoose={choose}
          />
        </Pane>
        <Pane shows={{ xs: view === 'preview', md: view !== 'form' }}>
          <Preview
            Draw={slots.Draw}
            shown={shown}
            hasFailed={preview.isError}
            sections={sections}
            chosen={state.chosen}
            language={language}
            onLanguage={setLanguage}
            onChoose={choose}
            address={address(stored)}
          />
        </Pane>
        <Pane shows={{ xs: view === 'form', md: view === 'form' }}>
          <Inspector
            section={chosen}
            isEditing={chosen !== undefined && state.editing[chosen.id] !== undefined}
            isEmpty={chosen !== undefined && shownIds !== undefined && !preview.isPlaceholderData && !shownIds.has(chosen.id)}
            context={{ place, language, onLanguage: setLanguage, ImageField: slots.ImageField }}
            dispatch={dispatch}
          />
        </Pane>
      </Box>
      <AddSectionDialog
        open={dialog === 'add'}
        onClose={() => setDialog(null)}
        onAdd={(kind) => {
          dispatch({ type: 'add', kind })
          setDialog(null)
          setView('form')
        }}
      />
      {dialog === 'schedule' && (
        <ScheduleDialog
          publishAt={stored.draft?.publishAt ?? null}
          busy={saving === 'schedule'}
          onSchedule={(publishAt) => void save({ what: 'schedule', publishAt })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'versions' && (
        <VersionsDialog
          place={place}
          dirty={dirty}
          busy={saving === 'restore'}
          onRestore={(number) => void save({ what: 'restore', number })}
          onOpen={(wanted) => {
            dispatch({ type: 'replace', sections: wanted })
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </FullHeightPage>
  )
}

function changedCount(state: ReturnType<typeof useSectionEditor>['state']): number {
  const now = currentSections(state)
  const stored = new Map(state.stored.map((section) => [section.id, JSON.stringify(section)]))
  const changed = now.filter((section) => stored.get(section.id) !== JSON.stringify(section)).length
  return changed + state.stored.filter(({ id }) => !now.some((section) => section.id === id)).length
}

/** One of the three, as high as there is room; the wide screen shows them all. */
function Pane({ shows, children }: { shows: { xs: boolean; md: boolean }; children: ReactNode }) {
  const display = (on: boolean) => (on ? 'grid' : 'none')
  return (
    <Box
      sx={{
        display: { xs: display(shows.xs), md: display(shows.md), lg: 'grid' },
        minHeight: 0,
        minWidth: 0,
        gridTemplateColumns: 'minmax(0,1fr)',
        gridTemplateRows: 'minmax(0,1fr)',
      }}
    >
      {children}
    </Box>
  )
}

function EditorSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <Box role="status" className="visually-hidden">
        {t('page.loading')}
      </Box>
      <Box aria-hidden sx={{ display: 'grid', gap: 2, height: { md: 'calc(100dvh - 96px)' }, gridTemplateRows: 'auto minmax(0,1fr)' }}>
        <Box>
          <Skeleton sx={{ width: 180, height: 32 }} />
          <Skeleton sx={{ width: 320, height: 16, mt: 1 }} />
        </Box>
        <Box
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '252px minmax(0,1fr)', lg: '260px minmax(0,1fr) 312px' } }}
        >
          <Skeleton variant="rectangular" sx={{ height: { xs: 360, md: 1 }, borderRadius: 'var(--ee-card-radius)' }} />
          <Skeleton variant="rectangular" sx={{ height: 1, borderRadius: 'var(--ee-card-radius)', display: { xs: 'none', md: 'block' } }} />
          <Skeleton variant="rectangular" sx={{ height: 1, borderRadius: 'var(--ee-card-radius)', display: { xs: 'none', lg: 'block' } }} />
        </Box>
      </Box>
    </>
  )
}

/** The value as it was when it last stood still for that long: what is typed is not sent with every key. */
function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  const differs = !isSame(settled, value)
  useEffect(() => {
    if (!differs) return undefined
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  })
  return settled
}
