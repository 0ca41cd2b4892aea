import FormatBoldRounded from '@mui/icons-material/FormatBoldRounded'
import FormatItalicRounded from '@mui/icons-material/FormatItalicRounded'
import FormatListBulletedRounded from '@mui/icons-material/FormatListBulletedRounded'
import FormatListNumberedRounded from '@mui/icons-material/FormatListNumberedRounded'
import FormatQuoteRounded from '@mui/icons-material/FormatQuoteRounded'
import HorizontalRuleRounded from '@mui/icons-material/HorizontalRuleRounded'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import InsertLinkRounded from '@mui/icons-material/InsertLinkRounded'
import RedoRounded from '@mui/icons-material/RedoRounded'
import UndoRounded from '@mui/icons-material/UndoRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEditorState, type Editor } from '@tiptap/react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ToolbarProps {
  editor: Editor
  /** The id of the text that the tools act on. */
  controls: string
  disabled: boolean
  onLink: () => void
  onImage: () => void
}

interface Tool {
  key: string
  label: string
  /** As people read it: ⌘ on a Mac. */
  keys?: string
  icon: ReactNode
  isOn?: boolean
  isOff?: boolean
  act: () => void
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const withCommand = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`)

/** One stop for Tab; arrows move inside (the toolbar pattern of ARIA). */
export function Toolbar({ editor, controls, disabled, onLink, onImage }: ToolbarProps) {
  const { t } = useTranslation('posts')
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const state = useEditorState({ editor, selector: readState })
  const run = () => editor.chain().focus()
  const toggleHeading = (level: 2 | 3) => () =>
    editor.isActive('heading', { level }) ? run().setParagraph().run() : run().clearNodes().setHeading({ level }).run()
  const groups: Tool[][] = [
    [
      { key: 'h2', label: `${t('tool.heading')} (H2)`, icon: <Word>H2</Word>, isOn: state.h2, act: toggleHeading(2) },
      { key: 'h3', label: `${t('tool.subheading')} (H3)`, icon: <Word>H3</Word>, isOn: state.h3, act: toggleHeading(3) },
    ],
    [
      {
        key: 'bold',
        label: t('tool.bold'),
        keys: withCommand('B'),
        icon: <FormatBoldRounded />,
        isOn: state.bold,
        act: () => run().toggleBold().run(),
      },
      {
        key: 'italic',
        label: t('tool.italic'),
        keys: withCommand('I'),
        icon: <FormatItalicRounded />,
        isOn: state.italic,
        act: () => run().toggleItalic().run(),
      },
      { key: 'link', label: t('tool.link'), keys: withCommand('K'), icon: <InsertLinkRounded />, isOn: state.link, act: onLink },
    ],
    [
      {
        key: 'bullets',
        label: t('tool.bullets'),
        icon: <FormatListBulletedRounded />,
        isOn: state.bullets,
        act: () => run().toggleBulletList().run(),
      },
      {
        key: 'numbers',
        label: t('tool.numbers'),
        icon: <FormatListNumberedRounded />,
        isOn: state.numbers,
        act: () => run().toggleOrderedList().run(),
      },
      { key: 'quote', label: t('tool.quote'), icon: <FormatQuoteRounded />, isOn: state.quote, act: () => run().toggleBlockquote().run() },
    ],
    [
      { key: 'image', label: t('tool.image'), icon: <ImageOutlined />, act: onImage },
      { key: 'rule', label: t('tool.rule'), icon: <HorizontalRuleRounded />, act: () => run().setHorizontalRule().run() },
    ],
    [
      {
        key: 'undo',
        label: t('tool.undo'),
        keys: withCommand('Z'),
        icon: <UndoRounded />,
        isOff: !state.canUndo,
        act: () => run().undo().run(),
      },
      {
        key: 'redo',
        label: t('tool.redo'),
        keys: isMac ? '⇧⌘Z' : 'Ctrl+Y',
        icon: <RedoRounded />,
        isOff: !state.canRedo,
        act: () => run().redo().run(),
      },
    ],
  ]
  const order = groups.flat()

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const from = buttons.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const to = step ? (from + step + buttons.length) % buttons.length : { Home: 0, End: buttons.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setCurrent(to)
    buttons[to]?.focus()
  }

  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={t('tool.bar')}
      aria-controls={controls}
      onKeyDown={onKeyDown}
      sx={{
        position: 'sticky',
        top: 'var(--ee-sticky-top, 0px)',
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.5,
        p: 0.75,
        bgcolor: 'surface.raised',
        borderBottom: 1,
        borderColor: 'border.subtle',
      }}
    >
      {groups.map((tools) => (
        <Box key={tools[0]?.key} sx={{ display: 'flex', '& + &': { borderLeft: 1, borderColor: 'border.subtle', pl: 0.5 } }}>
          {tools.map((tool) => {
            const place = order.indexOf(tool)
            return (
              <Tooltip key={tool.key} title={tool.keys ? `${tool.label} (${tool.keys})` : tool.label}>
                <IconButton
                  aria-label={tool.label}
                  {...(tool.isOn === undefined ? {} : { 'aria-pressed': tool.isOn })}
                  {...(tool.key === 'link' || tool.key === 'image' ? { 'aria-haspopup': 'dialog' as const } : {})}
                  // Disabled for good it could not be passed by the arrows.
                  aria-disabled={disabled || tool.isOff === true}
                  tabIndex={place === current ? 0 : -1}
                  onFocus={() => setCurrent(place)}
                  // The selection in the text stays where it is.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => !disabled && tool.act()}
                  sx={{
                    width: 36,
                    height: 36,
                    borderRadius: '8px',
                    color: tool.isOn ? 'text.primary' : 'text.secondary',
                    bgcolor: tool.isOn ? 'surface.selected' : undefined,
                    '&[aria-disabled="true"]': { color: 'text.tertiary', cursor: 'default' },
                    '& svg': { fontSize: 21 },
                  }}
                >
                  {tool.icon}
                </IconButton>
              </Tooltip>
            )
          })}
        </Box>
      ))}
    </Box>
  )
}

function readState({ editor }: { editor: Editor }) {
  return {
    h2: editor.isActive('heading', { level: 2 }),
    h3: editor.isActive('heading', { level: 3 }),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    link: editor.isActive('link'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function Word({ children }: { children: string }) {
  return (
    <Box component="span" aria-hidden sx={{ fontSize: 14, fontWeight: 640 }}>
      {children}
    </Box>
  )
}
