import { fileAddress } from '@e-events/shared/contract/addresses.ts'
import type { SectionKind, SectionOf } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ComponentType } from 'react'
import type { Place } from '../../queries.ts'
import type { problemsOf } from '../../sections.ts'

export interface PictureFieldProps {
  label: string
  required?: boolean
  value: { id: string; url: string } | null
  onChange: (value: { id: string; url: string } | null) => void
  ratio: '16:9' | '1:1' | '3:1'
  error?: string
  hint?: string
}
/** The field for pictures is another feature's: the route hands it in. */
export type PictureField = ComponentType<PictureFieldProps>

/** Context of the fields of a section. */
export interface FieldContext {
  place: Place
  /** The one that is typed in and previewed. */
  language: Language
  onLanguage: (language: Language) => void
  /** By the path of the field. */
  problems: ReturnType<typeof problemsOf>
  ImageField: PictureField
}

export interface FieldsProps<K extends SectionKind> {
  section: SectionOf<K>
  context: FieldContext
  onChange: (section: SectionOf<K>) => void
}

/** A stored picture as the field for pictures knows it. */
export function pictureOf(id: string | null): { id: string; url: string } | null {
  return id === null || id === '' ? null : { id, url: fileAddress(id) }
}
