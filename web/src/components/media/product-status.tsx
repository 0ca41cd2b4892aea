import type { ProductEvent } from '@e-events/shared/contract/catalogue/products.ts'
import type { ProductStatus as Status } from '@e-events/shared/domain/states.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { EventMark } from './event-mark.tsx'
import { saidState } from './product-event.ts'

const tones = { draft: 'amber', published: 'green', private: 'blue' } as const
const eventTones = {
  moved: 'blue',
  room_open: 'amber',
  interrupted: 'amber',
  ended_with_recording: 'green',
  ended: 'neutral',
  never_aired: 'neutral',
  cancelled: 'red',
} as const

/** The state of a product as a dot and a word: of its event, where that says more than that it is published. */
export function ProductStatus({ status, event }: { status: Status; event: ProductEvent | null }) {
  const { t } = useTranslation()
  if (event?.state === 'on_air') return <EventMark state={event.state} size="sm" />
  const said = status === 'draft' ? null : saidState({ event })
  return (
    <Box component="span" data-event-state={event?.state} sx={{ minWidth: 0, maxWidth: '100%' }}>
      <StatusDot tone={said === null ? tones[status] : eventTones[said]}>
        {t(said === null ? `productStatus.${status}` : `eventState.${said}`)}
      </StatusDot>
    </Box>
  )
}
