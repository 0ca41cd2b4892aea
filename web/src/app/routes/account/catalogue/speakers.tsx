import { useNavigate } from 'react-router'
import { paths } from '../../../../config/paths.ts'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { SpeakerTable } from '../../../../features/catalogue/speakers/components/speaker-table.tsx'

interface OwnSpeakersProps {
  /** The form is open. */
  isNew?: boolean
}

export function OwnSpeakers({ isNew = false }: OwnSpeakersProps) {
  const navigate = useNavigate()
  return (
    <SpeakerTable
      hrefOf={({ id }) => paths.ownSpeaker(id)}
      isNew={isNew}
      onNewClosed={() => {
        if (isNew) void navigate(paths.ownSpeakers)
      }}
      ImageField={ImageField}
    />
  )
}

export { OwnSpeakers as Component }
