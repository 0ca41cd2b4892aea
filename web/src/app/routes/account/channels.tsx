import { OwnChannels } from '../../../features/channels/components/own-channels.tsx'
import { FirstStepsCard } from '../../../features/first-steps/components/first-steps-card.tsx'
import { ChannelTour } from '../../../features/tours/components/channel-tour.tsx'

export function Component() {
  return <OwnChannels steps={<FirstStepsCard />} tour={<ChannelTour />} />
}
