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
