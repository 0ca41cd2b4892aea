import { OwnChannels } from '../../../features/channels/components/own-channels.tsx'
import { ChannelTour } from '../../../features/tours/components/channel-tour.tsx'

export function Component() {
  return <OwnChannels Tour={ChannelTour} />
}
