import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { createContext, useContext } from 'react'
import type { ProductForm } from './hooks/use-product-form.ts'
import type { PartId } from './steps.ts'

/** Where the form stands: what is offered differs between an organizer's own area and that of the administrators. */
export type Area = 'account' | 'manage'

/** A kind that has a form of its own address. */
export type FixedType = 'course' | 'master'

export interface Editor {
  area: Area
  fixedType: FixedType | null
  /** null until it is created. */
  product: OwnProductDetail | null
  form: ProductForm
  goTo: (part: PartId | 'codes') => void
  /** Tells that a part which is saved by itself has something unsaved: its step is not left meanwhile. */
  setUnsaved: (isUnsaved: boolean) => void
  /** The server's word about the product after an act that was no saving. */
  learn: (product: OwnProductDetail) => void
}

export const EditorContext = createContext<Editor | null>(null)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('this part belongs into the product form')
  return editor
}
