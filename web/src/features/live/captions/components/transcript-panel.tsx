import { clock, localeTags } from '@e-events/shared/ui/format.ts'

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { lineAt, matchIn, transcriptOf, type TranscriptLine } from '../transcript.ts'
import { useCues, type Captions } from '../use-captions.ts'
import type { WordPlace } from '../word-place.ts'

interface TranscriptPanelProps {
  captions: Captions
  place: WordPlace
}

/** The words, with a search and the choice of their language. */
export function TranscriptPanel({ captions, place }: TranscriptPanelProps) {
  const { t } = useTranslation('captions')
  const names = new Intl.DisplayNames(localeTags[useLanguage()], { type: 'language' })
  const [wanted, setWanted] = useState('')
  const { preferred } = captions
  const found = useCues(preferred)
  const lines = useMemo(() => transcriptOf(found.data ?? []), [found.data])
  if (!preferred) return null
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <TextField
          type="search"
          size="small"
          label={t('transcript.search')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          sx={{ flex: '1 1 160px' }}
        />
        {captions.languages.length > 1 && (
          <TextField
            select
            size="small"
            label={t('transcript.language')}
            value={preferred.language}
            onChange={({ target }) => {
              const chosen = captions.languages.find((one) => one === target.value)
              if (chosen) captions.prefer(chosen)
            }}
            sx={{ minWidth: 120 }}
          >
            {captions.languages.map((one) => (
              <MenuItem key={one} value={one}>
                {names.of(one) ?? one}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      {found.isPending && <Skeleton variant="rounded" height={160} role="status" aria-label={t('transcript.loading')} />}
      {found.isError && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" loading={found.isFetching} onClick={() => void found.refetch()}>
              {t('transcript.retry')}
            </Button>
          }
        >
          {t('transcript.failed')}
        </Alert>
      )}
      {found.data && <Lines key={preferred.language} language={preferred.language} lines={lines} wanted={wanted} place={place} />}
    </Box>
  )
}

interface LinesProps {
  language: string
  lines: readonly TranscriptLine[]
  wanted: string
  place: WordPlace
}

function Lines({ language, lines, wanted, place }: LinesProps) {
  const { t } = useTranslation('captions')
  const current = useSyncExternalStore(place.subscribe, () => lineAt(lines, place.positionSec()))
  const [isFollowing, setFollowing] = useState(true)
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  /** Where this component scrolled to; another place is one that the reader went to. */
  const ownTop = useRef(0)
  const isSearching = wanted.trim() !== ''
  const shown = useMemo(
    () =>
      lines.flatMap((line, index) => {
        const match = matchIn(line.text, wanted)
        return match || !isSearching ? [{ line, index, match }] : []
      }),
    [lines, wanted, isSearching],
  )
  useEffect(() => {
    const box = list.current
    const line = box?.querySelector<HTMLElement>(`[data-line="${current}"]`)
    if (!box || !line || !isFollowing || isSearching) return
    const [around, inside] = [box.getBoundingClientRect(), line.getBoundingClientRect()]
    box.scrollTop += inside.top - around.top - (around.height - inside.height) / 2
    ownTop.current = box.scrollTop
  }, [current, isFollowing, isSearching])
  const seek = useCallback(
    (sec: number) => {
      setFollowing(true)
      place.seek(sec)
    },
    [place],
  )
  // One line is reached by Tab; arrows lead to the others.
  const isReached = shown.some(({ index }) => index === (focused ?? current))
  const reached = isReached ? (focused ?? current) : shown[0]?.index
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ index }) => index === reached)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to === undefined) return
    // The keys of the player are not meant.
    event.preventDefault()
    list.current?.querySelectorAll('button')[Math.min(shown.length - 1, Math.max(0, to))]?.focus()
  }
  return (
    <>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', '&:empty': { display: 'none' } }}>
        {isSearching && t('transcript.found', { count: shown.length })}
      </Typography>
      {shown.length > 0 && (
        <Box
          component="ol"
          ref={list}
          lang={language}
          dir="auto"
          aria-label={t('transcript.lines')}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget }) => {
            if (!isSearching && Math.abs(currentTarget.scrollTop - ownTop.current) > 4) setFollowing(false)
          }}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0.5,
            maxHeight: 340,
            overflowY: 'auto',
            position: 'relative',
            borderRadius: '12px',
            bgcolor: 'surface.sunken',
            '& li': { contentVisibility: 'auto', containIntrinsicSize: 'auto 44px' },
            '& button': {
              all: 'unset',
              boxSizing: 'border-box',
              width: 1,
              minHeight: 44,
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              columnGap: 1.5,
              alignItems: 'baseline',
              px: 1,
              py: 1,
              borderRadius: '8px',
              cursor: 'pointer',
              typography: 'body2',
              overflowWrap: 'anywhere',
            },
            '& button:hover': { bgcolor: 'action.hover' },
            '& button:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
            '& button[aria-current]': { bgcolor: 'action.selected', fontWeight: 620 },
            '& span': { color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
          }}
        >
          {shown.map(({ line, index, match }) => (
            <Line
              key={index}
              index={index}
              line={line}
              from={match?.from}
              to={match?.to}
              isCurrent={index === current}
              isReached={index === reached}
              onFocus={setFocused}
              onSeek={seek}
            />
          ))}
        </Box>
      )}
      {!isFollowing && !isSearching && (
        <Button size="small" variant="soft" onClick={() => setFollowing(true)} sx={{ justifySelf: 'start' }}>
          {t('transcript.follow')}
        </Button>
      )}
    </>
  )
}

interface LineProps {
  index: number
  line: TranscriptLine
  /** Span of the words that were searched. */
  from: number | undefined
  to: number | undefined
  isCurrent: boolean
  isReached: boolean
  onFocus: (index: number) => void
  onSeek: (sec: number) => void
}

/** Drawn again only where it changes: a film of two hours has thousands. */
const Line = memo(function Line({ index, line, from, to, isCurrent, isReached, onFocus, onSeek }: LineProps) {
  const { text, startSec } = line
  return (
    <li>
      <button
        type="button"
        data-line={index}
        aria-current={isCurrent ? 'true' : undefined}
        tabIndex={isReached ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={() => onSeek(startSec)}
      >
        <span>{clock(startSec)}</span>
        <bdi>
          {from === undefined ? (
            text
          ) : (
            <>
              {text.slice(0, from)}
              <mark>{text.slice(from, to)}</mark>
              {text.slice(to)}
            </>
          )}
        </bdi>
      </button>
    </li>
  )
})
