import {
  gridShape,
  handsOf,
  layerFor,
  mainPicture,
  roomFor,
  sends,
  whoIsShown,
  type WantedPicture,
} from '@e-events/shared/rtc/meeting/layout.ts'
import type { MeetClient, MeetState } from '@e-events/shared/rtc/meeting/meet-client.ts'
import { keyOf } from '@e-events/shared/rtc/meeting/meet-streams.ts'
import type { OwnMediaState } from '@e-events/shared/rtc/meeting/own-media.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBox } from '../hooks/use-box.ts'
import type { Floating } from '../hooks/use-room-events.ts'
import { Tile } from './tile.tsx'

interface StageProps {
  client: MeetClient
  state: MeetState
  own: OwnMediaState
  view: 'grid' | 'speaker'
  pinned: string | null
  onPin: (personId: string | null) => void
  floating: readonly Floating[]
  onMore: () => void
}

/** With 25 tiles a laptop still decodes every picture; a phone has room for fewer anyway. */
const tilesMost = 25
const stripPx = { wide: 208, narrow: 132 } as const
const gapPx = 8

/** The pictures: a grid, or one large picture with the others beside it. Only what is on screen is received. */
export function Stage({ client, state, own, view, pinned, onPin, floating, onMore }: StageProps) {
  const { t } = useTranslation('room')
  const { ref, box } = useBox()
  const [before, setBefore] = useState<readonly string[]>([])
  const { people, ownId, spoke, speaking } = state
  const main = mainPicture({ people, ownId, spoke, pinned, wantsSpeaker: view === 'speaker' })
  const isWide = box.width >= 720
  const around = people.filter(({ id }) => !(main?.source === 'camera' && main.personId === id))
  const stripRoom = isWide
    ? Math.floor((box.height + gapPx) / (stripPx.wide * (9 / 16) + gapPx))
    : Math.floor((box.width + gapPx) / (stripPx.narrow + gapPx))
  const most = main ? Math.max(1, stripRoom) : roomFor(box, Math.min(tilesMost, Math.max(1, around.length)))
  // The last place says how many are not seen.
  const room = around.length > most ? Math.max(1, most - 1) : most
  const shown = whoIsShown({ people: around, before, spoke, pinned, room })
  if (shown.join() !== before.join()) setBefore(shown)
  const hidden = around.length - shown.length
  const tiles = shown.length + (hidden > 0 ? 1 : 0)
  const grid = gridShape(tiles, box)
  const tileHeight = main ? (isWide ? stripPx.wide : stripPx.narrow) * (9 / 16) : grid.tileHeight

  const pictures: WantedPicture[] = [
    ...(main ? [{ ...main, spatialLayer: layerFor(box.height, devicePixelRatio) }] : []),
    ...shown.map((personId) => ({ personId, source: 'camera' as const, spatialLayer: layerFor(tileHeight, devicePixelRatio) })),
  ].filter(({ personId }) => personId !== ownId)
  const wanted = JSON.stringify(pictures)
  useEffect(() => client.show(JSON.parse(wanted) as WantedPicture[]), [client, wanted])

  const hands = handsOf(people)
  const tileOf = (person: MeetPerson, source: 'camera' | 'screen', height: number) => {
    const isOwn = person.id === ownId
    const received = state.tracks.get(keyOf({ personId: person.id, source })) ?? null
    const ownTrack = source === 'camera' ? own.camera.track : own.screen.track
    const place = hands.findIndex(({ id }) => id === person.id)
    return (
      <Tile
        key={`${person.id}-${source}`}
        person={person}
        isOwn={isOwn}
        source={source}
        track={isOwn ? ownTrack : sends(person, source) ? received : null}
        isSpeaking={speaking.includes(person.id)}
        isPinned={pinned === person.id}
        hand={place < 0 ? undefined : place + 1}
        reactions={source === 'camera' ? floating.filter(({ personId }) => personId === person.id) : []}
        height={height}
        onPin={people.length > 1 ? onPin : undefined}
      />
    )
  }
  const byId = new Map(people.map((person) => [person.id, person]))
  const small = shown.flatMap((id) => byId.get(id) ?? []).map((person) => tileOf(person, 'camera', tileHeight))
  const more = hidden > 0 && (
    <Box component="li" key="more" sx={{ display: 'grid' }}>
      <Button variant="soft" onClick={onMore} sx={{ borderRadius: '12px', height: 1, minWidth: 0 }}>
        {t('notShown', { count: hidden })}
      </Button>
    </Box>
  )
  const mainPerson = main && byId.get(main.personId)
  return (
    <Box ref={ref} sx={{ position: 'absolute', inset: { xs: '4px 8px', md: '4px 16px' }, overflow: 'hidden' }}>
      {main && mainPerson ? (
        <Box sx={{ width: 1, height: 1, display: 'flex', flexDirection: isWide ? 'row' : 'column', gap: `${gapPx}px` }}>
          <Box component="ul" aria-label={t('mainPicture')} sx={{ ...list, flex: 1, minWidth: 0, minHeight: 0 }}>
            {tileOf(mainPerson, main.source, box.height)}
          </Box>
          <Box
            component="ul"
            aria-label={t('people')}
            sx={{
              ...list,
              display: 'grid',
              gap: `${gapPx}px`,
              alignContent: 'start',
              ...(isWide
                ? { width: stripPx.wide, gridAutoRows: stripPx.wide * (9 / 16) }
                : { height: stripPx.narrow * (9 / 16), gridAutoFlow: 'column', gridAutoColumns: stripPx.narrow }),
            }}
          >
            {small}
            {more}
          </Box>
        </Box>
      ) : (
        <Box
          component="ul"
          aria-label={t('people')}
          sx={{
            ...list,
            width: 1,
            height: 1,
            display: 'flex',
            flexWrap: 'wrap',
            gap: `${gapPx}px`,
            placeContent: 'center',
            mx: 'auto',
            maxWidth: grid.columns * (grid.tileWidth + gapPx) - gapPx,
            '& > li': { width: grid.tileWidth, height: grid.tileHeight },
          }}
        >
          {small}
          {more}
        </Box>
      )}
    </Box>
  )
}

const list = { listStyle: 'none', m: 0, p: 0 } as const
