/**
 * Content beside the offer, which stays in view; on a phone the offer stands under the headline. The page and its
 * skeleton share it.
 */
export const productGrid = {
  display: 'grid',
  columnGap: { md: 4, lg: 7 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px', lg: 'minmax(0, 1fr) 380px' },
  gridTemplateAreas: { xs: '"head" "offer" "rest"', md: '"head offer" "rest offer"' },
  gridTemplateRows: { md: 'auto 1fr' },
} as const
