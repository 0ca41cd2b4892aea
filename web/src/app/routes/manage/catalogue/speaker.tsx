import { useNavigate, useParams } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { SpeakerEditor } from '../../../../features/catalogue/speakers/components/speaker-editor.tsx'
import { NotFoundPage } from '../../not-found.tsx'

export function Component() {
  const navigate = useNavigate()
  const { id = '' } = useParams()
  return (
    <SpeakerEditor
      key={id}
      id={id}
      ImageField={ImageField}
      productHref={({ slug }) => paths.manageProduct(slug)}
      onDeleted={() => void navigate(paths.manageSpeakers)}
      missing={<NotFoundPage />}
    />
  )
}
