import { ShownSections } from '../../../../features/storefront/home/components/shown-sections.tsx'
import { ImageField } from '../../../../features/media/uploads/components/image-field.tsx'

/** Parts of the section editor from other features: the site's rendering, and the field for pictures. */
export const editorSlots = { Draw: ShownSections, ImageField }
