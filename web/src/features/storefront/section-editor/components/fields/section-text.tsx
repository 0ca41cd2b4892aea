import type { SectionTexts } from '@e-events/shared/contract/storefront/home-sections.ts'
import { limits } from '@e-events/shared/limits.ts'
import { useTranslation } from 'react-i18next'
import type { FieldContext } from './field-context.ts'
import { LinkField } from './link-field.tsx'
import { TextsField } from './texts-field.tsx'

/** Texts that more than one kind of section has, with what they may hold. */
const most = {
  title: limits.sectionTitleChars,
  subtitle: limits.sectionSubtitleChars,
  description: limits.sectionTextChars,
  buttonText: limits.sectionButtonChars,
  alt: limits.sectionAltChars,
} as const

interface PartProps<S, Name extends string> {
  name: Name
  section: S
  context: FieldContext
  onChange: (section: S) => void
  required?: boolean
}

/** A text of a section by its name. */
export function SectionText<Name extends keyof typeof most, S extends Record<Name, SectionTexts>>({
  name,
  section,
  context,
  onChange,
  ...more
}: PartProps<S, Name> & { rows?: number; hint?: string }) {
  const { t } = useTranslation('section-editor')
  return (
    <TextsField
      {...more}
      label={t(`field.${name as 'title'}`)}
      path={name}
      value={section[name]}
      max={most[name]}
      context={context}
      onChange={(value) => onChange({ ...section, [name]: value })}
    />
  )
}

/** An address of a section by its name. */
export function SectionLink<Name extends 'url' | 'buttonLink', S extends Record<Name, string>>({
  name,
  section,
  context,
  onChange,
  ...more
}: PartProps<S, Name>) {
  const { t } = useTranslation('section-editor')
  return (
    <LinkField
      {...more}
      label={t(`field.${name as 'url'}`)}
      path={name}
      value={section[name]}
      context={context}
      onChange={(value) => onChange({ ...section, [name]: value })}
    />
  )
}
