import { createRequire } from 'node:module'

// pdfkit 0.20 has these; its types (@types/pdfkit 0.17) do not know them yet.
declare global {
  namespace PDFKit.Mixins {
    interface TableOptions {
      /** Element that the table becomes a child of, for screen readers. */
      structParent?: object
    }
    interface CellOptions {
      /** The cells that a header cell is for. */
      scope?: 'Row' | 'Column'
    }
  }
}

const require = createRequire(import.meta.url)
export const fonts = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}
export const ink = '#16181d'
export const faint = '#5c6270'
export const rule = '#d9dbe1'
/** Points; A4 is 595 wide. */
export const margin = 56
export const contentWidth = 595.28 - 2 * margin

export interface TextLook {
  size?: number
  font?: keyof typeof fonts
  color?: string
  x?: number
  width?: number
  /** The address that it leads to. */
  link?: string
}

interface Head {
  title: string
  author: string
  locale: string
  at: Date
  layout?: 'portrait' | 'landscape'
}

/**
 * An A4 document, tagged for screen readers (PDF/UA), fonts embedded. `at`: the moment of its making, in its metadata.
 */
export async function taggedPdf({ title, author, locale, at, layout = 'portrait' }: Head) {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin,
    pdfVersion: '1.7',
    // Its types know the subsets of PDF/A alone.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: locale,
    displayTitle: true,
    font: fonts.regular,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))

  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    doc,
    root,
    say(tag: 'H1' | 'H2' | 'P' | 'Link', text: string, look: TextLook = {}): void {
      const { size = 9.5, font = 'regular', color = ink, x = margin, width = contentWidth, link } = look
      root.add(
        doc.struct(tag, {}, () => {
          doc.font(fonts[font]).fontSize(size).fillColor(color)
          doc.text(text, x, doc.y, { width, lineGap: 2, ...(link === undefined ? {} : { link, underline: true }) })
        }),
      )
    },
    async finish(): Promise<Buffer> {
      root.end()
      doc.end()
      await done
      return Buffer.concat(chunks)
    },
  }
}
