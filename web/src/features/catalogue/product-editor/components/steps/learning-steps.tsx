import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor-context.ts'
import { useSlots } from '../../slots.ts'
import { AfterSaving } from '../after-saving.tsx'
import { StepCard } from '../step-card.tsx'

/** Requirements, program, FAQs and certificate of a course or master. */
export function RequirementsStep() {
  const { t } = useTranslation('product-editor')
  const { product, setUnsaved } = useEditor()
  const { StudyGuide, CertificateSetting } = useSlots()
  return (
    <StepCard title={t('media.guide')} note={t('media.guideNote')}>
      <AfterSaving>
        {product && (
          <>
            <StudyGuide productSlug={product.slug} onUnsaved={setUnsaved} />
            <CertificateSetting productSlug={product.slug} />
          </>
        )}
      </AfterSaving>
    </StepCard>
  )
}

export function ModulesStep() {
  const { t } = useTranslation('product-editor')
  return (
    <StepCard title={t('media.modules')} note={t('media.modulesNote')}>
      <CurriculumPart part="modules" />
    </StepCard>
  )
}

export function LessonsStep() {
  const { t } = useTranslation('product-editor')
  return (
    <StepCard title={t('media.lessons')} note={t('media.lessonsNote')}>
      <CurriculumPart part="lessons" />
    </StepCard>
  )
}

function CurriculumPart({ part }: { part: 'modules' | 'lessons' }) {
  const { product, setUnsaved } = useEditor()
  const { Curriculum } = useSlots()
  return <AfterSaving>{product && <Curriculum productSlug={product.slug} part={part} onUnsaved={setUnsaved} />}</AfterSaving>
}

export function CoursesStep() {
  const { t } = useTranslation('product-editor')
  const { product } = useEditor()
  const { MasterCourses } = useSlots()
  return (
    <StepCard title={t('media.courses')} note={t('media.coursesNote')}>
      <AfterSaving>{product && <MasterCourses productSlug={product.slug} />}</AfterSaving>
    </StepCard>
  )
}
