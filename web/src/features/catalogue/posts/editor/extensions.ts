import { filesBase } from '@e-events/shared/contract/addresses.ts'
import { Image } from '@tiptap/extension-image'
import { StarterKit } from '@tiptap/starter-kit'
import type { AnyExtension, Node } from '@tiptap/react'
import { isLinkAddress } from './link-address.ts'

/** Differences from the extensions of the kit; their options stay. */
const changes: Record<string, (part: Node) => AnyExtension> = {
  /** A post's title is the first heading of its page; what is pasted from elsewhere finds its place below it. */
  heading: (part) =>
    part.extend({
      parseHTML: () => [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        ...['h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag, attrs: { level: 3 } })),
      ],
    }),
  blockquote: (part) => part.extend({ content: 'paragraph+' }),
  /** Lists are flat: Tab stays the key that leaves the editor. */
  listItem: (part) =>
    part.extend({
      content: 'paragraph+',
      addKeyboardShortcuts() {
        return { Enter: () => this.editor.commands.splitListItem(this.name) }
      },
    }),
}

const Kit = StarterKit.extend({
  addExtensions() {
    const parts = (this.parent as (() => AnyExtension[]) | undefined)?.() ?? []
    return parts.map((part) => changes[part.name]?.(part as Node) ?? part)
  },
})

/** The same closed set of nodes and marks as `PostDocument`: whatever else is pasted loses its clothes. */
export const postExtensions: AnyExtension[] = [
  Kit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isLinkAddress(url),
      HTMLAttributes: { target: null, rel: null },
    },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
  }),
  // Pictures of ours only: one that is pasted from another site would tell its server who reads.
  Image.extend({ parseHTML: () => [{ tag: `img[src^="${filesBase}"]` }] }),
]
