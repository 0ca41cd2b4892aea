/** Files that an organizer may hand out. They are downloads, which no browser opens by itself on this platform. */
export const documentExtensions = [
  'pdf',
  'zip',
  'txt',
  'md',
  'csv',
  'rtf',
  'epub',
  'doc',
  'docx',
  'odt',
  'xls',
  'xlsx',
  'ods',
  'ppt',
  'pptx',
  'odp',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'gif',
  'mp3',
  'wav',
  'm4a',
  'mid',
  'srt',
  'vtt',
  'json',
  'psd',
  'ai',
  'sketch',
  'fig',
] as const

/** Lower case, without the dot; empty where there is none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const isDocumentName = (name: string): boolean => documentExtensions.some((one) => one === extensionOf(name))

/** A name that every file system takes: no path, no control and no direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .slice(-200)
}

/** Bytes that a file of its kind has at a place. */
interface Mark {
  at?: number
  bytes: readonly number[]
}
const ascii = (text: string, at = 0): Mark => ({ at, bytes: Array.from(text, (char) => char.charCodeAt(0)) })
const archive = [ascii('PK\u0003\u0004'), ascii('PK\u0005\u0006')]
const oldOffice: Mark = { bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] }
const jpeg: Mark = { bytes: [0xff, 0xd8, 0xff] }
const richText = ascii('{\\rtf')

/** Marks of the kinds that have some, of which one is enough; text has none. */
const marks: Partial<Record<(typeof documentExtensions)[number], readonly Mark[]>> = {
  zip: archive,
  rtf: [richText],
  epub: archive,
  doc: [oldOffice, richText],
  docx: archive,
  odt: archive,
  xls: [oldOffice],
  xlsx: archive,
  ods: archive,
  ppt: [oldOffice],
  pptx: archive,
  odp: archive,
  jpg: [jpeg],
  jpeg: [jpeg],
  png: [{ bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }],
  webp: [ascii('WEBP', 8)],
  gif: [ascii('GIF87a'), ascii('GIF89a')],
  wav: [ascii('WAVE', 8)],
  m4a: [ascii('ftyp', 4)],
  mid: [ascii('MThd'), ascii('RMID', 8)],
  psd: [ascii('8BPS')],
  sketch: archive,
  fig: [ascii('fig-kiwi'), ...archive],
}
const texts: ReadonlySet<string> = new Set(['txt', 'md', 'csv', 'srt', 'vtt', 'json'])
/** A PDF may have a few bytes before its mark. */
const pdfHead = 1024

/**
 * Whether a file is what its name says, by its first bytes. Text is told by having no NUL in them, unless it begins as
 * UTF-16 does.
 */
export function isNamedRightly(name: string, bytes: Uint8Array): boolean {
  const extension = extensionOf(name)
  const has = ({ at = 0, bytes: wanted }: Mark) => wanted.every((byte, index) => bytes[at + index] === byte)
  const isPdf = () => Array.from({ length: Math.min(pdfHead, bytes.length) }, (_, at) => at).some((at) => has(ascii('%PDF-', at)))
  if (texts.has(extension)) return has({ bytes: [0xff, 0xfe] }) || has({ bytes: [0xfe, 0xff] }) || !bytes.subarray(0, 4096).includes(0)
  if (extension === 'pdf') return isPdf()
  // Illustrator writes PDF, and before that PostScript, with or without a preview.
  if (extension === 'ai') return isPdf() || has(ascii('%!PS')) || has({ bytes: [0xc5, 0xd0, 0xd3, 0xc6] })
  // An MP3 begins with its tags or with a frame, whose first eleven bits are set.
  if (extension === 'mp3') return has(ascii('ID3')) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)
  return marks[extension as keyof typeof marks]?.some(has) ?? false
}
