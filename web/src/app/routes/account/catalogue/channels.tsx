import { OwnChannels } from '../../../../features/catalogue/channels/components/own-channels.tsx'
import { ChannelTour } from '../../../../features/guidance/tours/components/channel-tour.tsx'

export function Component() {
  return <OwnChannels Tour={ChannelTour} />
}
