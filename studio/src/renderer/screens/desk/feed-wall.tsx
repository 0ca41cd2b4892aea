import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { Panel } from '../../components/panel.tsx'
import { TrackVideo } from '../../components/track-video.tsx'
import { useStore } from '../../lib/use-store.ts'
import { isAway, isOnAirView, type View } from './view.ts'

interface FeedWallProps {
  studio: Studio
  view: View
  selectedKey: string | null
  onSelect(key: string): void
  add: ReactNode
}

/** Every feed as a small picture: red is on air, green is in the preview. */
export function FeedWall({ studio, view, selectedKey, onSelect, add }: FeedWallProps) {
  const { t } = useTranslation()
  const { feeds } = useStore(studio.desk)
  const air = useStore(studio.air)
  if (feeds.length === 0) return null
  return (
    <Panel title={t('feeds.title')} aside={add}>
      <Box
        sx={{
          px: 1.25,
          pb: 1.5,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(38%, 1fr))', md: '1fr 1fr' },
        }}
      >
        {feeds.map((feed) => {
          const live = isOnAirView(view) && air.feeds[feed.key]?.state === 'live'
          const selected = feed.key === selectedKey
          return (
            <ButtonBase
              key={feed.key}
              aria-pressed={selected}
              aria-label={t(live ? 'feeds.selectLive' : 'feeds.select', { name: feed.label })}
              onClick={() => onSelect(feed.key)}
              sx={{ display: 'block', minWidth: 0, textAlign: 'left', borderRadius: '7px', fontFamily: 'inherit' }}
            >
              <Box
                sx={{
                  borderRadius: '7px',
                  overflow: 'hidden',
                  aspectRatio: '16 / 9',
                  border: '2px solid',
                  borderColor: live ? (isAway(view) ? 'warning.main' : 'live.main') : selected ? 'success.main' : 'border.default',
                }}
              >
                <TrackVideo track={feed.track} label="" />
              </Box>
              <Box
                sx={{
                  mt: 0.5,
                  fontSize: 11.5,
                  lineHeight: '15px',
                  color: selected || live ? 'text.primary' : 'text.secondary',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {feed.label}
              </Box>
            </ButtonBase>
          )
        })}
      </Box>
    </Panel>
  )
}
