import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { wordsOf, type Block, type HeadingBlock, type Inline } from './parse-prose.ts'

interface ProseProps {
  blocks: Block[]
  /** Where support is reached; unknown while it is being asked. */
  email: string | undefined
  /** Drawings that texts call by name. */
  figures?: Record<string, ReactNode>
  /** The level that `##` has on this page. */
  topLevel?: 2 | 3
}

const noFigures = {}

/** Long texts: one look for help and legal pages. */
export function Prose({ blocks, email, figures = noFigures, topLevel = 2 }: ProseProps) {
  return (
    <Box sx={{ maxWidth: 720, mt: -1.75 }}>
      {blocks.map((block, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never change places
        <BlockView key={i} block={block} email={email} figures={figures} topLevel={topLevel} />
      ))}
    </Box>
  )
}

function BlockView({
  block,
  email,
  figures,
  topLevel,
}: Required<Omit<ProseProps, 'blocks' | 'email'>> & { block: Block; email: string | undefined }) {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} topLevel={topLevel} />
    case 'paragraph':
      return (
        <Typography sx={{ my: 1.75, color: 'text.primary' }}>
          <Line content={block.content} email={email} />
        </Typography>
      )
    case 'list':
      return (
        <Box
          component={block.ordered ? 'ol' : 'ul'}
          sx={{
            my: 1.75,
            pl: 3,
            typography: 'body1',
            '& li': { my: 0.75, pl: 0.5 },
            '& li::marker': { color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' },
          }}
        >
          {block.items.map((item, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the items of a text never change places
            <li key={i}>
              <Line content={item} email={email} />
            </li>
          ))}
        </Box>
      )
    case 'note':
      return (
        <Alert severity={block.tone} role="note" sx={{ my: 2.5, fontSize: 15, lineHeight: 1.55 }}>
          <Line content={block.content} email={email} />
        </Alert>
      )
    case 'table':
      return <Table block={block} email={email} />
    case 'figure':
      return (
        <Box component="figure" sx={{ mx: 0, my: 3 }}>
          {figures[block.name]}
          <Typography component="figcaption" variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {block.caption}
          </Typography>
        </Box>
      )
    default:
      return assertUnreachable(block)
  }
}

/** The sign beside a heading is its address, for whoever wants to send it to somebody. */
function Heading({ block, topLevel }: { block: HeadingBlock; topLevel: 2 | 3 }) {
  const { t } = useTranslation()
  const isTop = block.level === 2
  return (
    <Typography
      id={block.id}
      variant={isTop ? 'h3' : 'h4'}
      component={isTop ? (topLevel === 2 ? 'h2' : 'h3') : topLevel === 2 ? 'h3' : 'h4'}
      sx={{ mt: isTop ? 4.5 : 3, mb: 1, scrollMarginTop: 96, '& a': { opacity: 0 }, '&:hover a, & a:focus-visible': { opacity: 1 } }}
    >
      {block.text}
      <Link href={`#${block.id}`} aria-label={t('prose.anchor', { title: block.text })} sx={{ ml: 1, fontWeight: 400 }}>
        #
      </Link>
    </Typography>
  )
}

function Table({ block, email }: { block: Extract<Block, { kind: 'table' }>; email: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={t('prose.table', { columns: block.head.map(wordsOf).join(', ') })}
      // A table that is wider than a phone scrolls by itself, with the keyboard too.
      tabIndex={0}
      sx={{
        my: 2.5,
        position: 'relative',
        overflowX: 'auto',
        border: 1,
        borderColor: 'border.default',
        borderRadius: '14px',
        bgcolor: 'surface.raised',
      }}
    >
      <Box
        component="table"
        sx={{
          width: 1,
          borderCollapse: 'collapse',
          typography: 'body2',
          '& th, & td': { textAlign: 'left', verticalAlign: 'top', px: 2, py: 1.25 },
          '& tr + tr td, & tbody tr:first-of-type td': { borderTop: 1, borderColor: 'border.subtle' },
          '& td:first-of-type': { fontWeight: 560 },
        }}
      >
        <thead>
          <tr>
            {block.head.map((cell, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns of a text never change places
              <Box component="th" scope="col" key={i} sx={{ typography: 'label', color: 'text.secondary', bgcolor: 'surface.sunken' }}>
                <Line content={cell} email={email} />
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows of a text never change places
            <tr key={i}>
              {row.map((cell, j) => (
                // oxlint-disable-next-line react/no-array-index-key -- the cells of a text never change places
                <td key={j}>
                  <Line content={cell} email={email} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

function Line({ content, email }: { content: Inline[]; email: string | undefined }) {
  return content.map((piece, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a line never change places
    <Fragment key={i}>
      <Piece piece={piece} email={email} />
    </Fragment>
  ))
}

function Piece({ piece, email }: { piece: Inline; email: string | undefined }) {
  const { t } = useTranslation()
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'strong':
      return (
        <Box component="strong" sx={{ fontWeight: 640 }}>
          {piece.text}
        </Box>
      )
    case 'emphasis':
      return <em>{piece.text}</em>
    case 'key':
      return (
        <Box
          component="kbd"
          sx={{
            px: 0.75,
            py: 0.25,
            borderRadius: '6px',
            border: 1,
            borderColor: 'border.default',
            bgcolor: 'surface.sunken',
            fontFamily: 'inherit',
            fontSize: '.875em',
            fontWeight: 560,
            whiteSpace: 'nowrap',
          }}
        >
          {piece.text}
        </Box>
      )
    case 'link':
      return (
        <Link href={piece.href} underline="always">
          {piece.text}
        </Link>
      )
    case 'email':
      return email ? (
        <Link href={`mailto:${email}`} underline="always">
          {email}
        </Link>
      ) : (
        t('prose.supportAddress')
      )
    default:
      return assertUnreachable(piece)
  }
}
