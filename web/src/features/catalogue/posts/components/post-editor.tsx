import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, type ComponentType } from 'react'

/** The picture field of the site, as far as the editor needs it; the page hands it in. */
export interface PostImageFieldProps {
  label: string
  required?: boolean
  value: { id: string; url: string } | null
  onChange: (value: { id: string; url: string } | null) => void
  ratio: '16:9' | '1:1' | '3:1'
  error?: string
  hint?: string
}

export interface PostEditorProps {
  /** Null for a text that nobody has begun. */
  value: PostDocument | null
  onChange: (value: PostDocument) => void
  ImageField: ComponentType<PostImageFieldProps>
  /** Accessible name of the text; "Text" by default. */
  label?: string
  required?: boolean
  error?: string | undefined
  disabled?: boolean
  /** One field among others: it begins low, and does not count reading time. */
  isShort?: boolean
}

const RichEditor = lazy(async () => ({ default: (await import('../editor/rich-editor.tsx')).RichEditor }))

/** Writes the text of a post. The editor is a chunk of its own: only those who write fetch it. */
export function PostEditor(props: PostEditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <RichEditor {...props} />
    </Suspense>
  )
}

function EditorSkeleton() {
  return (
    <Box aria-hidden sx={{ border: 1, borderColor: 'border.default', borderRadius: 'var(--ee-control-radius)', overflow: 'hidden' }}>
      <Skeleton variant="rectangular" height={49} />
      <Box sx={{ p: 2.5, minHeight: 320 }}>
        <Skeleton width="62%" />
        <Skeleton width="88%" />
        <Skeleton width="74%" />
      </Box>
    </Box>
  )
}
