import { useTranslation } from 'react-i18next'
import { OfferedTour } from './offered-tour.tsx'

export const channelTour = 'new-channel'

/** Tour of the form of a new channel. */
export function ChannelTour({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('tours')
  return (
    <OfferedTour
      name={channelTour}
      isFirst={isFirst}
      inline
      steps={[
        { title: t('channel.welcome.title'), text: t('channel.welcome.text') },
        { target: 'channel-title', title: t('channel.title.title'), text: t('channel.title.text') },
        { target: 'channel-slug', title: t('channel.slug.title'), text: t('channel.slug.text') },
        { target: 'channel-description', title: t('channel.description.title'), text: t('channel.description.text') },
        { target: 'channel-classification', title: t('channel.classification.title'), text: t('channel.classification.text') },
        { target: 'channel-create', title: t('channel.create.title'), text: t('channel.create.text') },
      ]}
    />
  )
}
