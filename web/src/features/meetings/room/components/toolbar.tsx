import { meetReactions, type MeetReaction } from '@e-events/shared/domain/meets.ts'
import type { OwnMediaState } from '@e-events/shared/rtc/meeting/own-media.ts'
import AddReactionOutlined from '@mui/icons-material/AddReactionOutlined'
import BackHandOutlined from '@mui/icons-material/BackHandOutlined'
import BackHandRounded from '@mui/icons-material/BackHandRounded'
import CallEndRounded from '@mui/icons-material/CallEndRounded'
import ChatBubbleOutlineRounded from '@mui/icons-material/ChatBubbleOutlineRounded'
import MicOffRounded from '@mui/icons-material/MicOffRounded'
import MicRounded from '@mui/icons-material/MicRounded'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import PeopleOutlineRounded from '@mui/icons-material/PeopleOutlineRounded'
import PresentToAllRounded from '@mui/icons-material/PresentToAllRounded'
import CancelPresentationRounded from '@mui/icons-material/CancelPresentationRounded'
import VideocamOffRounded from '@mui/icons-material/VideocamOffRounded'
import VideocamRounded from '@mui/icons-material/VideocamRounded'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tool } from './tool.tsx'

export type Panel = 'people' | 'chat'

export interface ToolbarActs {
  toggleMicrophone: () => void
  toggleCamera: () => void
  toggleScreen: () => void
  toggleHand: () => void
  togglePanel: (panel: Panel) => void
  react: (reaction: MeetReaction) => void
  leave: () => void
}

interface ToolbarProps {
  acts: ToolbarActs
  own: OwnMediaState
  canShareScreen: boolean
  isHandUp: boolean
  panel: Panel | null
  hasChat: boolean
  people: number
  /** Items of the menu behind the dots. */
  more: (close: () => void) => ReactNode
}

const reactionNames = {
  '👍': 'thumb',
  '👏': 'applause',
  '❤️': 'heart',
  '😂': 'laughter',
  '😮': 'surprise',
  '🎉': 'party',
} as const satisfies Record<MeetReaction, string>

/** The bar of the room. */
export function Toolbar({ acts, own, canShareScreen, isHandUp, panel, hasChat, people, more }: ToolbarProps) {
  const { t } = useTranslation('room')
  const [menu, setMenu] = useState<{ kind: 'reactions' | 'more'; anchor: HTMLElement } | null>(null)
  const close = () => setMenu(null)
  const { microphone, camera, screen } = own
  const reactions = (
    <Box role="none" component="li" sx={{ display: 'flex', px: 1, py: 0.5 }}>
      {meetReactions.map((reaction) => (
        <MenuItem
          key={reaction}
          component="div"
          aria-label={t(`reaction.${reactionNames[reaction]}`)}
          onClick={() => {
            acts.react(reaction)
            close()
          }}
          sx={{ fontSize: 22, px: 1, minWidth: 44, justifyContent: 'center', borderRadius: '10px' }}
        >
          {reaction}
        </MenuItem>
      ))}
    </Box>
  )
  return (
    <Box component="footer">
      <Box
        role="group"
        aria-label={t('tools')}
        sx={{
          display: 'flex',
          justifyContent: 'center',
          gap: { xs: 0.625, sm: 1.25 },
          px: 1,
          py: 1.25,
          pb: 'calc(10px + env(safe-area-inset-bottom))',
        }}
      >
        <Tool
          label={microphone.status === 'on' ? t('tool.mute') : t('tool.unmute')}
          icon={microphone.status === 'on' ? <MicRounded /> : <MicOffRounded />}
          tone={microphone.status === 'on' ? 'plain' : 'danger'}
          isBusy={microphone.status === 'opening'}
          onClick={acts.toggleMicrophone}
        />
        <Tool
          label={camera.status === 'on' ? t('tool.cameraOff') : t('tool.cameraOn')}
          icon={camera.status === 'on' ? <VideocamRounded /> : <VideocamOffRounded />}
          tone={camera.status === 'on' ? 'plain' : 'danger'}
          isBusy={camera.status === 'opening'}
          onClick={acts.toggleCamera}
        />
        {canShareScreen && (
          <Tool
            label={screen.status === 'on' ? t('tool.screenOff') : t('tool.screenOn')}
            icon={screen.status === 'on' ? <CancelPresentationRounded /> : <PresentToAllRounded />}
            tone={screen.status === 'on' ? 'on' : 'plain'}
            isBusy={screen.status === 'opening'}
            isWideOnly
            onClick={acts.toggleScreen}
          />
        )}
        <Tool
          label={isHandUp ? t('tool.handDown') : t('tool.handUp')}
          icon={isHandUp ? <BackHandRounded /> : <BackHandOutlined />}
          tone={isHandUp ? 'on' : 'plain'}
          onClick={acts.toggleHand}
        />
        <Tool
          label={t('tool.react')}
          icon={<AddReactionOutlined />}
          isWideOnly
          opens={{ menu: true, isOpen: menu?.kind === 'reactions' }}
          onClick={(event) => setMenu({ kind: 'reactions', anchor: event.currentTarget })}
        />
        <Tool
          label={t('tool.people', { count: people })}
          icon={<PeopleOutlineRounded />}
          tone={panel === 'people' ? 'on' : 'plain'}
          opens={{ menu: false, isOpen: panel === 'people' }}
          onClick={() => acts.togglePanel('people')}
        />
        {hasChat && (
          <Tool
            label={t('tool.chat')}
            icon={<ChatBubbleOutlineRounded />}
            tone={panel === 'chat' ? 'on' : 'plain'}
            opens={{ menu: false, isOpen: panel === 'chat' }}
            onClick={() => acts.togglePanel('chat')}
          />
        )}
        <Tool
          label={t('tool.more')}
          icon={<MoreVertRounded />}
          opens={{ menu: true, isOpen: menu?.kind === 'more' }}
          onClick={(event) => setMenu({ kind: 'more', anchor: event.currentTarget })}
        />
        <Tool label={t('tool.leave')} icon={<CallEndRounded />} tone="danger" onClick={acts.leave} />
      </Box>
      <Menu
        data-mode="dark"
        open={menu !== null}
        anchorEl={menu?.anchor ?? null}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        {menu?.kind === 'reactions'
          ? reactions
          : [
              <Box key="reactions" component="div" role="none" sx={{ display: { sm: 'none' } }}>
                {reactions}
              </Box>,
              more(close),
            ]}
      </Menu>
    </Box>
  )
}
