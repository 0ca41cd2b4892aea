/**
 * Plain words of a page and of its labels: the brand, names of services, lists that the browser translates, and the
 * languages' own names stay.
 */
export function plainWords(container: HTMLElement): string[] {
  const words: string[] = []
  const add = (text: string | null | undefined) => {
    const rest = (text ?? '').replaceAll(/e-events|https?:\/\/|Español|English|Português|Madrid|^es$/g, '')
    if (/[aeiou]/.test(rest)) words.push(rest.trim())
  }
  const walk = (node: Node) => {
    if (node instanceof HTMLElement) {
      if (node.matches('option, svg, style, script, [lang]')) return
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(node.getAttribute(name))
    }
    if (node.nodeType === Node.TEXT_NODE) add(node.textContent)
    node.childNodes.forEach(walk)
  }
  walk(container)
  return words
}
