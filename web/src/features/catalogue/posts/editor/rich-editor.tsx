import { countWords, postText, readingMinutes, type PostDocument } from '@e-events/shared/domain/post-document.ts'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PostEditorProps } from '../components/post-editor.tsx'
import { proseStyle } from '../components/prose-style.ts'
import { postExtensions } from './extensions.ts'
import { ImageDialog } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { toDocument } from './to-document.ts'
import { Toolbar } from './toolbar.tsx'

const empty: PostDocument = { type: 'doc', content: [] }

export function RichEditor({
  value,
  onChange,
  ImageField,
  label,
  required = false,
  error,
  disabled = false,
  isShort = false,
}: PostEditorProps) {
  const { t } = useTranslation('posts')
  const id = useId()
  const [dialog, setDialog] = useState<'link' | 'image' | null>(null)
  const shown = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])

  const editor = useEditor({
    extensions: postExtensions,
    content: value ?? empty,
    // The page's security policy admits no style that a script wrote; ours stands below.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editable: !disabled,
    onUpdate: ({ editor: changed }) => {
      shown.current = toDocument(changed.getJSON())
      latest.current(shown.current)
    },
  })

  // Another text (a draft that was restored, another language): what was typed here comes back as it left and changes
  // nothing.
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(value ?? empty, { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    editor.setOptions({
      editable: !disabled,
      editorProps: {
        attributes: {
          id,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label ?? t('editor.label'),
          'aria-describedby': [...(isShort ? [] : [`${id}-count`]), ...(error ? [`${id}-error`] : [])].join(' '),
          ...(required ? { 'aria-required': 'true' } : {}),
          ...(error ? { 'aria-invalid': 'true' } : {}),
        },
        handleKeyDown: (_, event) => {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
          event.preventDefault()
          setDialog('link')
          return true
        },
      },
    })
  }, [editor, id, label, required, error, disabled, isShort, t])

  const words = countWords(postText(value ?? empty))
  const isEmpty = (value?.content.length ?? 0) === 0
  return (
    <Box>
      <Box
        sx={{
          border: 1,
          borderColor: error ? 'error.main' : 'border.default',
          borderRadius: 'var(--ee-control-radius)',
          bgcolor: 'surface.raised',
          // Not hidden: the tools stay in sight while a long text scrolls.
          overflow: 'clip',
          '&:focus-within': { borderColor: error ? 'error.main' : 'secondary.main' },
        }}
      >
        <Toolbar editor={editor} controls={id} disabled={disabled} onLink={() => setDialog('link')} onImage={() => setDialog('image')} />
        <Box sx={{ position: 'relative' }}>
          {isEmpty && (
            <Box
              aria-hidden
              sx={{ position: 'absolute', top: 20, left: 20, color: 'text.tertiary', fontSize: '1.0625rem', pointerEvents: 'none' }}
            >
              {t('editor.placeholder')}
            </Box>
          )}
          <Box
            sx={{
              '& .ProseMirror': {
                ...proseStyle,
                minHeight: isShort ? 140 : 320,
                p: 2.5,
                outline: 'none',
                whiteSpace: 'break-spaces',
                fontVariantLigatures: 'none',
                '& img.ProseMirror-selectednode': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: '2px' },
              },
            }}
          >
            <EditorContent editor={editor} />
          </Box>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, mt: 0.75, alignItems: 'baseline' }}>
        {error && (
          <FormHelperText error id={`${id}-error`} sx={{ m: 0 }}>
            {error}
          </FormHelperText>
        )}
        {!isShort && (
          <Box id={`${id}-count`} className="tabular" sx={{ ml: 'auto', typography: 'body2', color: 'text.secondary' }}>
            {t('editor.count', { words, minutes: readingMinutes(words) })}
          </Box>
        )}
      </Box>
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'image' && <ImageDialog editor={editor} ImageField={ImageField} onClose={() => setDialog(null)} />}
    </Box>
  )
}
