import { ApiError } from '@e-events/shared/contract/client.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { ChatPanel } from '../../../features/live/chat/components/chat-panel.tsx'
import { RecordingList } from '../../../features/live/recordings/components/recording-list.tsx'
import { isName, Lobby, StartButton } from '../../../features/meetings/room/lobby/components/lobby.tsx'
import { useMeet } from '../../../features/meetings/room/lobby/queries.ts'
import { useOwnMedia } from '../../../features/meetings/room/lobby/use-own-media.ts'
import { EndPanel } from '../../../features/meetings/room/components/end-panel.tsx'
import { Room } from '../../../features/meetings/room/components/room.tsx'
import { Recordings } from '../../../features/meetings/room/recordings/components/recordings.tsx'
import { realPorts } from '../../../features/meetings/room/hooks/use-stay.ts'
import { useSession } from '../../../lib/services.ts'
import { Splash } from '../../splash.tsx'

/** /meets/{slug}: the router lets only logged-in users through; everybody else goes home (MEET-001). */
export function Component() {
  const { slug = '' } = useParams()
  const session = useSession()
  if (session.status === 'restoring') return <Splash />
  if (session.status !== 'authenticated' || !slugSchema.safeParse(slug).success) return <Navigate to={paths.home} replace />
  return <MeetScreen key={slug} slug={slug} />
}

/** Without access the product's own page says what to do about it. */
const ofProduct: ReadonlySet<string> = new Set(['TICKET_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_PURCHASABLE'] satisfies ErrorCode[])

function MeetScreen({ slug }: { slug: string }) {
  const { data: meet, error, refetch, isFetching } = useMeet(slug)
  useDocumentMeta({ title: meet?.title, noIndex: true })
  if (error instanceof ApiError && ofProduct.has(error.code)) return <Navigate to={paths.product(slug)} replace />
  if (meet) return <Attended meet={meet} />
  if (!error) return <Splash />
  return (
    <Box component="main" id="content" tabIndex={-1} sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center' }}>
      <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} heading="h1" />
    </Box>
  )
}

const noPicture = () => null

/** Lobby, room and end of one meeting. */
function Attended({ meet }: { meet: Meet }) {
  const { t } = useTranslation('room')
  const navigate = useNavigate()
  const ports = useOwnMedia()
  const [stayPorts] = useState(realPorts)
  const [typed, setTyped] = useState<string | null>(null)
  const [stay, setStay] = useState<number | 'left' | null>(null)
  const [hasWaited, setWaited] = useState(false)
  const name = typed ?? meet.ownName
  const joinAs = isName(name) ? name.trim() : meet.ownName
  const next = () => setStay((before) => (typeof before === 'number' ? before + 1 : 0))
  // The start lets in everybody who stands in the lobby.
  if (stay === null && meet.state === 'waiting' && !hasWaited) setWaited(true)
  if (stay === null && meet.state === 'started' && hasWaited) {
    setWaited(false)
    // Coming in is the consent to be recorded: it takes a press.
    if (!meet.isRecording) setStay(0)
  }
  const toLobby = () => setStay(null)
  const hrefOf = (product: { slug: string; channelSlug: string }) => paths.ownProduct(product.channelSlug, product.slug)
  const recordings = (
    <Recordings
      slug={meet.slug}
      files={
        meet.isHost ? (
          <RecordingList
            productSlug={meet.slug}
            hrefOf={hrefOf}
            onMade={({ slug, channel }) => void navigate(hrefOf({ slug, channelSlug: channel.slug }))}
          />
        ) : undefined
      }
    />
  )
  if (typeof stay === 'number') {
    return (
      <Room
        key={stay}
        meet={meet}
        name={joinAs}
        ports={stayPorts}
        {...ports}
        chat={<ChatPanel slug={meet.slug} title={t('chatTitle')} momentMs={null} pictureMs={noPicture} takesFiles />}
        onLeave={() => {
          ports.media.close()
          setStay('left')
        }}
        onRetry={next}
        recordings={recordings}
        afterEnd={
          meet.state === 'ended' ? undefined : (
            <Button variant="contained" color="primary" onClick={toLobby}>
              {t('end.lobby')}
            </Button>
          )
        }
      />
    )
  }
  if (meet.state === 'ended') {
    return (
      <EndPanel meet={meet} end={{ kind: 'ended', reason: meet.endReason }} onRetry={toLobby} below={recordings}>
        {meet.isHost && meet.startsAt === null && <StartButton meet={meet} />}
      </EndPanel>
    )
  }
  if (stay === 'left') return <EndPanel meet={meet} end={{ kind: 'left' }} onRetry={meet.state === 'started' ? next : toLobby} />
  return <Lobby meet={meet} name={name} onName={setTyped} onJoin={next} recordings={recordings} {...ports} />
}
