import type { ComponentType } from 'react'
import type * as forms from './product-pages.tsx'

interface PageModule {
  Component: ComponentType
}
type Page<Screen> = (load: () => Promise<PageModule>, ...namespaces: string[]) => Screen
type Form = keyof typeof forms

/**
 * Lists and forms of products in both back offices. The forms are one chunk; each address takes its own component of
 * it.
 */
export function productScreens<Screen>(page: Page<Screen>) {
  const words = [
    'product-editor',
    'product-list',
    'products',
    'uploads',
    'speakers',
    'posts',
    'datasheets',
    'podcasts',
    'recordings',
    'stock',
    'tours',
    'usage',
    'curriculum',
    'certificates',
  ]
  const form = (name: Form) => page(async () => ({ Component: (await import('./product-pages.tsx'))[name] }), ...words)
  return {
    '/account/products': page(() => import('./products.tsx'), 'product-list'),
    '/account/products/new': form('AccountNewProduct'),
    '/account/courses/new': form('AccountNewCourse'),
    '/account/masters/new': form('AccountNewMaster'),
    '/account/channels/:channelSlug/products/:productSlug': form('AccountProduct'),
    '/account/channels/:channelSlug/courses/:courseSlug': form('AccountCourse'),
    '/account/channels/:channelSlug/masters/:masterSlug': form('AccountMaster'),
    '/manage/products/new': form('ManageNewProduct'),
    '/manage/courses/new': form('ManageNewCourse'),
    '/manage/masters/new': form('ManageNewMaster'),
    '/manage/products/:productSlug': form('ManageProduct'),
    '/manage/courses/:courseSlug': form('ManageCourse'),
    '/manage/masters/:masterSlug': form('ManageMaster'),
    '/manage/products': page(() => import('../../manage/catalogue/products.tsx'), 'product-list', 'categories'),
    '/manage/productsopen': page(() => import('../../manage/catalogue/open-products.tsx'), 'product-list', 'on-air'),
    '/manage/new-product': page(() => import('../../manage/catalogue/new-product.tsx'), 'product-editor'),
  } as const
}
