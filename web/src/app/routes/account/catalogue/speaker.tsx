import { useNavigate, useParams } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { SpeakerEditor } from '../../../../features/catalogue/speakers/components/speaker-editor.tsx'
import { NotFoundPage } from '../../not-found.tsx'
import { OwnSpeakers } from './speakers.tsx'

/** One own speaker; `/account/speakers/new` is the list with its form open. */
export function Component() {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  if (id === 'new') return <OwnSpeakers isNew />
  return (
    <SpeakerEditor
      key={id}
      id={id}
      ImageField={ImageField}
      productHref={({ slug, channelSlug }) => paths.ownProduct(channelSlug, slug)}
      onDeleted={() => void navigate(paths.ownSpeakers)}
      missing={<NotFoundPage />}
    />
  )
}
