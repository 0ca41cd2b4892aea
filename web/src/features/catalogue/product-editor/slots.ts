import type { SpeakerRef } from '@e-events/shared/contract/catalogue/products.ts'
import { createContext, useContext, type ComponentType } from 'react'
import type { Area } from './editor-context.ts'
import type { Picture } from './fields.ts'

/** Parts of the form that belong to other features: the route that shows the form puts them in. */
export interface ProductSlots {
  ImageField: ComponentType<{
    label: string
    required?: boolean
    value: Picture | null
    onChange: (value: Picture | null) => void
    ratio: '16:9' | '1:1' | '3:1'
    error?: string | undefined
    hint?: string | undefined
    /** Text for a picture that cannot be stored. */
    failure?: 'productImage'
  }>
  VideoField: ComponentType<{ productSlug: string | null; purpose: 'video' | 'trailer'; label?: string }>
  AudioField: ComponentType<{ productSlug: string | null; label?: string }>
  /** Subtitles of the video, which are kept by themselves. */
  CaptionFiles: ComponentType<{ productSlug: string }>
  SpeakerPicker: ComponentType<{
    value: SpeakerRef[]
    onChange: (value: SpeakerRef[]) => void
    error?: string | undefined
    required?: boolean
    /** A name to begin with. */
    suggestion?: string | undefined
  }>
  /** The text of a post, which is kept by itself. */
  PostEditor: ComponentType<{ productSlug: string }>
  /** Modules or lessons of a course, which are kept by themselves; it tells of a lesson that was not saved. */
  Curriculum: ComponentType<{ productSlug: string; part: 'modules' | 'lessons'; onUnsaved: (isUnsaved: boolean) => void }>
  /** Requirements, program and FAQs of a course or master, which are saved by themselves. */
  StudyGuide: ComponentType<{ productSlug: string; onUnsaved: (isUnsaved: boolean) => void }>
  /** Whether a course or master gives certificates, which is kept by itself. */
  CertificateSetting: ComponentType<{ productSlug: string }>
  /** The courses of a master, which are kept by themselves. */
  MasterCourses: ComponentType<{ productSlug: string }>
  /** The datasheet of a product, which is kept by itself. */
  Datasheet: ComponentType<{ productSlug: string; productTitle: string }>
  /** Sold and left of a limited number. */
  StockFigures: ComponentType<{ productSlug: string | null }>
  /** Costs of the running or last show. */
  ShowUsage: ComponentType<{ productSlug: string | null }>
  /** Recordings of a live show. */
  Recordings: ComponentType<{ productSlug: string; area: Area }>
}

export const SlotsContext = createContext<ProductSlots | null>(null)

export function useSlots(): ProductSlots {
  const slots = useContext(SlotsContext)
  if (!slots) throw new Error('the product form needs its slots')
  return slots
}
