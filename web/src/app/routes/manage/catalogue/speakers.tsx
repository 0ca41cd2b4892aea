import { paths } from '../../../../config/paths.ts'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { SpeakerTable } from '../../../../features/catalogue/speakers/components/speaker-table.tsx'

export function Component() {
  return <SpeakerTable forStaff hrefOf={({ id }) => paths.manageSpeaker(id)} ImageField={ImageField} />
}
