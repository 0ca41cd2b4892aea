import { getDocumentProxy } from 'unpdf'

export interface PdfFacts {
  pages: number
  /** Text in reading order, one blank between pieces. */
  text: string
  title: string
  language: string | null
  /** Roles of its tags, from the root on. */
  roles: string[]
  isMarked: boolean
}

interface Tag {
  role?: string
  children?: Tag[]
}

/** Reads a PDF as a screen reader does, with the reader of Firefox. */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const file = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const texts: string[] = []
  const roles: string[] = []
  const visit = ({ role, children = [] }: Tag): void => {
    if (role !== undefined) roles.push(role)
    for (const child of children) visit(child)
  }
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])))
    const tree = (await page.getStructTree()) as Tag | null
    if (tree) visit(tree)
  }
  const { info } = (await file.getMetadata()) as { info: { Title?: string; Language?: string } }
  const marks = await file.getMarkInfo()
  const pages = file.numPages
  await file.loadingTask.destroy()
  return {
    pages,
    text: texts.join(' ').replaceAll(/\s+/gu, ' '),
    title: info.Title ?? '',
    language: info.Language ?? null,
    roles,
    isMarked: (marks as { Marked?: boolean } | null)?.Marked === true,
  }
}
