/** Who drew a picture: the fake camera of the studio or the page that it shares as its screen. */
export type PictureSource = 'camera' | 'screen'

export interface PictureCode {
  source: PictureSource
  /** Random per test run: an old recording, another run or a placeholder never carries it. */
  run: number
  /** Ticks of 1/30 s. */
  counter: number
}

/**
 * A picture is 16 x 9 squares. Rows 0-2 hold 48 bits, rows 6-8 the same bits inverted: a square that scaling or H264
 * has washed out, or a frame that is torn between two pictures, does not read as another number but as none. Rows 3-5
 * are for people: a bar that moves and a flash.
 */
export const columns = 16
export const rows = 9
export const ticksPerSecond = 30
/** Live cameras and screens draw 10 pictures a second: a show costs its two cores a third of one of 30. */
export const ticksPerPicture = 3
const payloadCells = 48
const invertedAt = 6 * columns
const black = 16
const white = 235
const sources: readonly PictureSource[] = ['camera', 'screen']
const sourceBits = 4
const runBits = 24
const counterBits = 20
export const maxRun = 2 ** runBits
export const maxCounter = 2 ** counterBits

/** Light between the two copies of a bit below which nobody can tell which is which. */
const leastContrast = 48

/** 144 levels of light, row by row. */
export function encodePicture({ source, run, counter }: PictureCode, options: { flash?: boolean } = {}): number[] {
  const bits = [...toBits(sources.indexOf(source) + 1, sourceBits), ...toBits(run, runBits), ...toBits(counter, counterBits)]
  const cells = Array.from({ length: columns * rows }, () => 60)
  for (const [index, bit] of bits.entries()) {
    cells[index] = bit === 1 ? white : black
    cells[invertedAt + index] = bit === 1 ? black : white
  }
  for (let column = 0; column < columns; column++) cells[4 * columns + column] = options.flash ? white : black
  cells[3 * columns + (counter % columns)] = 190
  cells[5 * columns + (columns - 1 - (counter % columns))] = 190
  return cells
}

/** Decodes 144 measured levels; null where they are ambiguous. */
export function decodePicture(cells: ArrayLike<number>): PictureCode | null {
  const bits: number[] = []
  for (let index = 0; index < payloadCells; index++) {
    const difference = (cells[index] ?? 0) - (cells[invertedAt + index] ?? 0)
    if (Math.abs(difference) < leastContrast) return null
    bits.push(difference > 0 ? 1 : 0)
  }
  const source = sources[toNumber(bits.slice(0, sourceBits)) - 1]
  if (!source) return null
  return {
    source,
    run: toNumber(bits.slice(sourceBits, sourceBits + runBits)),
    counter: toNumber(bits.slice(sourceBits + runBits)),
  }
}

function toBits(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** (count - 1 - index)) % 2)
}

function toNumber(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0)
}
