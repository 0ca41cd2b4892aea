import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import type { ComponentType } from 'react'

/** Parts of the lesson form that belong to other features: the route that shows the form puts them in. */
export interface LessonParts {
  /** Writes formatted notes. */
  NotesEditor: ComponentType<{ value: PostDocument; onChange: (value: PostDocument) => void; label: string }>
  /** The file of a video, by its product; before there is one, `onMake` makes it for the file that was chosen. */
  VideoFile: ComponentType<{ productSlug: string | null; label: string; onMake: (file: File) => Promise<string | null> }>
}
