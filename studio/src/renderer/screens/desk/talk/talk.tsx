import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { line } from '../../../components/panel.tsx'

const Chat = lazy(async () => ({ default: (await import('./chat.tsx')).Chat }))
const Questions = lazy(async () => ({ default: (await import('./questions.tsx')).Questions }))

const sides = ['log', 'chat', 'questions'] as const
type Side = (typeof sides)[number]
const storageKey = 'e-events.studio-side'

/** The log of this window, and the chat and the questions of the audience, each asked for once it is looked at. */
export function Talk({ slug, log }: { slug: string; log: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const [side, setSide] = useState<Side>(storedSide)
  const [seen, setSeen] = useState<ReadonlySet<Side>>(new Set([side]))
  const choose = (next: Side) => {
    setSide(next)
    setSeen(new Set([...seen, next]))
    try {
      localStorage.setItem(storageKey, next)
    } catch {
      // Not remembered, but shown.
    }
  }
  const contents = { log, chat: <Chat slug={slug} />, questions: <Questions slug={slug} /> }
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      <Tabs
        value={side}
        variant="fullWidth"
        aria-label={t('talk.title')}
        onChange={(_, next: Side) => choose(next)}
        // Arrow keys choose a tab, and nothing on the desk.
        onKeyDown={(event) => event.stopPropagation()}
        sx={{ flexShrink: 0, minHeight: 40, borderBottom: 1, borderColor: line, '& .MuiTab-root': { minHeight: 40, minWidth: 0, px: 1 } }}
      >
        {sides.map((name) => (
          <Tab key={name} value={name} id={`${id}-tab-${name}`} aria-controls={`${id}-${name}`} label={t(`talk.${name}`)} />
        ))}
      </Tabs>
      {sides.map((name) => (
        <Box
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-tab-${name}`}
          hidden={side !== name}
          sx={{ flex: 1, minHeight: 0, display: side === name ? 'flex' : 'none', flexDirection: 'column' }}
        >
          {seen.has(name) && <Suspense>{contents[name]}</Suspense>}
        </Box>
      ))}
    </Box>
  )
}

function storedSide(): Side {
  try {
    return sides.find((side) => side === localStorage.getItem(storageKey)) ?? 'log'
  } catch {
    return 'log'
  }
}
