import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { AudioField } from '../../../../features/media/uploads/components/audio-field.tsx'
import { ChaptersEditor } from '../../../../features/catalogue/podcasts/components/chapters-editor.tsx'

/** The sound of a podcast, and where its chapters begin. */
export function PodcastAudio(props: ComponentProps<typeof AudioField>) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <AudioField {...props} />
      {props.productSlug !== null && <ChaptersEditor productSlug={props.productSlug} />}
    </Box>
  )
}
