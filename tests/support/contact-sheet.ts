import sharp, { type OverlayOptions } from 'sharp'

export interface Cell {
  file: string
  /** Width of the page in CSS pixels: every cell of a sheet has the same scale. */
  width: number
  /** The overflow is cut off below. */
  height: number
}

const gap = 12

/** Puts pictures of one page beside each other, row by row, so that one look compares them. */
export async function writeSheet(target: string, rows: readonly (readonly Cell[])[], scale: number): Promise<void> {
  const placed: OverlayOptions[] = []
  let width = 0
  let top = gap
  for (const row of rows) {
    let left = gap
    let rowHeight = 0
    for (const cell of row) {
      const size = { width: Math.round(cell.width * scale), height: Math.round(cell.height * scale) }
      const input = await sharp(cell.file).resize({ width: size.width }).toBuffer()
      const { height } = await sharp(input).metadata()
      const shown = Math.min(height, size.height)
      placed.push({ input: await sharp(input).extract({ left: 0, top: 0, width: size.width, height: shown }).toBuffer(), left, top })
      left += size.width + gap
      rowHeight = Math.max(rowHeight, shown)
    }
    width = Math.max(width, left)
    top += rowHeight + gap
  }
  const canvas = sharp({ create: { width, height: top, channels: 3, background: '#8a8a94' } })
  await canvas.composite(placed).png({ compressionLevel: 7 }).toFile(target)
}
