import { paths } from '../../../config/paths.ts'
import { ImageField } from '../../../features/media/components/image-field.tsx'
import { SpeakerTable } from '../../../features/speakers/components/speaker-table.tsx'

export function Component() {
  return <SpeakerTable forStaff hrefOf={({ id }) => paths.manageSpeaker(id)} ImageField={ImageField} />
}
