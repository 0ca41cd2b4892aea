import type { ShownSection, ShownSectionOf } from '@e-events/shared/contract/storefront/shown-sections.ts'
import Box from '@mui/material/Box'
import { Fragment, type ReactNode } from 'react'
import { anchors, anchorsOf } from '../anchors.ts'
import { FeaturedChannel, FeaturedProduct } from './featured.tsx'
import { Hero } from './hero.tsx'
import { MediaHero } from './media-hero.tsx'
import { ChannelShelf, ProductShelf, SpeakerShelf } from './shelves.tsx'
import { CallToAction, StaticContents, StaticImage } from './static-sections.tsx'

interface ShownSectionsProps {
  sections: readonly ShownSection[]
  /** Something of the page's own, before the section of this place. */
  insert?: { before: number; node: ReactNode }
  /** Around each block: the editor's preview marks the chosen one. */
  frame?: (ids: string[], block: ReactNode) => ReactNode
}

/** A page made of sections, in their order. The title of a hero that comes first is the title of the page. */
export function ShownSections({ sections, insert, frame = bare }: ShownSectionsProps) {
  const led = anchorsOf(sections)
  let place = 0
  return blocksOf(sections).map((block) => {
    const ids = block.map(({ id }) => id)
    const isFirst = place === 0
    const inserted = insert && place <= insert.before && insert.before < place + block.length ? insert.node : null
    place += block.length
    return (
      <Fragment key={ids[0]}>
        {inserted}
        {[...led].map(([source, id]) =>
          ids.includes(id) ? <Box key={source} id={anchors[source]} sx={{ scrollMarginTop: { xs: 56, md: 40 } }} /> : null,
        )}
        {frame(ids, <Block block={block} isFirst={isFirst} />)}
      </Fragment>
    )
  })
}

const bare = (_: string[], block: ReactNode) => block

type BlockSections = ShownSection[]

/** Neighbouring texts make one block, because they share its columns. */
function blocksOf(sections: readonly ShownSection[]): BlockSections[] {
  const blocks: BlockSections[] = []
  for (const section of sections) {
    const last = blocks.at(-1)
    if (section.type === 'static_content' && last?.[0]?.type === 'static_content') last.push(section)
    else blocks.push([section])
  }
  return blocks
}

function Block({ block, isFirst }: { block: BlockSections; isFirst: boolean }) {
  const [section] = block
  switch (section?.type) {
    case undefined:
      return null
    case 'hero': {
      const heading = isFirst ? 'h1' : 'h2'
      return section.media.kind === 'catalogue' ? (
        <Hero items={section.items} heading={heading} />
      ) : (
        <MediaHero section={section} heading={heading} />
      )
    }
    case 'product_slider':
      return <ProductShelf section={section} />
    case 'channel_slider':
      return <ChannelShelf section={section} />
    case 'speaker_slider':
      return <SpeakerShelf section={section} />
    case 'featured_product':
      return <FeaturedProduct section={section} />
    case 'featured_channel':
      return <FeaturedChannel section={section} />
    case 'static_content':
      return <StaticContents sections={block as ShownSectionOf<'static_content'>[]} />
    case 'static_image':
      return <StaticImage section={section} />
    case 'call_to_action':
      return <CallToAction section={section} />
    default:
      return section satisfies never
  }
}
