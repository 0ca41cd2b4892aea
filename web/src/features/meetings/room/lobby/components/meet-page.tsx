import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../../config/paths.ts'

interface MeetPageProps {
  meet: Pick<Meet, 'slug'>
  /** Names what is shown to tests and styles. */
  state: string
  children: ReactNode
}

/** Frame of a meeting outside its room: dark like the room, with the way back to the product. */
export function MeetPage({ meet, state, children }: MeetPageProps) {
  const { t } = useTranslation('room')
  return (
    <Box
      data-mode="dark"
      sx={{ minHeight: '100dvh', bgcolor: 'surface.canvas', color: 'text.primary', display: 'flex', flexDirection: 'column' }}
    >
      <Box component="header" sx={{ px: { xs: 1, md: 2 }, height: 60, display: 'flex', alignItems: 'center', flexShrink: 0 }}>
        <IconButton aria-label={t('lobby.back')} href={paths.product(meet.slug)}>
          <ArrowBackRounded />
        </IconButton>
      </Box>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        data-meet={state}
        sx={{
          '&:focus': { outline: 'none' },
          flex: 1,
          display: 'grid',
          alignContent: 'center',
          px: { xs: 2, md: 4 },
          pb: { xs: 4, md: 9 },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
