/** One small picture on a sheet, and the stretch of the film that it stands for. */
export interface SeekPreview {
  fromSec: number
  toSec: number
  sheetUrl: string
  x: number
  y: number
  width: number
  height: number
}

/** WebVTT whose cues name a part of a picture (`sheet.jpg#xywh=…`). Anything else in it is passed over. */
export function parseSeekPreviews(vtt: string, baseUrl: string): SeekPreview[] {
  return vtt.split(/\r?\n\r?\n/).flatMap((cue) => {
    const found = /^(\S+) --> (\S+)\r?\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/m.exec(cue.trim())
    if (!found) return []
    const [, from = '', to = '', file = '', ...box] = found
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number)
    // Relative addresses inherit the token that stands in the path.
    return [{ fromSec: seconds(from), toSec: seconds(to), sheetUrl: new URL(file, baseUrl).href, x, y, width, height }]
  })
}

export function previewAt(previews: readonly SeekPreview[], atSec: number): SeekPreview | undefined {
  return previews.findLast(({ fromSec }) => fromSec <= atSec) ?? previews[0]
}

function seconds(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
