import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Fragment } from 'react'
import { partsOf } from '@e-events/shared/client/chat-messages.ts'

/** Text of a message: addresses open elsewhere, names that are mentioned stand out, markup is shown and never run. */
export function MessageText({ text, names }: { text: string; names: readonly string[] }) {
  return partsOf(text, names).map((part) => (
    <Fragment key={part.at}>
      {part.kind === 'link' ? (
        <Link href={part.href ?? ''} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </Link>
      ) : part.kind === 'mention' ? (
        <Box component="strong" sx={{ fontWeight: 620 }}>
          {part.text}
        </Box>
      ) : (
        part.text
      )}
    </Fragment>
  ))
}
