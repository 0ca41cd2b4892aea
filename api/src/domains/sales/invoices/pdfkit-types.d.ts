// What pdfkit 0.20 has and its types (@types/pdfkit 0.17) do not know yet.
import 'pdfkit'

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
