import { useNavigate, useParams } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import { ChannelEditor } from '../../../../features/catalogue/channels/components/channel-editor.tsx'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { SubscribersPanel } from '../../../../features/sales/subscriptions/components/subscribers-panel.tsx'
import { OwnProducts } from '../../../../features/catalogue/product-list/components/own-products.tsx'
import { ZonesForm } from '../../../../features/sales/shipping/components/zones-form.tsx'
import { NotFoundPage } from '../../not-found.tsx'

/** Any channel, as staff sees it: the same editor, and the acts that are open to staff. */
export function Component() {
  const navigate = useNavigate()
  const { channelSlug = '' } = useParams()
  return (
    <ChannelEditor
      key={channelSlug}
      slug={channelSlug}
      onRenamed={(slug) => void navigate(paths.manageChannel(slug), { replace: true })}
      ownerHref={paths.manageUser}
      missing={<NotFoundPage />}
      slots={{
        ImageField,
        shipping: <ZonesForm channelSlug={channelSlug} />,
        products: <OwnProducts channelSlug={channelSlug} />,
        subscribers: <SubscribersPanel slug={channelSlug} />,
      }}
    />
  )
}
