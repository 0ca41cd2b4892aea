import type { Section, SectionKind } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { SectionEditor } from '@e-events/shared/contract/storefront/sections.ts'
import { createSection, isSame } from './sections.ts'

/** Unsaved edits of one person to a page. */
export interface EditorState {
  /** Revision of the stored version that the edits began with. */
  revision: string
  stored: readonly Section[]
  /** As they would be saved. */
  sections: readonly Section[]
  /** Sections whose form is open with changes that were neither saved nor discarded, by id. */
  editing: Readonly<Record<string, Section>>
  chosen: string | null
}

export type EditorAction =
  | { type: 'load'; editor: SectionEditor }
  /** Somebody else's version is there now; mine stays in hand. */
  | { type: 'rebase'; editor: SectionEditor }
  | { type: 'choose'; id: string | null }
  | { type: 'edit'; section: Section }
  | { type: 'save'; id: string }
  | { type: 'discard'; id: string }
  | { type: 'discardAll' }
  | { type: 'add'; kind: SectionKind }
  | { type: 'duplicate'; id: string }
  | { type: 'remove'; id: string }
  | { type: 'toggle'; id: string }
  | { type: 'move'; id: string; to: number }
  | { type: 'replace'; sections: readonly Section[] }

/** First content of the editor: the draft, else the published version, else the default. */
export const storedSections = (editor: SectionEditor): readonly Section[] => (editor.draft ?? editor.live)?.sections ?? editor.fallback

export function initialState(editor: SectionEditor): EditorState {
  const stored = storedSections(editor)
  return { revision: editor.revision, stored, sections: stored, editing: {}, chosen: stored[0]?.id ?? null }
}

export function reduce(state: EditorState, action: EditorAction): EditorState {
  const { sections, editing } = state
  switch (action.type) {
    case 'load': {
      const next = initialState(action.editor)
      const stays = next.sections.some(({ id }) => id === state.chosen)
      return { ...next, chosen: stays ? state.chosen : next.chosen }
    }
    case 'rebase':
      return { ...state, revision: action.editor.revision, stored: storedSections(action.editor) }
    case 'choose':
      return { ...state, chosen: action.id }
    case 'edit': {
      const saved = sections.find(({ id }) => id === action.section.id)
      // Typed back to what it was: there is nothing to save any more.
      const next = isSame(saved, action.section) ? without(editing, action.section.id) : { ...editing, [action.section.id]: action.section }
      return { ...state, editing: next }
    }
    case 'save': {
      const edited = editing[action.id]
      if (!edited) return state
      return { ...state, sections: sections.map((one) => (one.id === action.id ? edited : one)), editing: without(editing, action.id) }
    }
    case 'discard': {
      const rest = { ...state, editing: without(editing, action.id) }
      // One that was just added and never saved goes as it came.
      return isPlaceholder(state, action.id) ? remove(rest, action.id) : rest
    }
    case 'discardAll':
      return { ...state, sections: state.stored, editing: {}, chosen: keepChoice(state.chosen, state.stored) }
    case 'add': {
      const section = createSection(action.kind)
      const place = sections.findIndex(({ id }) => id === state.chosen)
      const at = place < 0 ? sections.length : place + 1
      return {
        ...state,
        sections: sections.toSpliced(at, 0, section),
        editing: { ...editing, [section.id]: section },
        chosen: section.id,
      }
    }
    case 'duplicate': {
      const place = sections.findIndex(({ id }) => id === action.id)
      const original = editing[action.id] ?? sections[place]
      if (!original) return state
      const copy = { ...original, id: createSection(original.type).id }
      return { ...state, sections: sections.toSpliced(place + 1, 0, copy), chosen: copy.id }
    }
    case 'remove':
      return remove(state, action.id)
    case 'toggle':
      return { ...state, sections: sections.map((one) => (one.id === action.id ? { ...one, hidden: !one.hidden } : one)) }
    case 'move': {
      const from = sections.findIndex(({ id }) => id === action.id)
      const moved = sections[from]
      if (!moved || action.to < 0 || action.to >= sections.length || from === action.to) return state
      return { ...state, sections: sections.toSpliced(from, 1).toSpliced(action.to, 0, moved) }
    }
    case 'replace':
      return { ...state, sections: action.sections, editing: {}, chosen: keepChoice(state.chosen, action.sections) }
    default:
      return action satisfies never
  }
}

/** Sections of the preview, with the present values of the forms. */
export const currentSections = ({ sections, editing }: EditorState): Section[] => sections.map((section) => editing[section.id] ?? section)

export const isDirty = (state: EditorState): boolean => Object.keys(state.editing).length > 0 || !isSame(state.sections, state.stored)

/** Whether the form of a section has something to save, or the section was changed since it was stored. */
export function changeOf(state: EditorState, id: string): 'editing' | 'changed' | null {
  if (state.editing[id]) return 'editing'
  const stored = state.stored.find((section) => section.id === id)
  const now = state.sections.find((section) => section.id === id)
  return isSame(stored, now) ? null : 'changed'
}

function isPlaceholder({ sections, stored, editing }: EditorState, id: string): boolean {
  const section = sections.find((one) => one.id === id)
  return (
    section !== undefined &&
    editing[id] !== undefined &&
    !stored.some((one) => one.id === id) &&
    isSame({ ...createSection(section.type), id }, section)
  )
}

function remove(state: EditorState, id: string): EditorState {
  const place = state.sections.findIndex((section) => section.id === id)
  const sections = state.sections.filter((section) => section.id !== id)
  const neighbour = sections[Math.min(place, sections.length - 1)]?.id ?? null
  return { ...state, sections, editing: without(state.editing, id), chosen: state.chosen === id ? neighbour : state.chosen }
}

const keepChoice = (chosen: string | null, sections: readonly Section[]) =>
  sections.some(({ id }) => id === chosen) ? chosen : (sections[0]?.id ?? null)

function without(editing: EditorState['editing'], id: string): EditorState['editing'] {
  return Object.fromEntries(Object.entries(editing).filter(([key]) => key !== id))
}
