import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { sections as calls, type SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { useServices } from '../../../lib/services.ts'
import { initialState, isDirty, reduce, type EditorAction, type EditorState } from './editor-state.ts'
import { editorQuery, type Place } from './queries.ts'

export type Save =
  | { what: 'publish' | 'saveDraft' }
  | { what: 'schedule'; publishAt: string }
  | { what: 'unschedule' | 'discardDraft' }
  | { what: 'restore'; number: number }

export interface SectionEditing {
  stored: SectionEditor
  state: EditorState
  dispatch: (action: EditorAction) => void
  dirty: boolean
  /** Somebody else saved or published while there was something in hand. */
  theirs: SectionEditor | null
  keepMine: () => void
  takeTheirs: () => void
  save: (save: Save) => Promise<boolean>
  saving: Save['what'] | null
  /** Why the last save failed; a newer version is no failure but `theirs`. */
  error: Error | null
}

/** Asks for what is stored and hears of every newer version. */
export function useStoredSections(place: Place) {
  const { api, realtime, queries } = useServices()
  const query = useQuery(editorQuery(api, place))
  const { queryKey } = editorQuery(api, place)
  const key = JSON.stringify(queryKey)
  useEffect(
    () =>
      realtime.on((event) => {
        if (event.type === 'home.updated') void queries.invalidateQueries({ queryKey: JSON.parse(key) as readonly unknown[] })
      }),
    [realtime, queries, key],
  )
  return query
}

/** The work of one person on the sections of one place. Nothing in hand is ever replaced by what others save. */
export function useSectionEditor(place: Place, stored: SectionEditor): SectionEditing {
  const { api, queries } = useServices()
  const [state, dispatch] = useReducer(reduce, stored, initialState)
  const dirty = isDirty(state)
  const isNewer = stored.revision !== state.revision
  const [seen, setSeen] = useState(stored.revision)
  // With nothing in hand the newer version simply takes the place of the older one.
  if (isNewer && !dirty && seen !== stored.revision) {
    setSeen(stored.revision)
    dispatch({ type: 'load', editor: stored })
  }

  const mutation = useMutation({
    mutationFn: (save: Save) => send(save, state.sections, state.revision),
    onSuccess: (editor) => {
      dispatch({ type: 'load', editor })
      queries.setQueryData(editorQuery(api, place).queryKey, editor)
      void queries.invalidateQueries({ queryKey: endpointKey(calls.versions) })
    },
    onError: (error) => {
      if (isConflict(error)) void queries.invalidateQueries({ queryKey: editorQuery(api, place).queryKey })
    },
  })

  function send(save: Save, sections: readonly Section[], revision: string): Promise<SectionEditor> {
    const options = { ifMatch: `"${revision}"` }
    const body = { sections: [...sections] }
    switch (save.what) {
      case 'publish':
        return api.call(calls.publish, { params: place, body }, options)
      case 'saveDraft':
        return api.call(calls.saveDraft, { params: place, body }, options)
      case 'schedule':
        return api.call(calls.schedule, { params: place, body: { ...body, publishAt: save.publishAt } }, options)
      case 'unschedule':
        return api.call(calls.unschedule, { params: place }, options)
      case 'discardDraft':
        return api.call(calls.discardDraft, { params: place }, options)
      case 'restore':
        return api.call(calls.restore, { params: { ...place, number: save.number } }, options)
      default:
        return save satisfies never
    }
  }

  return {
    stored,
    state,
    dispatch,
    dirty,
    theirs: isNewer && dirty ? stored : null,
    keepMine: () => dispatch({ type: 'rebase', editor: stored }),
    takeTheirs: () => dispatch({ type: 'load', editor: stored }),
    save: (save) =>
      mutation.mutateAsync(save).then(
        () => true,
        () => false,
      ),
    saving: mutation.isPending ? mutation.variables.what : null,
    error: mutation.error && !isConflict(mutation.error) ? mutation.error : null,
  }
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'EDIT_CONFLICT'
