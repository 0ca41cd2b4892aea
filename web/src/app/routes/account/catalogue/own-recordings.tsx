import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import type { ProductSlots } from '../../../../features/catalogue/product-editor/slots.ts'
import { RecordingList } from '../../../../features/live/recordings/components/recording-list.tsx'

/** Recordings within the form of their product; what is put on demand opens in a form of its own. */
export function OwnRecordings({ productSlug, area }: ComponentProps<ProductSlots['Recordings']>) {
  const navigate = useNavigate()
  const hrefOf = ({ slug, channelSlug }: { slug: string; channelSlug: string }) =>
    area === 'manage' ? paths.manageProduct(slug) : paths.ownProduct(channelSlug, slug)
  return (
    <RecordingList
      productSlug={productSlug}
      hrefOf={hrefOf}
      onMade={({ slug, channel }) => void navigate(hrefOf({ slug, channelSlug: channel.slug }))}
    />
  )
}
