import type { ComponentProps } from 'react'
import { CertificateSetting } from '../../../../features/learning/certificates/components/certificate-setting.tsx'
import { CurriculumEditor } from '../../../../features/learning/curriculum/components/curriculum-editor.tsx'
import type { LessonParts } from '../../../../features/learning/curriculum/lesson-parts.ts'
import { PostEditor } from '../../../../features/catalogue/posts/components/post-editor.tsx'
import { MasterCourses } from '../../../../features/learning/curriculum/components/master-courses.tsx'
import { CaptionFiles } from '../../../../features/media/caption-files/components/caption-files.tsx'
import { StudyGuideForm } from '../../../../features/learning/study-guides/components/study-guide-form.tsx'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'
import { VideoField } from '../../../../features/media/uploads/components/video-field.tsx'
import type { ProductSlots } from '../../../../features/catalogue/product-editor/slots.ts'
import { SpeakerPicker } from '../../../../features/catalogue/speakers/components/speaker-picker.tsx'
import { StockFigures } from '../../../../features/sales/stock/components/stock-figures.tsx'
import { ShowUsage } from '../../../../features/sales/usage/components/show-usage.tsx'
import { OwnDatasheetForm } from './own-datasheet.tsx'
import { OwnRecordings } from './own-recordings.tsx'
import { PodcastAudio } from './podcast-audio.tsx'
import { PostText } from './post-text.tsx'

/** A speaker that is missing is made on the spot, with a picture. */
function Speakers(props: ComponentProps<ProductSlots['SpeakerPicker']>) {
  return <SpeakerPicker {...props} ImageField={ImageField} />
}

/** Notes have the tools of a post, and its pictures. */
function LessonNotes(props: ComponentProps<LessonParts['NotesEditor']>) {
  return <PostEditor {...props} isShort ImageField={ImageField} />
}

function LessonVideo(props: ComponentProps<LessonParts['VideoFile']>) {
  return <VideoField {...props} purpose="video" />
}

const lessonParts: LessonParts = { NotesEditor: LessonNotes, VideoFile: LessonVideo }
function Curriculum(props: ComponentProps<ProductSlots['Curriculum']>) {
  return <CurriculumEditor {...props} parts={lessonParts} />
}

/** Parts of the product form from other features. */
export const productSlots: ProductSlots = {
  ImageField,
  VideoField,
  AudioField: PodcastAudio,
  CaptionFiles,
  SpeakerPicker: Speakers,
  PostEditor: PostText,
  Curriculum,
  StudyGuide: StudyGuideForm,
  MasterCourses,
  CertificateSetting,
  Datasheet: OwnDatasheetForm,
  StockFigures,
  ShowUsage,
  Recordings: OwnRecordings,
}
