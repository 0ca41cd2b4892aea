import { ShownSections } from '../../../../features/storefront/home/components/shown-sections.tsx'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'

/** What the editor of sections takes from other features: how the site draws them, and the field for pictures. */
export const editorSlots = { Draw: ShownSections, ImageField }
