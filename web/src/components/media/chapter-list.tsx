import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import GraphicEqRounded from '@mui/icons-material/GraphicEqRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { chapterAt } from '../../lib/chapters.ts'

interface ChapterListProps {
  title: string
  chapters: readonly Chapter[]
  positionSec: number
  durationSec: number
  onSeek: (positionSec: number) => void
}

/** The chapters of a video or podcast, with the one that plays marked. */
export function ChapterList({ title, chapters, positionSec, durationSec, onSeek }: ChapterListProps) {
  const current = chapterAt(chapters, positionSec)
  return (
    <Box component="section" aria-labelledby="chapters">
      <Typography variant="h4" component="h2" id="chapters">
        {title}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1.5 }}>
        {chapters.map((chapter, index) => {
          const endMs = chapters[index + 1]?.startMs ?? durationSec * 1000
          const isCurrent = index === current
          return (
            <Box component="li" key={chapter.startMs} sx={{ borderTop: 1, borderColor: 'border.subtle' }}>
              <ButtonBase
                {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
                onClick={() => onSeek(chapter.startMs / 1000)}
                sx={{
                  width: 1,
                  gap: 2,
                  py: 1.5,
                  px: 1,
                  justifyContent: 'flex-start',
                  textAlign: 'left',
                  borderRadius: '8px',
                  '&:hover': { bgcolor: 'surface.hover' },
                }}
              >
                <Box className="tabular" sx={{ width: 56, flexShrink: 0, typography: 'body2', color: 'text.secondary' }}>
                  {clock(chapter.startMs / 1000)}
                </Box>
                <Box sx={{ flex: 1, minWidth: 0, typography: 'body1', fontWeight: isCurrent ? 620 : 450, overflowWrap: 'anywhere' }}>
                  {chapter.title}
                </Box>
                {isCurrent && <GraphicEqRounded aria-hidden sx={{ fontSize: 20, color: 'live.main' }} />}
                {endMs > chapter.startMs && (
                  <Box className="tabular" sx={{ typography: 'body2', color: 'text.secondary' }}>
                    {clock((endMs - chapter.startMs) / 1000)}
                  </Box>
                )}
              </ButtonBase>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
